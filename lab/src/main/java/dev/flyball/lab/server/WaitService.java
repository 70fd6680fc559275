package dev.flyball.lab.server;

import dev.flyball.base.Require;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Waiting for a time, without CPU.
 *
 * @param pause how long
 */
record WaitService(Duration pause) implements Service, Work {

  WaitService {
    Require.notNegative("pause", pause);
  }

  @Override
  public Work prepare(Site site) {
    return this;
  }

  @Override
  public void perform(Reply reply) throws InterruptedException {
    waitUntil(System.nanoTime() + pause.toNanos());
  }

  /** Parks until then, however often it is woken before; ends early only when interrupted. */
  static void waitUntil(long endNanos) throws InterruptedException {
    long leftNanos = endNanos - System.nanoTime();
    while (leftNanos > 0) {
      LockSupport.parkNanos(leftNanos);
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted while waiting");
      }
      leftNanos = endNanos - System.nanoTime();
    }
  }
}
