package dev.flyball.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits of tests; the test's own time limit ends them. */
public final class Await {

  /** The first pause of a wait; each further one is twice as long, up to the longest. */
  private static final long PAUSE_NANOS_MIN = 100_000;

  private static final long PAUSE_NANOS_MAX = 1_600_000;

  private Await() {}

  /** Waits for a condition that must come true. */
  public static void until(BooleanSupplier condition) {
    long pauseNanos = PAUSE_NANOS_MIN;
    while (!condition.getAsBoolean()) {
      assertThat(Thread.interrupted()).as("the time is up").isFalse();
      LockSupport.parkNanos(pauseNanos);
      pauseNanos = Math.min(2 * pauseNanos, PAUSE_NANOS_MAX);
    }
  }

  /** Waits until a latch is open, as a task does; an interrupt ends the wait and stays set. */
  public static void on(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
