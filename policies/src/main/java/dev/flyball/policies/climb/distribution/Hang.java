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

  /** After a cycle in which nothing ended. */
  Hang again() {
    return new Hang(QUICK_CYCLES, floor, 0);
  }

  /** After more workers were added because of it: it does not shrink below their number. */
  Hang broken(int size) {
    return new Hang(quickCycles, Math.max(floor, size), calmCycles);
  }

  boolean quick() {
    return quickCycles > 0;
  }

  /** After a cycle in which something ended: one quick cycle fewer is to come. */
  Hang calm() {
    return quick() ? new Hang(quickCycles - 1, floor, calmCycles) : this;
  }

  /**
   * After one more calm cycle: nine of them at or below the floor let it sink by a step, though not
   * below the core.
   */
  Hang settled(int size, int core, int step) {
    if (floor <= core || size > floor) {
      return this;
    }
    return calmCycles >= CALM_CYCLES
        ? new Hang(quickCycles, Math.max(core, floor - step), 0)
        : new Hang(quickCycles, floor, calmCycles + 1);
  }
}
