package dev.flyball.sim;

import java.util.List;

/**
 * What a set of independent runs says of a quantity: the mean of the runs' means, and how far the
 * truth may be from it at a confidence of 99 %.
 *
 * @param mean the mean of the runs
 * @param halfWidth half the width of the interval around it, by Student's distribution for {@value
 *     #RUNS} runs
 */
record Estimate(double mean, double halfWidth) {

  /** How many runs the quantile below belongs to. */
  static final int RUNS = 20;

  /** The 99.5 % quantile of Student's t for 19 degrees of freedom. */
  private static final double STUDENT = 2.860935;

  static Estimate of(List<Double> runs) {
    if (runs.size() != RUNS) {
      throw new IllegalArgumentException("runs must be " + RUNS + " but was " + runs.size());
    }
    double mean = runs.stream().mapToDouble(run -> run).average().orElseThrow();
    double squares = runs.stream().mapToDouble(run -> (run - mean) * (run - mean)).sum();
    double deviation = Math.sqrt(squares / (RUNS - 1));
    return new Estimate(mean, STUDENT * deviation / Math.sqrt(RUNS));
  }

  boolean includes(double truth) {
    return Math.abs(truth - mean) <= halfWidth;
  }
}
