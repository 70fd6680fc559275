package dev.flyball.dataflow.measure;

import dev.flyball.policy.Require;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A mean, and how sure it is.
 *
 * @param mean the mean of the repetitions
 * @param halfWidth half the width of the 95 % confidence interval around it: t s / sqrt(n), with
 *     Student's t for n - 1 degrees of freedom; empty for a single repetition
 * @param repetitions n, at least 1
 */
public record Estimate(double mean, OptionalDouble halfWidth, int repetitions) {

  /** Student's t, the 97.5 % quantile, for 1 to 30 degrees of freedom. */
  private static final List<Double> STUDENT =
      List.of(
          12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281, 2.2010,
          2.1788, 2.1604, 2.1448, 2.1314, 2.1199, 2.1098, 2.1009, 2.0930, 2.0860, 2.0796, 2.0739,
          2.0687, 2.0639, 2.0595, 2.0555, 2.0518, 2.0484, 2.0452, 2.0423);

  private static final double NORMAL = 1.959964;

  public Estimate {
    Require.atLeast("repetitions", 1, repetitions);
  }

  /** The estimate from repetitions, at least one. */
  public static Estimate of(List<Double> values) {
    Moments moments = new Moments();
    values.forEach(moments::add);
    int count = values.size();
    Require.atLeast("number of values", 1, count);
    return new Estimate(
        moments.mean(),
        count == 1
            ? OptionalDouble.empty()
            : OptionalDouble.of(student(count - 1) * Math.sqrt(moments.variance() / count)),
        count);
  }

  /** Half the width as a part of the mean, which is above 0. */
  public OptionalDouble relative() {
    return halfWidth.isPresent()
        ? OptionalDouble.of(halfWidth.getAsDouble() / mean)
        : OptionalDouble.empty();
  }

  /** Beyond the table by the first terms of Abramowitz and Stegun, 26.7.5. */
  static double student(int freedom) {
    if (freedom <= STUDENT.size()) {
      return STUDENT.get(freedom - 1);
    }
    double z3 = NORMAL * NORMAL * NORMAL;
    return NORMAL + (z3 + NORMAL) / (4 * freedom);
  }
}
