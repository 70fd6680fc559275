package dev.flyball.policy;

/**
 * Tasks that ended at one size, put together until there are enough of them for one measurement.
 *
 * <p>What is measured is the slowness: the busy time that a unit of work took. The unit is the
 * reference time of the tasks' kinds, so that another mix is not taken for another speed; where
 * kinds are not told apart, or should not be, it is a task.
 *
 * @param busyNanos time that workers were busy
 * @param endedNanos service time of the tasks that ended
 * @param work the work of the tasks that ended
 * @param ended tasks that ended
 */
record KneeBatch(double busyNanos, double endedNanos, double work, long ended) {

  static final KneeBatch EMPTY = new KneeBatch(0, 0, 0, 0);

  private static final long TASKS_MIN = 5;
  private static final double STEADY_MIN = 0.7;
  private static final double STEADY_MAX = 1.4;

  KneeBatch with(Observation seen, boolean byWork) {
    return new KneeBatch(
        busyNanos + seen.busyNanos(),
        endedNanos + seen.times().serviceNanosSum(),
        work + work(seen, byWork),
        Windows.sum(ended, seen.flow().completed()));
  }

  boolean full() {
    return ended >= TASKS_MIN && work > 0 && busyNanos > 0;
  }

  /**
   * Whether as much ended as was begun. While tasks get longer, what ends is what was begun in
   * better times, and while they get shorter, in worse; neither says what the size is worth.
   */
  boolean steady() {
    double share = endedNanos / busyNanos;
    return share > STEADY_MIN && share < STEADY_MAX;
  }

  /** Busy nanoseconds for a unit of work. */
  double slowness() {
    return busyNanos / work;
  }

  /** The work that ended in a window. */
  static double work(Observation seen, boolean byWork) {
    long reference = seen.times().referenceNanosSum();
    return byWork && reference > 0 ? reference : seen.flow().completed();
  }
}
