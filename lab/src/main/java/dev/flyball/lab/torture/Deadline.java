package dev.flyball.lab.torture;

import java.util.concurrent.TimeUnit;

/**
 * A time limit for any wait: half a minute of looking, far more than any wait should need on a busy
 * machine. Each look takes off a bounded amount only, so a process that was stopped for a while
 * does not report every thread as stuck.
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
