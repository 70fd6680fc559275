package dev.flyball.policy;

/**
 * Quantiles of a duration over one window.
 *
 * @param count how many durations there were; with 0 the other figures mean nothing
 * @param p50Nanos the median, in nanoseconds
 * @param p90Nanos the 90th percentile, in nanoseconds
 * @param p95Nanos the 95th percentile, in nanoseconds
 * @param p99Nanos the 99th percentile, in nanoseconds
 * @param maxNanos the longest, in nanoseconds
 */
public record Quantiles(
    long count, long p50Nanos, long p90Nanos, long p95Nanos, long p99Nanos, long maxNanos) {

  /** No durations at all. */
  public static final Quantiles EMPTY = new Quantiles(0, 0, 0, 0, 0, 0);

  /** Whether there were no durations, so that there are no quantiles either. */
  public boolean isEmpty() {
    return count == 0;
  }
}
