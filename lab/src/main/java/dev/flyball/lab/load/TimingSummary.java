package dev.flyball.lab.load;

/**
 * The figures of a distribution of times that reports show.
 *
 * @param count how many times there were; with 0 all other figures are 0 and mean nothing
 * @param meanNanos the mean, in nanoseconds
 * @param p50Nanos the median, in nanoseconds
 * @param p90Nanos the 90th percentile, in nanoseconds
 * @param p95Nanos the 95th percentile, in nanoseconds
 * @param p99Nanos the 99th percentile, in nanoseconds
 * @param maxNanos the longest, in nanoseconds
 */
public record TimingSummary(
    long count,
    double meanNanos,
    long p50Nanos,
    long p90Nanos,
    long p95Nanos,
    long p99Nanos,
    long maxNanos) {}
