package dev.flyball.lab.database;

import dev.flyball.base.Require;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The settings with which a {@link DatabaseServer} is started.
 *
 * @param durable whether every commit waits until both logs, InnoDB's and the binary one, are on
 *     disk; without, nothing waits for the disk
 * @param bufferPoolBytes how much of the tables the server keeps in memory, at least 5 MB
 * @param fsyncDelay by how much every flush to the disk is slowed, zero for not at all; a common
 *     disk takes some 2 ms for one
 * @param more options of the server beside those; of two that contradict each other the later one
 *     holds
 */
public record ServerSettings(
    boolean durable, long bufferPoolBytes, Duration fsyncDelay, List<String> more) {

  private static final long MEGABYTE = 1 << 20;

  /** How many clients may be connected at a time, or wait to be. */
  private static final int CONNECTIONS_MAX = 1_200;

  public ServerSettings {
    Require.countAtLeast("bufferPoolBytes", 5 * MEGABYTE, bufferPoolBytes);
    Require.notNegative("fsyncDelay", fsyncDelay);
    more = List.copyOf(more);
  }

  /**
   * Durable commits, all tables in memory, a pool of as many groups as cores, the disk as it is.
   */
  public static ServerSettings usual() {
    return new ServerSettings(true, 512 * MEGABYTE, Duration.ZERO, List.of())
        .withThreadHandling(ThreadHandling.POOL_OF_THREADS);
  }

  /** Durable commits, a buffer pool much smaller than the tables, and a disk's 2 ms per flush. */
  public static ServerSettings ioBound() {
    return usual().withBufferPoolBytes(24 * MEGABYTE).withFsyncDelay(Duration.ofMillis(2));
  }

  public ServerSettings withDurable(boolean whether) {
    return new ServerSettings(whether, bufferPoolBytes, fsyncDelay, more);
  }

  public ServerSettings withBufferPoolBytes(long bytes) {
    return new ServerSettings(durable, bytes, fsyncDelay, more);
  }

  public ServerSettings withFsyncDelay(Duration delay) {
    return new ServerSettings(durable, bufferPoolBytes, delay, more);
  }

  /** A number of thread groups at the start that is not the server's own default, its cores. */
  public ServerSettings withThreadPoolSize(int groups) {
    return with("--thread-pool-size=" + Require.between("threadPoolSize", 1, 100_000, groups));
  }

  public ServerSettings withThreadHandling(ThreadHandling handling) {
    return with("--thread-handling=" + handling.name().toLowerCase(Locale.ROOT).replace('_', '-'));
  }

  /** With a performance schema, so that the durations of waits can be asked for; this costs. */
  public ServerSettings timingWaits() {
    return with("--performance-schema=ON")
        .with("--performance-schema-events-waits-history-long-size=200000");
  }

  private ServerSettings with(String option) {
    return new ServerSettings(
        durable,
        bufferPoolBytes,
        fsyncDelay,
        Stream.concat(more.stream(), Stream.of(option)).toList());
  }

  /** The server's options that these settings mean. */
  List<String> options() {
    int flush = durable ? 1 : 0;
    Stream<String> options =
        Stream.of(
            "--innodb-flush-log-at-trx-commit=" + flush,
            "--log-bin=binlog",
            "--sync-binlog=" + flush,
            "--innodb-buffer-pool-size=" + bufferPoolBytes,
            "--max-connections=" + CONNECTIONS_MAX,
            "--back-log=" + CONNECTIONS_MAX);
    return Stream.concat(options, more.stream()).toList();
  }

  /** The way a MariaDB server gives its connections threads, named as its option's values are. */
  public enum ThreadHandling {
    /** A thread pool of groups, whose number can be changed while the server runs. */
    POOL_OF_THREADS,
    /** A thread for each connection: nothing there to size. */
    ONE_THREAD_PER_CONNECTION
  }
}
