package dev.flyball.lab.report;

import dev.flyball.policy.Quantiles;

/**
 * Quantiles of a time in milliseconds; NaN is not known.
 *
 * @param p50 the median
 * @param p90 its 90th percentile
 * @param p95 its 95th percentile
 * @param p99 its 99th percentile
 * @param max the longest
 */
public record Spread(double p50, double p90, double p95, double p99, double max) {

  /** Nothing is known: it was not measured, or no task ended. */
  public static final Spread UNKNOWN =
      new Spread(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);

  private static final double NANOS_PER_MILLI = 1e6;

  /** The quantiles of a window, in which some task may not have ended. */
  public static Spread of(Quantiles quantiles) {
    return quantiles.isEmpty()
        ? UNKNOWN
        : new Spread(
            quantiles.p50Nanos() / NANOS_PER_MILLI,
            quantiles.p90Nanos() / NANOS_PER_MILLI,
            quantiles.p95Nanos() / NANOS_PER_MILLI,
            quantiles.p99Nanos() / NANOS_PER_MILLI,
            quantiles.maxNanos() / NANOS_PER_MILLI);
  }

  JsonFields json() {
    return JsonFields.of("p50", p50)
        .and("p90", p90)
        .and("p95", p95)
        .and("p99", p99)
        .and("max", max);
  }
}
