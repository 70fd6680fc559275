package dev.flyball.policies.climb.distribution;

/**
 * How far one decision moves the size, up and down, in workers.
 *
 * <p>A basis is one worker a core (half of a smallest size that was set below two a core). A step
 * is the basis up to 16 times the basis, twice of it up to 64 times, four times of it beyond. The
 * first step down again after a wider one is as narrow as the one that led there. Where smallest
 * and largest size are less than ten bases apart, a step is a tenth of the range. The last step up
 * ends at the largest size, the last one down at the smallest.
 *
 * <p>Worked, on 4 cores: 64 workers go to 68, 68 to 76 or back to 64, 256 to 264, 264 to 280 or
 * back to 256.
 *
 * @param up the step up
 * @param down the step down
 * @param belowCeiling the step that leads to the largest size, which is also the first one down
 *     from there
 */
record Steps(int up, int down, int belowCeiling) {

  private static final int NARROW_BASES = 16;
  private static final int MEDIUM_BASES = 64;
  private static final int RANGE_STEPS = 10;

  /**
   * The steps from one size.
   *
   * @param size the size
   * @param floor the smallest size at present
   * @param core the smallest size ever
   * @param ceiling the largest size
   * @param cores processors
   * @param belowCeiling what {@link #belowCeiling} was so far
   */
  static Steps at(int size, int floor, int core, int ceiling, int cores, int belowCeiling) {
    long basis = core < 2L * cores ? Math.max(1, core / 2) : cores;
    int range = ceiling - core;
    long up;
    long down;
    if (range < basis * RANGE_STEPS) {
      up = Math.max(1, range / RANGE_STEPS);
      down = up;
    } else if (size <= basis * NARROW_BASES) {
      up = basis;
      down = basis;
    } else if (size <= basis * MEDIUM_BASES) {
      up = basis * 2;
      down = size == basis * (NARROW_BASES + 1) ? basis : up;
    } else {
      up = basis * 4;
      down = size == basis * (MEDIUM_BASES + 2) ? basis * 2 : up;
    }
    if (size == ceiling) {
      down = belowCeiling;
    } else {
      up = Math.min(up, (long) ceiling - size);
    }
    long last = size + up == ceiling ? up : belowCeiling;
    if (size > floor) {
      down = Math.min(down, (long) size - floor);
    }
    return new Steps((int) up, (int) down, (int) last);
  }
}
