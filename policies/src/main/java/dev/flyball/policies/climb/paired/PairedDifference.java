package dev.flyball.policies.climb.paired;

/**
 * The difference of a figure between two sizes: the logarithms of its ratios in pairs, counted.
 *
 * @param pairs how many
 * @param mean their mean
 * @param spread the sum of their squared deviations from it
 */
record PairedDifference(int pairs, double mean, double spread) {

  static final PairedDifference NONE = new PairedDifference(0, 0, 0);

  /** How many pairs the deviation expected beforehand is worth. */
  private static final double PRIOR_PAIRS = 3;

  PairedDifference with(double logOfRatio) {
    int count = pairs + 1;
    double apart = logOfRatio - mean;
    double moved = mean + apart / count;
    return new PairedDifference(count, moved, spread + apart * (logOfRatio - moved));
  }

  /**
   * The standard error of the mean.
   *
   * @param expected the deviation of one pair that is expected before any was seen
   */
  double error(double expected) {
    double known = PRIOR_PAIRS * expected * expected + spread;
    double deviation = StrictMath.sqrt(known / (PRIOR_PAIRS + Math.max(0, pairs - 1)));
    return deviation / StrictMath.sqrt(Math.max(1, pairs));
  }
}
