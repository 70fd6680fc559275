package dev.flyball.dataflow.solve;

/** Quantiles of the gamma distribution, given its mean and variance. */
final class GammaDistribution {

  private static final int STEPS = 200;
  private static final int TERMS_MAX = 10_000;
  private static final double TINY = 1e-300;
  private static final double ENOUGH = 1e-15;

  /** A step doubles the digits at least: after one as small as this nothing is left to gain. */
  private static final double CLOSE = 1e-8;

  /** Above this shape the distribution is as good as constant at its mean. */
  private static final double SHAPE_MAX = 1e8;

  /** Lanczos' approximation of the gamma function with g = 7 and nine terms. */
  private static final double[] LANCZOS = {
    0.9999999999998099,
    676.5203681218851,
    -1259.1392167224028,
    771.3234287776531,
    -176.6150291621406,
    12.507343278686905,
    -0.13857109526572012,
    9.984369578019572e-06,
    1.5056327351493116e-07
  };

  private GammaDistribution() {}

  /** The value that so large a share lies below; the mean itself where the variance is 0. */
  static double quantile(double mean, double variance, double share) {
    double shape = mean * mean / variance;
    if (!(shape < SHAPE_MAX)) {
      return mean;
    }
    double scale = variance / mean;
    return scale * (shape == 1 ? -StrictMath.log1p(-share) : standardQuantile(shape, share));
  }

  /**
   * The quantile for the scale 1: Newton's steps with Halley's correction, three or four of them,
   * from Wilson and Hilferty's approximation; a step that leaves the interval in which the quantile
   * must be halves it instead.
   */
  private static double standardQuantile(double shape, double share) {
    double logGamma = logGamma(shape);
    double low = 0;
    double high = Double.POSITIVE_INFINITY;
    double x = firstGuess(shape, share, logGamma);
    for (int step = 0; step < STEPS; step++) {
      double density = density(shape, x, logGamma);
      double off = lowerShare(shape, x, density) - share;
      if (off < 0) {
        low = x;
      } else {
        high = x;
      }
      double newton = off / density * x;
      double bend = Math.min(1, newton * ((shape - 1) / x - 1));
      double next = x - newton / (1 - 0.5 * bend);
      if (Math.abs(next - x) <= CLOSE * x) {
        return next;
      }
      if (!(next > low && next < high)) {
        next = high < Double.POSITIVE_INFINITY ? (low + high) / 2 : 2 * x;
      }
      x = next;
    }
    return x;
  }

  /** Wilson and Hilferty 1931: the cube root is nearly normal; not so for the small shapes. */
  private static double firstGuess(double shape, double share, double logGamma) {
    double ninth = 1 / (9 * shape);
    double root = 1 - ninth + normalQuantile(share) * StrictMath.sqrt(ninth);
    double guess = shape * root * root * root;
    double small = StrictMath.exp((StrictMath.log(share * shape) + logGamma) / shape);
    return Math.max(TINY, shape < 0.5 || root < 0.3 ? Math.min(small, shape + 40) : guess);
  }

  /** Hastings' approximation, wrong by less than 0.00045 (Abramowitz and Stegun, 26.2.23). */
  private static double normalQuantile(double share) {
    double t = StrictMath.sqrt(-2 * StrictMath.log(Math.min(share, 1 - share)));
    double z =
        t
            - ((0.010328 * t + 0.802853) * t + 2.515517)
                / (((0.001308 * t + 0.189269) * t + 1.432788) * t + 1);
    return share < 0.5 ? -z : z;
  }

  /** {@code x^a e^-x / Gamma(a)}: x times the density. */
  private static double density(double a, double x, double logGamma) {
    return StrictMath.exp(a * StrictMath.log(x) - x - logGamma);
  }

  /** The regularised incomplete gamma function P(a, x). */
  static double lowerShare(double a, double x) {
    return x <= 0 ? 0 : lowerShare(a, x, density(a, x, logGamma(a)));
  }

  private static double lowerShare(double a, double x, double density) {
    return x < a + 1 ? density * series(a, x) : 1 - density * fraction(a, x);
  }

  private static double series(double a, double x) {
    double term = 1 / a;
    double sum = term;
    for (int n = 1; n < TERMS_MAX && term > ENOUGH * sum; n++) {
      term *= x / (a + n);
      sum += term;
    }
    return sum;
  }

  /** Lentz' evaluation of the continued fraction of the upper part. */
  private static double fraction(double a, double x) {
    double b = x + 1 - a;
    double c = 1 / TINY;
    double d = 1 / b;
    double value = d;
    for (int n = 1; n < TERMS_MAX; n++) {
      double step = -n * (n - a);
      b += 2;
      d = nonZero(step * d + b);
      c = nonZero(b + step / c);
      d = 1 / d;
      double change = d * c;
      value *= change;
      if (Math.abs(change - 1) < ENOUGH) {
        break;
      }
    }
    return value;
  }

  private static double nonZero(double value) {
    return Math.abs(value) < TINY ? TINY : value;
  }

  /** ln Gamma(a), a above 0. */
  static double logGamma(double a) {
    if (a < 0.5) {
      return StrictMath.log(Math.PI / StrictMath.sin(Math.PI * a)) - logGamma(1 - a);
    }
    double x = a - 1;
    double sum = LANCZOS[0];
    for (int i = 1; i < LANCZOS.length; i++) {
      sum += LANCZOS[i] / (x + i);
    }
    double t = x + LANCZOS.length - 1.5;
    return 0.5 * StrictMath.log(2 * Math.PI)
        + (x + 0.5) * StrictMath.log(t)
        - t
        + StrictMath.log(sum);
  }
}
