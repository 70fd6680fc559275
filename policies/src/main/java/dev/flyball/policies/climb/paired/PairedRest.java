package dev.flyball.policies.climb.paired;

import dev.flyball.policy.part.Windows;

/**
 * The time for which a size is held between two searches.
 *
 * @param nanos how long it has been held
 * @param timesUnmoved how many tests in a row have left the size where it was
 */
record PairedRest(long nanos, int timesUnmoved) {

  static final PairedRest NONE = new PairedRest(0, 0);

  /** The rest doubles with each test that moves nothing, up to sixteen times the first. */
  private static final int DOUBLINGS_MAX = 4;

  PairedRest with(long moreNanos) {
    return new PairedRest(Windows.sum(nanos, moreNanos), timesUnmoved);
  }

  boolean over(long firstNanos) {
    long factor = 1L << Math.min(DOUBLINGS_MAX, timesUnmoved);
    return nanos / factor >= firstNanos;
  }

  PairedRest next(boolean moved) {
    return new PairedRest(0, moved ? 0 : Math.min(DOUBLINGS_MAX, timesUnmoved + 1));
  }
}
