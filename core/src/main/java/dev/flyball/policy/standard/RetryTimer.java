package dev.flyball.policy.standard;

/**
 * The moment at which a refused change may be tried again: after half a second, and after twice as
 * long each time it is refused, up to six seconds.
 *
 * @param nextNanos not before
 * @param waitSeconds the next wait
 */
record RetryTimer(long nextNanos, double waitSeconds) {

  private static final double FIRST_SECONDS = 0.5;
  private static final double LAST_SECONDS = 6;

  /** At once. */
  static final RetryTimer NOW = new RetryTimer(Long.MIN_VALUE, FIRST_SECONDS);

  boolean due(long nowNanos) {
    return nowNanos >= nextNanos;
  }

  RetryTimer refused(long nowNanos) {
    return refused(nowNanos, LAST_SECONDS);
  }

  /** Refused, but to be tried again after so many seconds at the latest from the next time on. */
  RetryTimer refused(long nowNanos, double lastSeconds) {
    return new RetryTimer(
        nowNanos + (long) (waitSeconds * 1e9), Math.min(lastSeconds, 2 * waitSeconds));
  }

  /** Not before so long from now. */
  RetryTimer pausing(long nowNanos, double seconds) {
    return new RetryTimer(Math.max(nextNanos, nowNanos + (long) (seconds * 1e9)), waitSeconds);
  }
}
