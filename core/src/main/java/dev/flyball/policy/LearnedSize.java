package dev.flyball.policy;

import dev.flyball.base.Require;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A point of throughput as a function of the size, as far as a policy has learned it.
 *
 * <p>Immutable.
 */
public final class LearnedSize {

  private final double workers;
  private final double throughput;
  private final double error;
  private final double atSeconds;

  /**
   * Makes a point.
   *
   * @param workers the size, above 0
   * @param throughput the throughput at that size, above 0, in a unit of the policy's own: only the
   *     ratio of two values of one policy has a meaning
   * @param error the standard error of the throughput, as a share of it, at least 0
   * @param atSeconds when it was measured, on the target's clock, in seconds from an arbitrary
   *     origin; NaN if the error does not grow with age
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

  /** Makes a point whose error does not grow with age. */
  public LearnedSize(double workers, double throughput, double error) {
    this(workers, throughput, error, Double.NaN);
  }

  /** The size in workers, above 0. */
  public double workers() {
    return workers;
  }

  /** The throughput at that size, above 0, in a unit of the policy's own. */
  public double throughput() {
    return throughput;
  }

  /** The standard error of the throughput, as a share of it, at least 0. */
  public double error() {
    return error;
  }

  /**
   * When it was measured, in seconds on the target's clock; NaN if the error does not grow with
   * age.
   */
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
