package dev.flyball.policy;

import dev.flyball.base.Require;

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
 * @param workers the number asked about, at least 1
 * @param low the lower end, at least 0
 * @param expected the ratio to expect, from {@code low} to {@code high}
 * @param high the upper end, finite
 * @param reason what it rests on, in one line, for a person
 */
public record Forecast(int workers, double low, double expected, double high, Reason reason) {

  public Forecast {
    Require.atLeast("workers", 1, workers);
    Require.finiteAtLeast("low", 0, low);
    Require.finiteAtLeast("high", low, high);
    Require.between("expected", low, high, expected);
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
}
