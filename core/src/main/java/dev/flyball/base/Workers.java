package dev.flyball.base;

/** The ways in which a computed figure becomes a number of workers, never below 1. */
public final class Workers {

  /** An excess below this share of the figure is an artefact of binary fractions, not a demand. */
  private static final double NOISE = 1e-9;

  private Workers() {}

  /** The next whole number, so 109.2 becomes 110; but 3.0000000000000004 becomes 3. */
  public static int roundedUp(double figure) {
    double finite = Math.min(Double.MAX_VALUE, figure);
    return atLeastOne(Math.ceil(finite - NOISE * Math.max(1, finite)));
  }

  /** The nearest whole number, halves upward. */
  public static int rounded(double figure) {
    return atLeastOne(Math.floor(figure + 0.5));
  }

  /** The whole number below, so 109.8 becomes 109; but 2.9999999999999996 becomes 3. */
  public static int roundedDown(double figure) {
    return atLeastOne(Math.floor(figure + NOISE * Math.max(1, figure)));
  }

  /**
   * The figure to go on from. It is the fractional figure as long as the size is that figure
   * rounded down; otherwise it is the size, because another caller has set it since.
   */
  public static double resumed(double figure, int size) {
    return figure >= 1 && roundedDown(figure) == size ? figure : size;
  }

  /** The sum, or the largest number there is where the sum is beyond it. */
  public static int sum(int workers, int more) {
    return (int) Math.min(Integer.MAX_VALUE, (long) workers + more);
  }

  /** The size changed by a number of workers, held within 1 and the largest number there is. */
  public static int moved(int workers, double by) {
    return atLeastOne(workers + by);
  }

  private static int atLeastOne(double whole) {
    // The cast takes everything beyond the type's range to its end.
    return Math.max(1, (int) whole);
  }
}
