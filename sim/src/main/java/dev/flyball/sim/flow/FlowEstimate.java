package dev.flyball.sim.flow;

import dev.flyball.base.Require;
import dev.flyball.dataflow.solve.StudentDistribution;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * An estimate of a figure from independent runs: the mean of the runs, and how far the truth may be
 * from it at a confidence of 95 %, by Student's distribution.
 *
 * <p>The interval takes the runs' figures as normally distributed, which means over many records
 * nearly are. A run that had no such figure (NaN) makes the estimate unknown.
 *
 * @param runs how many, at least 2
 * @param mean the mean of the runs
 * @param halfWidth half the width of the interval around it
 */
public record FlowEstimate(int runs, double mean, double halfWidth) {

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
    return new FlowEstimate(runs, mean, StudentDistribution.quantile(runs - 1) * ofMean);
  }

  /** Whether the interval has that value in it. */
  public boolean includes(double truth) {
    return Math.abs(truth - mean) <= halfWidth;
  }
}
