package dev.flyball.dataflow.measure;

import dev.flyball.base.Require;
import dev.flyball.dataflow.solve.StudentDistribution;
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

  public Estimate {
    Require.atLeast("repetitions", 1, repetitions);
  }

  /** The estimate from repetitions, at least one. */
  public static Estimate of(List<Double> values) {
    RunningMoments moments = new RunningMoments();
    values.forEach(moments::add);
    int count = values.size();
    Require.atLeast("number of values", 1, count);
    return new Estimate(
        moments.mean(),
        count == 1
            ? OptionalDouble.empty()
            : OptionalDouble.of(
                StudentDistribution.quantile(count - 1) * Math.sqrt(moments.variance() / count)),
        count);
  }

  /** Half the width as a part of the mean, which is above 0. */
  public OptionalDouble relative() {
    return halfWidth.isPresent()
        ? OptionalDouble.of(halfWidth.getAsDouble() / mean)
        : OptionalDouble.empty();
  }
}
