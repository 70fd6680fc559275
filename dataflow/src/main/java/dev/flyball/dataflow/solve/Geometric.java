package dev.flyball.dataflow.solve;

/**
 * Sums of powers of a ratio from 0 to 1, in closed forms that lose no digits where the ratio is
 * near 1 and there are many terms.
 */
final class Geometric {

  /** Below this ratio the textbook form of the weighted sum loses nothing. */
  private static final double PLAIN_MAX = 0.5;

  /** Up to here a series is more exact than the difference of two large numbers. */
  private static final double SERIES_MAX = 1.0;

  /** B_2i / (2i)!, i from 1 on: what {@link #smooth} is made of near 0. */
  private static final double[] SERIES = {
    1.0 / 12,
    -1.0 / 720,
    1.0 / 30_240,
    -1.0 / 1_209_600,
    1.0 / 47_900_160,
    -691.0 / 1_307_674_368_000.0,
    1.0 / 74_724_249_600.0,
    -3617.0 / 10_670_622_842_880_000.0,
    43_867.0 / 5_109_094_217_170_944_000.0
  };

  private Geometric() {}

  /** {@code 1 + r + ... + r^(terms - 1)}; 0 for no term. */
  static double sum(double ratio, long terms) {
    if (terms == 0) {
      return 0;
    }
    if (ratio == 1) {
      return terms;
    }
    return StrictMath.expm1(terms * StrictMath.log1p(ratio - 1)) / (ratio - 1);
  }

  /** {@code 1 + 2 r + 3 r^2 + ... + terms r^(terms - 1)}. */
  static double weightedSum(double ratio, long terms) {
    if (terms == 0) {
      return 0;
    }
    if (ratio == 1) {
      return terms * (terms + 1.0) / 2;
    }
    if (ratio <= PLAIN_MAX) {
      double last = StrictMath.pow(ratio, terms);
      double rest = 1 - ratio;
      return (1 - last * (1 + terms * rest)) / (rest * rest);
    }
    return derivative(StrictMath.log1p(ratio - 1), terms) / ratio;
  }

  /**
   * The sum of {@code j e^(jx)} for j from 0 to {@code terms}, x below 0: the derivative of {@code
   * G(x) = expm1((terms + 1) x) / expm1(x)}, which is G times the difference of two functions with
   * a pole at 0; the poles are equal, so they are left out of both.
   */
  private static double derivative(double x, long terms) {
    double all = terms + 1.0;
    double sum = StrictMath.expm1(all * x) / StrictMath.expm1(x);
    return sum * (all * smooth(all * x) - smooth(x));
  }

  /** {@code 1 / (1 - e^-y) - 1 / y}, which is 1/2 at 0. */
  private static double smooth(double y) {
    if (Math.abs(y) > SERIES_MAX) {
      return -1 / StrictMath.expm1(-y) - 1 / y;
    }
    double square = y * y;
    double series = 0;
    for (int i = SERIES.length - 1; i >= 0; i--) {
      series = series * square + SERIES[i];
    }
    return 0.5 + y * series;
  }

  /** {@code terms + (terms - 1) r + ... + 1 r^(terms - 1)}. */
  static double fallingSum(double ratio, long terms) {
    return (terms + 1.0) * sum(ratio, terms) - weightedSum(ratio, terms);
  }

  /**
   * The sums of {@code j^p r^j} for j from 0 to {@code terms - 1} and p from 0 to 2: of twice as
   * many terms from those of half, so that only positive numbers are added.
   */
  static double[] moments(double ratio, long terms) {
    double[] sums = new double[3];
    long done = 0;
    for (int bit = Long.SIZE - 1 - Long.numberOfLeadingZeros(terms); bit >= 0; bit--) {
      double power = StrictMath.pow(ratio, done);
      double shifted = sums[1] + done * sums[0];
      sums[2] += power * (sums[2] + done * (sums[1] + shifted));
      sums[1] += power * shifted;
      sums[0] += power * sums[0];
      done *= 2;
      if ((terms >>> bit & 1) == 1) {
        double last = StrictMath.pow(ratio, done);
        sums[0] += last;
        sums[1] += done * last;
        sums[2] += (double) done * done * last;
        done++;
      }
    }
    return sums;
  }
}
