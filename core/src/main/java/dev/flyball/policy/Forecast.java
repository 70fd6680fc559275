package dev.flyball.policy;

import dev.flyball.base.Require;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The predicted effect of another number of workers: throughput as a ratio of the present one, with
 * an interval.
 *
 * <p>A ratio of 1.4 means that 1.4 times as many tasks would end per second. It holds while tasks
 * wait; once the queue is empty, throughput cannot exceed the arrival rate.
 *
 * <p>If something was measured, the ratio should lie between low and high in 95 of 100 cases. If
 * nothing was measured, low and high are bounds: at most in proportion to the workers, at most what
 * the CPU carries, and 0 for a larger size that was never tried, since a downstream may break down.
 *
 * <p>Immutable.
 */
public final class Forecast {

  private final int workers;
  private final double low;
  private final double expected;
  private final double high;
  private final Reason reason;

  /**
   * Makes a forecast for one size.
   *
   * @param workers the size, at least 1
   * @param low the lower end of the ratio, at least 0
   * @param expected the expected ratio, from {@code low} to {@code high}
   * @param high the upper end of the ratio, finite
   * @param reason the basis of the forecast, in one line, for a person
   */
  public Forecast(int workers, double low, double expected, double high, Reason reason) {
    this.workers = Require.atLeast("workers", 1, workers);
    this.low = Require.finiteAtLeast("low", 0, low);
    this.high = Require.finiteAtLeast("high", low, high);
    this.expected = Require.between("expected", low, high, expected);
    this.reason = Objects.requireNonNull(reason, "reason must not be null");
  }

  /** The size in workers, at least 1. */
  public int workers() {
    return workers;
  }

  /** The lower end of the ratio, at least 0. */
  public double low() {
    return low;
  }

  /** The expected ratio, from low to high. */
  public double expected() {
    return expected;
  }

  /** The upper end of the ratio, finite. */
  public double high() {
    return high;
  }

  /** The basis of the forecast. */
  public Reason reason() {
    return reason;
  }

  /** The reason's text. */
  public String why() {
    return reason.text();
  }

  /**
   * The forecast in one line, as in: 32 workers: 1.42 times the present throughput (0.98 to 1.87);
   * ...
   */
  @Override
  public String toString() {
    return Reason.of(
            "%d workers: %.2f times the present throughput (%.2f to %.2f); %s",
            workers, expected, low, high, reason)
        .text();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Forecast that
        && workers == that.workers
        && Double.compare(low, that.low) == 0
        && Double.compare(expected, that.expected) == 0
        && Double.compare(high, that.high) == 0
        && reason.equals(that.reason);
  }

  @Override
  public int hashCode() {
    return Objects.hash(workers, low, expected, high, reason);
  }
}
