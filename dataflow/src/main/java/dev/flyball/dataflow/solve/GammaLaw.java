package dev.flyball.dataflow.solve;

/** Quantiles of the gamma law, given its mean and variance. */
final class GammaLaw {

  private static final int STEPS = 200;
  private static final int TERMS_MAX = 10_000;
  private static final double TINY = 1e-300;
  private static final double ENOUGH = 1e-15;

  /** Above this shape the law is as good as constant at its mean. */
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

  private GammaLaw() {}

  /** The value that so large a share lies below; the mean itself where the variance is 0. */
  static double quantile(double mean, double variance, double share) {
    double shape = mean * mean / variance;
    if (!(shape < SHAPE_MAX)) {
      return mean;
    }
    double scale = variance / mean;
    double low = 0;
    double high = Math.max(1, shape);
    while (lowerShare(shape, high) < share) {
      high *= 2;
    }
    for (int step = 0; step < STEPS && high - low > ENOUGH * high; step++) {
      double middle = (low + high) / 2;
      if (lowerShare(shape, middle) < share) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high * scale;
  }

  /** The regularised incomplete gamma function P(a, x). */
  static double lowerShare(double a, double x) {
    if (x <= 0) {
      return 0;
    }
    double factor = StrictMath.exp(a * StrictMath.log(x) - x - logGamma(a));
    return x < a + 1 ? factor * series(a, x) : 1 - factor * fraction(a, x);
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
