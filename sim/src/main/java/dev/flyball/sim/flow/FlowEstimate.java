package dev.flyball.sim.flow;

import dev.flyball.policy.Require;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What independent runs say of a figure: the mean of the runs, and how far the truth may be from it
 * at a confidence of 95 %, by Student's law.
 *
 * <p>The interval takes the runs' figures as normally distributed, which means over many records
 * nearly are. A run that had no such figure (NaN) makes the estimate unknown.
 *
 * @param runs how many, at least 2
 * @param mean the mean of the runs
 * @param halfWidth half the width of the interval around it
 */
public record FlowEstimate(int runs, double mean, double halfWidth) {

  /** The 97.5 % quantile of the normal distribution. */
  private static final double NORMAL = 1.959963984540054;

  /** The 97.5 % quantile of Student's t for 1 to 4 degrees of freedom. */
  private static final double[] STUDENT = {
    12.706204736432095, 4.302652729911275, 3.182446305284263, 2.776445105197799
  };

  public FlowEstimate {
    Require.atLeast("runs", 2, runs);
  }

  /** The estimate of a figure of some runs, at least two. */
  public static FlowEstimate of(List<FlowOutcome> runs, ToDoubleFunction<FlowOutcome> figure) {
    return of(runs.stream().mapToDouble(figure).toArray());
  }

  static FlowEstimate of(double... figures) {
    int runs = Require.atLeast("runs", 2, figures.length);
    double sum = 0;
    for (double figure : figures) {
      sum += figure;
    }
    double mean = sum / runs;
    double squares = 0;
    for (double figure : figures) {
      squares += (figure - mean) * (figure - mean);
    }
    double ofMean = StrictMath.sqrt(squares / (runs - 1) / runs);
    return new FlowEstimate(runs, mean, student(runs - 1) * ofMean);
  }

  /**
   * The 97.5 % quantile of Student's t: beyond the table, expanded around the normal one
   * (Abramowitz and Stegun 1964, 26.7.5), wrong by less than 0.02 %.
   */
  static double student(int freedom) {
    if (freedom <= STUDENT.length) {
      return STUDENT[freedom - 1];
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

  /** Whether the interval has that value in it. */
  public boolean includes(double truth) {
    return Math.abs(truth - mean) <= halfWidth;
  }
}
