package dev.flyball.policy;

import dev.flyball.base.Require;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What another number of workers would bring: throughput as a ratio of the present one, with an
 * interval.
 *
 * <p>A ratio of 1.4 says that 1.4 times as many tasks would end per second. While tasks wait it is
 * the ratio of what the workers get done as long as tasks wait; once the queue is gone, no more
 * ends than comes.
 *
 * <p>Low and high are meant to hold in 95 of 100 cases where something was measured. Where nothing
 * was, they are bounds: no more than in proportion to the workers, no more than the CPU carries,
 * and 0 where a larger size was never tried, for what stands behind may break down.
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
   * A forecast of one size.
   *
   * @param workers the number asked about, at least 1
   * @param low the lower end, at least 0
   * @param expected the ratio to expect, from {@code low} to {@code high}
   * @param high the upper end, finite
   * @param reason what it rests on, in one line, for a person
   */
  public Forecast(int workers, double low, double expected, double high, Reason reason) {
    this.workers = Require.atLeast("workers", 1, workers);
    this.low = Require.finiteAtLeast("low", 0, low);
    this.high = Require.finiteAtLeast("high", low, high);
    this.expected = Require.between("expected", low, high, expected);
    this.reason = Objects.requireNonNull(reason, "reason must not be null");
  }

  /** The number asked about. */
  public int workers() {
    return workers;
  }

  /** The lower end of the ratio. */
  public double low() {
    return low;
  }

  /** The ratio to expect. */
  public double expected() {
    return expected;
  }

  /** The upper end of the ratio. */
  public double high() {
    return high;
  }

  /** What the forecast rests on. */
  public Reason reason() {
    return reason;
  }

  /** The reason's text. */
  public String why() {
    return reason.text();
  }

  /** In one line, as in: 32 workers: 1.42 times the present throughput (0.98 to 1.87); ... */
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
