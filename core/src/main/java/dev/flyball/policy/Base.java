package dev.flyball.policy;

/**
 * What gets done at the size that is held while tasks wait: the base that trials are compared with.
 *
 * @param workers the size; 0 for none
 * @param samples of work done, forgotten over {@value #MEMORY} samples
 * @param nanos the time in which they were done, forgotten likewise
 * @param countsNanos from when on it counts: tasks begun at another size have ended
 */
record Base(int workers, double samples, double nanos, long countsNanos) {

  static final Base NONE = new Base(0, 0, 0, 0);

  private static final double MEMORY = 60;
  private static final double SETTLE_NANOS_MAX = 2e9;
  private static final double ENOUGH = 4;
  private static final double LONG_NANOS = 2e9;

  static Base at(int workers, long nowNanos, double serviceNanos) {
    return new Base(workers, 0, 0, nowNanos + (long) Math.min(serviceNanos, SETTLE_NANOS_MAX));
  }

  boolean counts(Stretch seen) {
    return !seen.shrinking() && seen.endNanos() >= countsNanos;
  }

  Base with(Stretch seen, double unitNanos) {
    if (!counts(seen)) {
      return this;
    }
    double more = seen.done() / unitNanos;
    double kept = StrictMath.exp(-more / MEMORY);
    return new Base(workers, samples * kept + more, nanos * kept + seen.nanos(), countsNanos);
  }

  /**
   * The work that a window of so many nanoseconds can be expected to do; 0 while too little is
   * known.
   */
  double expected(long windowNanos, double unitNanos) {
    return samples > 3 && nanos > 3.0 * windowNanos ? samples * unitNanos / nanos * windowNanos : 0;
  }

  boolean enough() {
    return samples >= Math.min(ENOUGH, Math.max(2, 2.0 * workers))
        || (nanos >= LONG_NANOS && samples >= 1);
  }

  /** The work done per nanosecond. */
  double rate(double unitNanos) {
    return samples * unitNanos / nanos;
  }
}
