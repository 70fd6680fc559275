package dev.flyball.adapters.hikari;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.metrics.IMetricsTracker;
import com.zaxxer.hikari.metrics.MetricsTrackerFactory;
import com.zaxxer.hikari.pool.HikariPool;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts the uses of connections, by a metrics tracker that hands on to the one that was there.
 *
 * <p><b>How?</b> A running pool takes another tracker at any time, but does not give away the one
 * that it has. A second one by the same factory would count from zero, and while the meters of the
 * first are taken away, those who read them see both or none. So the tracker is read from the
 * pool's fields, is kept as it is, and goes on. In the end the pool has it back. Where the fields
 * cannot be read, a pool without metrics is followed all the same.
 *
 * <p>Only one thread at a time may call {@link #follow} and {@link #release}; any may call the
 * others.
 */
final class Usage {

  private static final String HELD_IN = "metricsTracker";
  private static final String HELD_AS = "tracker";
  private static final double OPEN_MILLIS_FIRST = 200;
  private static final double OPEN_MILLIS_MOST = 30_000;
  private static final double NEWEST = 0.2;
  private static final IMetricsTracker NONE = new IMetricsTracker() {};

  private final HikariDataSource source;
  private final BooleanSupplier borrowsHere;
  private final LongAdder returned = new LongAdder();
  private final LongAdder timeouts = new LongAdder();

  // Written under this.
  private volatile double openMillis = Double.NaN;

  // Of the thread that follows.
  private @Nullable HikariPool followed;
  private @Nullable Tracker ours;

  /** The tracker that the pool has. */
  private final class Tracker implements IMetricsTracker {

    private final Optional<IMetricsTracker> before;
    private final IMetricsTracker next;

    Tracker(Optional<IMetricsTracker> before) {
      this.before = before;
      this.next = before.orElse(NONE);
    }

    @Override
    public void recordConnectionCreatedMillis(long millis) {
      opened(millis);
      next.recordConnectionCreatedMillis(millis);
    }

    @Override
    public void recordConnectionAcquiredNanos(long nanos) {
      if (!borrowsHere.getAsBoolean()) {
        next.recordConnectionAcquiredNanos(nanos);
      }
    }

    /** The connection is in use until then, so that it is counted last. */
    @Override
    public void recordConnectionUsageMillis(long millis) {
      if (!borrowsHere.getAsBoolean()) {
        next.recordConnectionUsageMillis(millis);
        returned.increment();
      }
    }

    @Override
    public void recordConnectionTimeout() {
      if (!borrowsHere.getAsBoolean()) {
        timeouts.increment();
        next.recordConnectionTimeout();
      }
    }

    @Override
    public void close() {
      next.close();
    }
  }

  /**
   * Counts nothing yet.
   *
   * @param borrowsHere whether the current thread borrows for the governor, which is no use
   */
  Usage(HikariDataSource source, BooleanSupplier borrowsHere) {
    this.source = source;
    this.borrowsHere = borrowsHere;
  }

  /**
   * Begins to count, also where the owner has set a tracker since.
   *
   * @throws IllegalArgumentException when the pool has metrics that cannot be kept
   */
  void follow(HikariPool running) {
    Optional<IMetricsTracker> found = trackerOf(running);
    if (ours != null && found.equals(Optional.of(ours))) {
      return;
    }
    Tracker tracker = new Tracker(found);
    running.setMetricsTrackerFactory((name, stats) -> tracker);
    ours = tracker;
    followed = running;
  }

  /** Leaves the pool with the tracker that it had, or the owner has set since. */
  void release() {
    HikariPool pool = followed;
    Tracker tracker = ours;
    if (pool != null && tracker != null && trackerOf(pool).equals(Optional.of(tracker))) {
      pool.setMetricsTrackerFactory(
          tracker.before.<MetricsTrackerFactory>map(its -> (name, stats) -> its).orElse(null));
    }
    followed = null;
    ours = null;
  }

  /** What counts now; empty for nothing. */
  private Optional<IMetricsTracker> trackerOf(HikariPool pool) {
    try {
      Object holder = valueOf(pool, HELD_IN, HikariPool.class.getSuperclass());
      return holder.getClass().getSimpleName().startsWith("Nop")
          ? Optional.empty()
          : Optional.of((IMetricsTracker) valueOf(holder, HELD_AS, holder.getClass()));
    } catch (ReflectiveOperationException | RuntimeException e) {
      if (source.getMetricsTrackerFactory() == null && source.getMetricRegistry() == null) {
        return pool.equals(followed) ? Optional.ofNullable(ours) : Optional.empty();
      }
      throw new IllegalArgumentException(
          "metrics of the pool must be readable from its fields, to be kept, but are not: open the"
              + " package com.zaxxer.hikari.pool to this one's module",
          e);
    }
  }

  private static Object valueOf(Object owner, String name, Class<?> type)
      throws ReflectiveOperationException {
    Field field = type.getDeclaredField(name);
    field.setAccessible(true);
    return field.get(owner);
  }

  private synchronized void opened(long millis) {
    double now = Math.min(millis, OPEN_MILLIS_MOST);
    openMillis = Double.isNaN(openMillis) ? now : openMillis + NEWEST * (now - openMillis);
  }

  /** The connections that were given back, as often as they were. */
  long returned() {
    return returned.sum();
  }

  /** The callers that got no connection in time. */
  long timeouts() {
    return timeouts.sum();
  }

  /** The time in which a connection opens, or fails to. */
  Duration openTime() {
    double millis = openMillis;
    return Duration.ofMillis(Math.round(Double.isNaN(millis) ? OPEN_MILLIS_FIRST : millis));
  }
}
