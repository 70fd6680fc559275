package dev.flyball.lab.report;

import java.util.OptionalDouble;

/**
 * The distribution of a duration over the tasks of a run, in milliseconds; an unknown figure is
 * empty.
 *
 * @param p50 the median, in milliseconds
 * @param p90 the 90th percentile, in milliseconds
 * @param p95 the 95th percentile, in milliseconds
 * @param p99 the 99th percentile, in milliseconds
 * @param max the longest, in milliseconds
 */
public record Spread(
    OptionalDouble p50,
    OptionalDouble p90,
    OptionalDouble p95,
    OptionalDouble p99,
    OptionalDouble max) {

  /** Nothing is known: it was not measured, or no task ended. */
  public static final Spread UNKNOWN =
      ofMillis(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);

  private static final double NANOS_PER_MILLI = 1e6;

  public Spread {
    Require.amountOrUnknown("p50", p50);
    Require.amountOrUnknown("p90", p90);
    Require.amountOrUnknown("p95", p95);
    Require.amountOrUnknown("p99", p99);
    Require.amountOrUnknown("max", max);
  }

  JsonFields json() {
    return JsonFields.of("p50", p50)
        .and("p90", p90)
        .and("p95", p95)
        .and("p99", p99)
        .and("max", max);
  }

  /** A spread given in milliseconds; NaN says that a figure is not known. */
  public static Spread ofMillis(double p50, double p90, double p95, double p99, double max) {
    return new Spread(
        Require.unlessNaN(p50),
        Require.unlessNaN(p90),
        Require.unlessNaN(p95),
        Require.unlessNaN(p99),
        Require.unlessNaN(max));
  }

  /** A spread given in nanoseconds, all of it known. */
  public static Spread ofNanos(
      long p50Nanos, long p90Nanos, long p95Nanos, long p99Nanos, long maxNanos) {
    return ofMillis(
        p50Nanos / NANOS_PER_MILLI,
        p90Nanos / NANOS_PER_MILLI,
        p95Nanos / NANOS_PER_MILLI,
        p99Nanos / NANOS_PER_MILLI,
        maxNanos / NANOS_PER_MILLI);
  }
}
