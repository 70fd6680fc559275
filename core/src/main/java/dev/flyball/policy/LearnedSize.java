package dev.flyball.policy;

import dev.flyball.base.Require;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a policy has learned of one size: a point of throughput as a function of the size.
 *
 * <p>Immutable.
 */
public final class LearnedSize {

  private final double workers;
  private final double throughput;
  private final double error;
  private final double atSeconds;

  /**
   * A size and what gets done at it.
   *
   * @param workers the size, above 0
   * @param throughput what gets done at that size, above 0, in a unit of the policy's own: only the
   *     ratio of two of one policy means something
   * @param error the standard error of the throughput, as a share of it, at least 0
   * @param atSeconds when it was measured, on the target's clock, in seconds from an arbitrary
   *     origin; NaN where the error holds at any time
   */
  public LearnedSize(double workers, double throughput, double error, double atSeconds) {
    this.workers = Require.above("workers", 0, workers);
    this.throughput = Require.above("throughput", 0, throughput);
    this.error = Require.finiteAtLeast("error", 0, error);
    if (Double.isInfinite(atSeconds)) {
      throw new IllegalArgumentException("atSeconds must be finite or NaN but was " + atSeconds);
    }
    this.atSeconds = atSeconds;
  }

  /** A size whose error holds at any time. */
  public LearnedSize(double workers, double throughput, double error) {
    this(workers, throughput, error, Double.NaN);
  }

  /** The size. */
  public double workers() {
    return workers;
  }

  /** What gets done at that size, in a unit of the policy's own. */
  public double throughput() {
    return throughput;
  }

  /** The standard error of the throughput, as a share of it. */
  public double error() {
    return error;
  }

  /** When it was measured, in seconds on the target's clock; NaN where the error always holds. */
  public double atSeconds() {
    return atSeconds;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof LearnedSize that
        && Double.compare(workers, that.workers) == 0
        && Double.compare(throughput, that.throughput) == 0
        && Double.compare(error, that.error) == 0
        && Double.compare(atSeconds, that.atSeconds) == 0;
  }

  @Override
  public int hashCode() {
    return Objects.hash(workers, throughput, error, atSeconds);
  }

  @Override
  public String toString() {
    return "LearnedSize[workers="
        + workers
        + ", throughput="
        + throughput
        + ", error="
        + error
        + ", atSeconds="
        + atSeconds
        + "]";
  }
}
