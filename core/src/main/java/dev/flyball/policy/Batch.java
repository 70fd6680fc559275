package dev.flyball.policy;

/** Tasks that ended, put together until there are enough of them for one measurement. */
record Batch(double busyNanos, double endedNanos, double work, long ended) {
  static final Batch EMPTY = new Batch(0, 0, 0, 0);
  private static final long TASKS_MIN = 5;

  Batch with(Observation seen) {
    return new Batch(
        busyNanos + seen.busyNanos(),
        endedNanos + seen.times().serviceNanosSum(),
        work + work(seen),
        ended + seen.flow().completed());
  }

  boolean full() {
    return ended >= TASKS_MIN && work > 0;
  }

  /** Whether as much ends as is begun: what ended took as long as the workers were busy. */
  boolean steady() {
    double share = endedNanos / busyNanos;
    return share > 0.7 && share < 1.4;
  }

  double slowness() {
    return busyNanos / work;
  }

  /** The work that ended, in reference times of the kinds; in tasks where those are not known. */
  static double work(Observation seen) {
    long reference = seen.times().referenceNanosSum();
    return reference > 0 ? reference : seen.flow().completed();
  }
}
