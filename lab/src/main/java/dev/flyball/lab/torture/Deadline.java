package dev.flyball.lab.torture;

import java.util.concurrent.TimeUnit;

/**
 * How long anything may take: half a minute of looking, far more than it should on a machine that
 * does much else. Only so much is taken off at each look, so that a process which was stopped for a
 * while does not take everybody for stuck.
 *
 * <p>For one thread, which looks at least every few milliseconds.
 */
final class Deadline {

  private static final long LOOK_NANOS_MAX = TimeUnit.MILLISECONDS.toNanos(20);

  private long leftNanos = TimeUnit.SECONDS.toNanos(30);
  private long lookedNanos = System.nanoTime();

  boolean isOver() {
    long nowNanos = System.nanoTime();
    leftNanos -= Math.min(LOOK_NANOS_MAX, nowNanos - lookedNanos);
    lookedNanos = nowNanos;
    return leftNanos <= 0;
  }
}
