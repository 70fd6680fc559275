package dev.flyball.dataflow.solve;

import dev.flyball.base.Require;

/**
 * Student's t, which says how far the mean of a few repetitions may be from the truth: {@code mean
 * +- t s / sqrt(n)} has it in it with a confidence of 95 %, where the repetitions are independent
 * and normally distributed.
 */
public final class StudentDistribution {

  /**
   * The 97.5 % quantile of the normal distribution, which Student's becomes with many repetitions.
   */
  private static final double NORMAL = 1.959963984540054;

  /** The 97.5 % quantile for 1 to 4 degrees of freedom. */
  private static final double[] FEW = {
    12.706204736432095, 4.302652729911275, 3.182446305284263, 2.776445105197799
  };

  private StudentDistribution() {}

  /**
   * The 97.5 % quantile: exact to the last digit for up to four degrees of freedom, beyond them
   * expanded around the normal one (Abramowitz and Stegun 1964, 26.7.5) and wrong by less than 0.02
   * %.
   *
   * @param freedom degrees of freedom, one less than there are repetitions; at least 1
   */
  public static double quantile(int freedom) {
    Require.atLeast("freedom", 1, freedom);
    if (freedom <= FEW.length) {
      return FEW[freedom - 1];
    }
    double z = NORMAL;
    double z2 = z * z;
    double g1 = (z2 + 1) * z / 4;
    double g2 = ((5 * z2 + 16) * z2 + 3) * z / 96;
    double g3 = (((3 * z2 + 19) * z2 + 17) * z2 - 15) * z / 384;
    double g4 = ((((79 * z2 + 776) * z2 + 1482) * z2 - 1920) * z2 - 945) * z / 92160;
    double v = freedom;
    return z + (g1 + (g2 + (g3 + g4 / v) / v) / v) / v;
  }
}
