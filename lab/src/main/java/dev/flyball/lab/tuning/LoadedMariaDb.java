package dev.flyball.lab.tuning;

import dev.flyball.adapters.mariadb.MariaDbThreadPool;
import dev.flyball.control.Clock;
import dev.flyball.control.Governor;
import dev.flyball.lab.database.DatabaseLoad;
import dev.flyball.lab.database.DatabaseServer;
import dev.flyball.lab.database.LoadReading;
import dev.flyball.lab.database.Profile;
import dev.flyball.policy.SizingPolicy;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** A real MariaDB server under a real load, in real time. */
final class LoadedMariaDb implements TestServer.UnderLoad {

  private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long TOO_SOON_MILLIS = 50;
  private static final long SMALL_BUFFER_POOL_BYTES = 24L << 20;

  private final DatabaseServer server;
  private final DatabaseLoad load;
  private final MariaDbThreadPool pool;
  private final long originNanos = Clock.SYSTEM.nanoTime();
  private long nextNanos = originNanos;
  private volatile int groups;

  LoadedMariaDb(DatabaseServer server, DatabaseLoad load, MariaDbThreadPool pool) {
    this.server = server;
    this.load = load;
    this.pool = pool;
    this.groups = pool.facts().size();
  }

  @Override
  public Second next() throws InterruptedException {
    long now = Clock.SYSTEM.nanoTime();
    nextNanos = Math.max(nextNanos + SECOND_NANOS, now + SECOND_NANOS / 2);
    TimeUnit.NANOSECONDS.sleep(nextNanos - now);
    LoadReading reading = load.reading();
    while (!(reading.seconds() > 0)) {
      TimeUnit.MILLISECONDS.sleep(TOO_SOON_MILLIS);
      reading = load.reading();
    }
    return second(reading, seconds(Clock.SYSTEM.nanoTime()));
  }

  private Second second(LoadReading reading, double atSeconds) {
    Second.Latency latency =
        new Second.Latency(
            millis(reading.meanNanos()), millis(reading.p50Nanos()), millis(reading.p95Nanos()));
    return new Second(
        atSeconds,
        reading.seconds(),
        reading.transactions(),
        reading.questions(),
        reading.errors() + reading.losses(),
        latency,
        groups);
  }

  private static OptionalDouble millis(OptionalDouble nanos) {
    return nanos.isPresent() ? OptionalDouble.of(nanos.getAsDouble() / 1e6) : nanos;
  }

  private static OptionalDouble millis(OptionalLong nanos) {
    return nanos.isPresent() ? OptionalDouble.of(nanos.getAsLong() / 1e6) : OptionalDouble.empty();
  }

  private double seconds(long nanos) {
    return (nanos - originNanos) / 1e9;
  }

  @Override
  public void size(int wanted) {
    pool.resize(wanted);
    groups = wanted;
  }

  @Override
  public Governing govern(SizingPolicy policy) {
    return new Watching(policy, true);
  }

  @Override
  public Governing advise(SizingPolicy policy) {
    return new Watching(policy, false);
  }

  @Override
  public void turnIoBound(Profile next) {
    server.set("innodb_flush_log_at_trx_commit", 1);
    server.set("sync_binlog", 1);
    server.set("innodb_buffer_pool_size", SMALL_BUFFER_POOL_BYTES);
    load.switchTo(next);
  }

  @Override
  public void close() {
    load.close();
    pool.close();
  }

  /** A governor on its own thread, and all that it decided. */
  private final class Watching implements Governing {
    private final List<Move> moves = new CopyOnWriteArrayList<>();
    private final Governor governor;

    Watching(SizingPolicy policy, boolean governs) {
      pool.observe(); // the first window is to begin here
      governor = Governor.of("mariadb", pool, policy).build();
      if (!governs) {
        governor.adviseOnly();
      }
      governor.addListener(decision -> {
        moves.add(Move.of(decision, seconds(decision.atNanos())));
        groups = decision.to() > 0 ? decision.to() : groups;
      });
      governor.start();
    }

    @Override
    public List<Move> moves() {
      return List.copyOf(moves);
    }

    @Override
    public void close() {
      governor.close();
    }
  }
}
