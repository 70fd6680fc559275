package dev.flyball.lab.bench;

import dev.flyball.policy.Quantiles;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** A distribution of delays that any thread may add to. */
final class Delays {

  private static final long LONGEST_NANOS = 3_600_000_000_000L;
  private static final int DIGITS = 3;

  private final Histogram histogram = new ConcurrentHistogram(1_000, LONGEST_NANOS, DIGITS);

  void record(long nanos) {
    histogram.recordValue(Math.max(0, Math.min(nanos, LONGEST_NANOS)));
  }

  Quantiles quantiles() {
    return of(histogram);
  }

  /** The quantiles of a histogram of nanoseconds. */
  static Quantiles of(Histogram of) {
    Histogram still = of.copy();
    return still.getTotalCount() == 0
        ? Quantiles.EMPTY
        : Quantiles.of(
            still.getTotalCount(),
            still.getValueAtPercentile(50),
            still.getValueAtPercentile(90),
            still.getValueAtPercentile(95),
            still.getValueAtPercentile(99),
            still.getMaxValue());
  }
}
