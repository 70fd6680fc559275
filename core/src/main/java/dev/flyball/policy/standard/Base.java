package dev.flyball.policy.standard;

import dev.flyball.policy.standard.window.Stretch;

/**
 * The throughput of the held size while tasks wait: the base that trials are compared with.
 *
 * @param workers the size; 0 for none
 * @param samples of work done, forgotten over {@value #MEMORY} samples
 * @param nanos the time in which they were done, forgotten likewise
 * @param countsNanos from when on it counts: tasks begun at another size have ended
 * @param latestNanos from when on it counts though more workers are busy than were asked for: they
 *     do not leave, as those that stand in for workers that wait for tasks of their own pool
 * @param serviceNanos service time of the tasks that ended, forgotten likewise
 * @param work their work, in nanoseconds, forgotten likewise
 */
record Base(
    int workers,
    double samples,
    double nanos,
    long countsNanos,
    long latestNanos,
    double serviceNanos,
    double work) {

  static final Base NONE = new Base(0, 0, 0, 0, 0, 0, 0);

  private static final double MEMORY = 60;
  private static final double SETTLE_NANOS_MAX = 2e9;
  private static final double LEAVING = 4;
  private static final double LEAVING_NANOS_MAX = 60e9;
  private static final double ENOUGH = 4;
  private static final double LONG_NANOS = 2e9;

  static Base at(int workers, long nowNanos, double serviceNanos) {
    long counts = settledNanos(nowNanos, serviceNanos);
    long latest = nowNanos + (long) Math.min(LEAVING * serviceNanos, LEAVING_NANOS_MAX);
    return new Base(workers, 0, 0, counts, latest, 0, 0);
  }

  /** When tasks that were begun at another size have ended, but for long ones. */
  static long settledNanos(long nowNanos, double serviceNanos) {
    return nowNanos + (long) Math.min(serviceNanos, SETTLE_NANOS_MAX);
  }

  boolean counts(Stretch seen) {
    boolean left = !seen.shrinking() || seen.endNanos() >= latestNanos;
    return left && seen.endNanos() >= countsNanos;
  }

  Base with(Stretch seen, double unitNanos) {
    if (!counts(seen)) {
      return this;
    }
    double more = seen.done() / unitNanos;
    double kept = StrictMath.exp(-more / MEMORY);
    return new Base(
        workers,
        samples * kept + more,
        nanos * kept + seen.nanos(),
        countsNanos,
        latestNanos,
        serviceNanos * kept + seen.serviceNanos(),
        work * kept + seen.done());
  }

  /**
   * The work that a window of so many nanoseconds can be expected to do; 0 while too little is
   * known.
   */
  double expected(long windowNanos) {
    return samples > 3 && nanos > 3.0 * windowNanos ? rate() * windowNanos : 0;
  }

  boolean enough() {
    return samples >= Math.min(ENOUGH, Math.max(2, 2.0 * workers))
        || (nanos >= LONG_NANOS && samples >= 1);
  }

  /** The work done per nanosecond. */
  double rate() {
    return work / nanos;
  }

  /** Whether what ended in the meantime tells how fast tasks are. */
  boolean timed() {
    return work > 0 && serviceNanos > 0;
  }

  /**
   * The work that so many busy workers do per nanosecond, by Little's law: workers / slowness. It
   * scatters as service times do, and not as arrivals at the end of a window.
   */
  double timedRate() {
    return workers * work / serviceNanos;
  }
}
