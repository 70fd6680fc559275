package dev.flyball.policies.climb.distribution;

/**
 * The memory of {@link DistributionClimb} of a time in which nothing ended though tasks waited.
 *
 * @param quickCycles how many more cycles are quick ones
 * @param floor the size below which it does not shrink; 0 for none
 * @param calmCycles cycles at or below that size in which something ended
 */
record Hang(int quickCycles, int floor, int calmCycles) {

  static final Hang NONE = new Hang(0, 0, 0);

  private static final int QUICK_CYCLES = 3;
  private static final int CALM_CYCLES = 8;

  /** After more workers were added because of it. */
  static Hang at(int newFloor) {
    return new Hang(QUICK_CYCLES, newFloor, 0);
  }

  boolean quick() {
    return quickCycles > 0;
  }

  /** After a cycle in which something ended: the floor sinks by a step each 9 calm cycles. */
  Hang calm(int size, int step) {
    if (equals(NONE)) {
      return this;
    }
    int quick = Math.max(0, quickCycles - 1);
    int calm = size <= floor ? calmCycles + 1 : calmCycles;
    return calm > CALM_CYCLES
        ? new Hang(quick, Math.max(0, floor - step), 0)
        : new Hang(quick, floor, calm);
  }
}
