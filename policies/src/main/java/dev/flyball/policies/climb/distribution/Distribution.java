package dev.flyball.policies.climb.distribution;

/**
 * The throughput of one size of a pool: a normal distribution that follows its measurements.
 *
 * <p>Mean and variance are exponentially weighted, the newest measurement by 0.2. The first one is
 * the mean, with a deviation of a sixth of it. A measurement three deviations off is an outlier;
 * five in a row, one where the deviation is above a tenth of the mean, or one that is off by half
 * of the mean, say that the distribution is of the past: it is to be begun anew.
 *
 * @param mean the mean throughput, in tasks per second
 * @param variance the variance
 * @param outliers how many outliers came in a row, at the end
 * @param updatedCycle the number of the cycle that brought the last measurement
 */
record Distribution(double mean, double variance, int outliers, long updatedCycle) {

  private static final double NEWEST = 0.2;
  private static final double FIRST_DEVIATION = 1.0 / 6;
  private static final double OUTLIER = 3;
  private static final double Z_MAX = 3.4;
  private static final double STEADY_MAX = 0.10;
  private static final double OFF_MAX = 0.50;
  private static final int OUTLIERS_MAX = 5;
  private static final double APART_MAX = 5;
  private static final double AGE_MAX = 5;

  static Distribution first(double throughput, long cycle) {
    double deviation = throughput * FIRST_DEVIATION;
    return new Distribution(throughput, deviation * deviation, 0, cycle);
  }

  Distribution with(double throughput, long cycle) {
    double off = throughput - mean;
    double newMean = mean + NEWEST * off;
    double newVariance = (1 - NEWEST) * (variance + NEWEST * off * off);
    return new Distribution(newMean, newVariance, outlier(throughput) ? outliers + 1 : 0, cycle);
  }

  double deviation() {
    return Math.sqrt(variance);
  }

  private boolean outlier(double throughput) {
    return Math.abs(z(throughput)) >= OUTLIER;
  }

  /** Whether this measurement says that the workload is another one than it was. */
  boolean disownedBy(double throughput) {
    return outlier(throughput)
        && (deviation() / mean > STEADY_MAX
            || Math.abs(throughput - mean) / mean > OFF_MAX
            || outliers + 1 >= OUTLIERS_MAX);
  }

  /** Whether it is too old for its variability, or too far from what is seen now, to be of use. */
  boolean stale(double throughputNow, long cycle) {
    double times = throughputNow / mean;
    boolean far = times > APART_MAX || times < 1 / APART_MAX;
    return far || (cycle - updatedCycle) * (deviation() / mean) > AGE_MAX;
  }

  /**
   * The probability that a throughput is above the given one, in deviations cut to two places,
   * since the source looks it up in a table with steps of 0.01.
   */
  double above(double throughput) {
    return normal(-(int) (z(throughput) * 100) / 100.0);
  }

  private double z(double throughput) {
    double off = throughput - mean;
    if (off == 0) {
      return 0;
    }
    return Math.max(-Z_MAX, Math.min(Z_MAX, off / deviation()));
  }

  /**
   * The standard normal distribution function, to 7 places (Abramowitz and Stegun 1964, 26.2.17).
   */
  static double normal(double z) {
    double t = 1 / (1 + 0.2316419 * Math.abs(z));
    double polynomial =
        t
            * (0.319381530
                + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
    double tail = StrictMath.exp(-z * z / 2) / StrictMath.sqrt(2 * StrictMath.PI) * polynomial;
    return z >= 0 ? 1 - tail : tail;
  }
}
