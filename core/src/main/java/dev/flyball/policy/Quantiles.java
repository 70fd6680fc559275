package dev.flyball.policy;

import dev.flyball.base.Require;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Quantiles of a duration over one window, in nanoseconds.
 *
 * <p>Immutable. Without any duration, {@link #isEmpty()}, the quantiles are 0 and mean nothing.
 */
public final class Quantiles {

  /** No durations at all. */
  public static final Quantiles EMPTY = of(0, 0, 0, 0, 0, 0);

  static final List<String> NAMES =
      List.of("count", "p50Nanos", "p90Nanos", "p95Nanos", "p99Nanos", "maxNanos");

  private final long[] figures;

  private Quantiles(long... figures) {
    this.figures = figures;
  }

  /**
   * Makes quantiles of {@code count} durations.
   *
   * @param count the number of durations, at least 0
   * @param p50Nanos the median
   * @param p90Nanos the 90th percentile
   * @param p95Nanos the 95th percentile
   * @param p99Nanos the 99th percentile
   * @param maxNanos the longest
   */
  public static Quantiles of(
      long count, long p50Nanos, long p90Nanos, long p95Nanos, long p99Nanos, long maxNanos) {
    Require.countAtLeast("count", 0, count);
    return new Quantiles(count, p50Nanos, p90Nanos, p95Nanos, p99Nanos, maxNanos);
  }

  /** The number of durations, at least 0. */
  public long count() {
    return figures[0];
  }

  /** The median, in nanoseconds. */
  public long p50Nanos() {
    return figures[1];
  }

  /** The 90th percentile, in nanoseconds. */
  public long p90Nanos() {
    return figures[2];
  }

  /** The 95th percentile, in nanoseconds. */
  public long p95Nanos() {
    return figures[3];
  }

  /** The 99th percentile, in nanoseconds. */
  public long p99Nanos() {
    return figures[4];
  }

  /** The longest duration, in nanoseconds. */
  public long maxNanos() {
    return figures[5];
  }

  /** Whether there were no durations, so that the quantiles mean nothing. */
  public boolean isEmpty() {
    return count() == 0;
  }

  /** The figure at this index of {@link #NAMES}. */
  long at(int place) {
    return figures[place];
  }

  Quantiles with(int place, long value) {
    Require.countAtLeast(NAMES.get(place), 0, value);
    long[] changed = figures.clone();
    changed[place] = value;
    return new Quantiles(changed);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Quantiles that && Arrays.equals(figures, that.figures);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(figures);
  }

  @Override
  public String toString() {
    return "Quantiles" + NAMES + Arrays.toString(figures);
  }
}
