package dev.flyball.policy;

import dev.flyball.base.Require;

/**
 * What a policy has learned of one size: a point of throughput as a function of the size.
 *
 * @param workers the size, above 0
 * @param throughput what gets done at that size, above 0, in a unit of the policy's own: only the
 *     ratio of two of one policy means something
 * @param error the standard error of the throughput, as a share of it, at least 0
 * @param atSeconds when it was measured, on the target's clock, in seconds from an arbitrary
 *     origin; NaN where the error holds at any time
 */
public record LearnedSize(double workers, double throughput, double error, double atSeconds) {

  /** A size whose error holds at any time. */
  public LearnedSize(double workers, double throughput, double error) {
    this(workers, throughput, error, Double.NaN);
  }

  public LearnedSize {
    Require.above("workers", 0, workers);
    Require.above("throughput", 0, throughput);
    Require.finiteAtLeast("error", 0, error);
    if (Double.isInfinite(atSeconds)) {
      throw new IllegalArgumentException("atSeconds must be finite or NaN but was " + atSeconds);
    }
  }
}
