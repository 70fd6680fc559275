package dev.flyball.lab.load;

import dev.flyball.base.Require;
import org.HdrHistogram.Histogram;

/**
 * A distribution of times with three significant digits, from 1 microsecond to 1 hour.
 *
 * <p>Immutable: it owns a copy of the histogram it was made of. A longer time counts as an hour.
 */
public final class Timings {

  private static final long LONGEST_NANOS = 3_600_000_000_000L;

  private final Histogram histogram;

  private Timings(Histogram histogram) {
    this.histogram = histogram;
  }

  /** An empty histogram of this shape, to be recorded into by {@link #record}. */
  static Histogram recorder() {
    return new Histogram(1_000, LONGEST_NANOS, 3);
  }

  static void record(Histogram recorder, long nanos) {
    recorder.recordValue(Math.max(0, Math.min(nanos, LONGEST_NANOS)));
  }

  static Timings of(Histogram recorder) {
    return new Timings(recorder.copy());
  }

  static TimingSummary summary(Histogram histogram) {
    if (histogram.getTotalCount() == 0) {
      return new TimingSummary(0, 0, 0, 0, 0, 0, 0);
    }
    return new TimingSummary(
        histogram.getTotalCount(),
        histogram.getMean(),
        histogram.getValueAtPercentile(50),
        histogram.getValueAtPercentile(90),
        histogram.getValueAtPercentile(95),
        histogram.getValueAtPercentile(99),
        histogram.getMaxValue());
  }

  public long count() {
    return histogram.getTotalCount();
  }

  /** The mean in nanoseconds; 0 when there are no times. */
  public double meanNanos() {
    return count() == 0 ? 0 : histogram.getMean();
  }

  /** The time that {@code percentile} percent of the times do not exceed; 0 when there are none. */
  public long percentileNanos(double percentile) {
    Require.between("percentile", 0, 100, percentile);
    return count() == 0 ? 0 : histogram.getValueAtPercentile(percentile);
  }

  /** The figures that reports show. */
  public TimingSummary summary() {
    return summary(histogram);
  }

  /** A copy, in nanoseconds, for whatever else one wants of it. */
  public Histogram toHistogram() {
    return histogram.copy();
  }

  @Override
  public String toString() {
    return summary().toString();
  }

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
}
