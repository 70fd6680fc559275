package dev.flyball.policies.climb.distribution;

/**
 * The counters that {@link DistributionClimb} carries from cycle to cycle.
 *
 * @param cycle cycles that judged a throughput
 * @param emptyQueue cycles in a row with an empty queue, those just after a shrink left out
 * @param unchanged judged cycles in a row without a change
 * @param anew distributions in a row that were begun anew just after a change of size
 * @param late cycles in a row in which the workers were not as many as asked for
 */
record Counts(long cycle, int emptyQueue, int unchanged, int anew, int late) {

  static final Counts NONE = new Counts(0, 0, 0, 0, 0);

  Counts queued(boolean empty, boolean shrunk) {
    int next = !empty ? 0 : shrunk ? emptyQueue : emptyQueue + 1;
    return new Counts(cycle, next, unchanged, anew, late);
  }

  Counts late(int cycles) {
    return new Counts(cycle, emptyQueue, unchanged, anew, cycles);
  }

  /** After a cycle that judged. */
  Counts judged(int unchangedNow, int anewNow) {
    return new Counts(cycle + 1, emptyQueue, unchangedNow, anewNow, 0);
  }

  /** After the size was set by others, or all was forgotten. */
  Counts begun() {
    return new Counts(cycle, 0, 0, 0, 0);
  }
}
