package dev.flyball.lab.harness;

import dev.flyball.policy.Quantiles;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * A distribution of times with three significant digits, from 1 microsecond to 1 hour; a longer
 * time counts as an hour. Any thread may add to it, and read it once no other adds any more.
 */
public final class Timings {

  private static final long LONGEST_NANOS = 3_600_000_000_000L;

  private final Histogram histogram = new ConcurrentHistogram(1_000, LONGEST_NANOS, 3);

  /** Adds a time. */
  public void record(long nanos) {
    histogram.recordValue(Math.max(0, Math.min(nanos, LONGEST_NANOS)));
  }

  /** How many times there are. */
  public long count() {
    return histogram.getTotalCount();
  }

  /** The time that {@code percentile} percent of the times do not exceed; 0 when there are none. */
  public long percentileNanos(double percentile) {
    return count() == 0 ? 0 : histogram.getValueAtPercentile(percentile);
  }

  /** The figures that reports show. */
  public Quantiles quantiles() {
    return count() == 0
        ? Quantiles.EMPTY
        : Quantiles.of(
            count(),
            percentileNanos(50),
            percentileNanos(90),
            percentileNanos(95),
            percentileNanos(99),
            histogram.getMaxValue());
  }

  /** Forgets all times. */
  public void reset() {
    histogram.reset();
  }
}
