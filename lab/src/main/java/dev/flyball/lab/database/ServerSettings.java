package dev.flyball.lab.database;

import dev.flyball.base.Require;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * The settings with which a {@link DatabaseServer} is started.
 *
 * @param durable whether every commit waits until both logs, InnoDB's and the binary one, are on
 *     disk; without, nothing waits for the disk
 * @param bufferPoolBytes how much of the tables the server keeps in memory, at least 5 MB
 * @param threadPoolSize the number of thread groups at the start; empty: the server's own default,
 *     its cores
 * @param fsyncDelay by how much every flush to the disk is slowed, zero for not at all; a common
 *     disk takes some 2 ms for one
 * @param threadHandling whether the server has a thread pool at all
 * @param maxConnections how many clients may be connected at a time
 */
public record ServerSettings(
    boolean durable,
    long bufferPoolBytes,
    OptionalInt threadPoolSize,
    Duration fsyncDelay,
    ThreadHandling threadHandling,
    int maxConnections) {

  private static final long MEGABYTE = 1 << 20;

  public ServerSettings {
    Require.countAtLeast("bufferPoolBytes", 5 * MEGABYTE, bufferPoolBytes);
    threadPoolSize.ifPresent(size -> Require.between("threadPoolSize", 1, 100_000, size));
    Require.notNegative("fsyncDelay", fsyncDelay);
    Require.between("maxConnections", 10, 100_000, maxConnections);
  }

  /** Durable commits, all tables in memory, the disk as it is. */
  public static ServerSettings usual() {
    return new ServerSettings(
        true,
        512 * MEGABYTE,
        OptionalInt.empty(),
        Duration.ZERO,
        ThreadHandling.POOL_OF_THREADS,
        1_200);
  }

  /** Durable commits, a buffer pool much smaller than the tables, and a disk's 2 ms per flush. */
  public static ServerSettings ioBound() {
    return usual().withBufferPoolBytes(24 * MEGABYTE).withFsyncDelay(Duration.ofMillis(2));
  }

  public ServerSettings withDurable(boolean whether) {
    return new ServerSettings(
        whether, bufferPoolBytes, threadPoolSize, fsyncDelay, threadHandling, maxConnections);
  }

  public ServerSettings withBufferPoolBytes(long bytes) {
    return new ServerSettings(
        durable, bytes, threadPoolSize, fsyncDelay, threadHandling, maxConnections);
  }

  public ServerSettings withThreadPoolSize(int groups) {
    return new ServerSettings(
        durable,
        bufferPoolBytes,
        OptionalInt.of(groups),
        fsyncDelay,
        threadHandling,
        maxConnections);
  }

  public ServerSettings withFsyncDelay(Duration delay) {
    return new ServerSettings(
        durable, bufferPoolBytes, threadPoolSize, delay, threadHandling, maxConnections);
  }

  public ServerSettings withThreadHandling(ThreadHandling handling) {
    return new ServerSettings(
        durable, bufferPoolBytes, threadPoolSize, fsyncDelay, handling, maxConnections);
  }

  /** The server's options that these settings mean. */
  List<String> options() {
    int flush = durable ? 1 : 0;
    List<String> options = new ArrayList<>();
    options.add("--thread-handling=" + threadHandling.option());
    threadPoolSize.ifPresent(size -> options.add("--thread-pool-size=" + size));
    options.add("--innodb-flush-log-at-trx-commit=" + flush);
    options.add("--log-bin=binlog");
    options.add("--sync-binlog=" + flush);
    options.add("--innodb-buffer-pool-size=" + bufferPoolBytes);
    options.add("--max-connections=" + maxConnections);
    return options;
  }

  /** The way a MariaDB server gives its connections threads. */
  public enum ThreadHandling {
    /** A thread pool of groups, whose number can be changed while the server runs. */
    POOL_OF_THREADS("pool-of-threads"),
    /** A thread for each connection: nothing there to size. */
    ONE_THREAD_PER_CONNECTION("one-thread-per-connection");

    private final String option;

    ThreadHandling(String option) {
      this.option = option;
    }

    /** The value of the server's option {@code thread_handling}. */
    String option() {
      return option;
    }
  }
}
