package dev.flyball.policy;

import java.util.OptionalDouble;

/**
 * What tasks were like while workers were to spare: sums that are forgotten with a time constant of
 * two seconds.
 *
 * @param nanos time
 * @param busyNanos time that workers were busy
 * @param endedNanos service time of the tasks that ended
 * @param work the work of the tasks that ended
 * @param ended tasks that ended
 */
record KneeCalm(double nanos, double busyNanos, double endedNanos, double work, double ended) {

  static final KneeCalm UNKNOWN = new KneeCalm(0, 0, 0, 0, 0);

  private static final double MEMORY_NANOS = 2e9;
  private static final double TASKS_MIN = 20;

  KneeCalm with(Observation seen, boolean byWork) {
    double kept = StrictMath.exp(-seen.window().lengthNanos() / MEMORY_NANOS);
    return new KneeCalm(
        Windows.finite(nanos * kept + seen.window().lengthNanos()),
        Windows.finite(busyNanos * kept + seen.busyNanos()),
        Windows.finite(endedNanos * kept + seen.times().serviceNanosSum()),
        Windows.finite(work * kept + KneeBatch.work(seen, byWork)),
        Windows.finite(ended * kept + seen.flow().completed()));
  }

  boolean known() {
    return ended >= TASKS_MIN && endedNanos > 0 && work > 0;
  }

  /** Workers that were busy. */
  double workers() {
    return Math.max(1, busyNanos / nanos);
  }

  /** Service time for a unit of work, in nanoseconds. */
  double slowness() {
    return endedNanos / work;
  }

  /** The mean service time in seconds; empty while not known. */
  OptionalDouble seconds() {
    return known() ? OptionalDouble.of(endedNanos / ended / 1e9) : OptionalDouble.empty();
  }
}
