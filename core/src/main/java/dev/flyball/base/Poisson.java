package dev.flyball.base;

/** The quantiles of a Poisson distribution, for means from nothing to millions. */
public final class Poisson {

  /** Up to this mean the distribution is summed; above it, the quantile scales with the root. */
  private static final double MEAN_MAX_SUMMED = 1e6;

  /** How far from its mean the distribution is summed: beyond lies less than 1e-30 of it. */
  private static final double DEVIATIONS = 12;

  private static final double MARGIN = 30;

  private Poisson() {}

  /**
   * The smallest number that is not exceeded with the given probability.
   *
   * <p>The probabilities are taken relative to the largest of them, so nothing underflows where
   * {@code exp(-mean)} does (at a mean of 746): at the mode the weight is 1, and each neighbour's
   * follows from {@code p(k + 1) / p(k) = mean / (k + 1)}.
   *
   * @param mean the mean, at least 0
   * @param share the probability, above 0 and below 1
   */
  public static double quantile(double mean, double share) {
    if (mean > MEAN_MAX_SUMMED) {
      double deviations =
          (quantile(MEAN_MAX_SUMMED, share) - MEAN_MAX_SUMMED) / Math.sqrt(MEAN_MAX_SUMMED);
      return mean + deviations * Math.sqrt(mean);
    }
    long mode = (long) Math.floor(mean);
    long reach = (long) Math.ceil(DEVIATIONS * Math.sqrt(mean) + MARGIN);
    long first = Math.max(0, mode - reach);
    double weightOfFirst = 1;
    double total = 1;
    for (long k = mode; k > first; k--) {
      weightOfFirst *= k / mean;
      total += weightOfFirst;
    }
    double weight = 1;
    for (long k = mode + 1; k <= mode + reach; k++) {
      weight *= mean / k;
      total += weight;
    }
    return firstReaching(share * total, first, weightOfFirst, mode + reach, mean);
  }

  private static double firstReaching(
      double wanted, long first, double weightOfFirst, long last, double mean) {
    double weight = weightOfFirst;
    double cumulated = weight;
    long k = first;
    while (cumulated < wanted && k < last) {
      k++;
      weight *= mean / k;
      cumulated += weight;
    }
    return k;
  }
}
