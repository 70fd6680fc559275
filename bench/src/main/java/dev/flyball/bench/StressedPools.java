package dev.flyball.bench;

import dev.flyball.pool.AdaptivePool;
import dev.flyball.pool.PoolBuilder;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Pools to be stressed, without sensors, for they are made by the hundred thousand; and the
 * patience that it takes to see that one of them is stuck.
 */
final class StressedPools {

  /** Stands for a result that never came. */
  static final int STUCK = -1;

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private StressedPools() {}

  static AdaptivePool of(int workers) {
    return plan(workers).build();
  }

  /** A pool whose workers end as soon as they are idle. */
  static AdaptivePool ofShortIdleTime(int workers) {
    return plan(workers).keepAlive(Duration.ofNanos(1)).build();
  }

  /** A pool that takes a task only for a worker that is free. */
  static AdaptivePool handingOff(int workers) {
    return plan(workers).queueCapacity(0).build();
  }

  private static PoolBuilder plan(int workers) {
    return AdaptivePool.named("stressed")
        .workers(workers)
        .unmeasured()
        .threadFactory(task -> {
          Thread thread = new Thread(task);
          thread.setDaemon(true);
          return thread;
        });
  }

  /** Whether the pool, shut down before, comes to its end. */
  static boolean ends(AdaptivePool pool) {
    try {
      return pool.awaitTermination(PATIENCE_NANOS, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Whether it comes about. */
  static boolean comes(BooleanSupplier condition) {
    long deadlineNanos = System.nanoTime() + PATIENCE_NANOS;
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - deadlineNanos > 0) {
        return false;
      }
      LockSupport.parkNanos(1000);
    }
    return true;
  }
}
