package dev.flyball.policy;

import dev.flyball.base.Require;
import java.util.Arrays;
import java.util.List;

/**
 * How many durations there were, by their length: a histogram since a target was made.
 *
 * <p>Immutable. Lengths are rounded to within 1.6 %. Where only some tasks are clocked, each of
 * them counts for all that it stands for.
 */
public final class DurationCounts {

  /** No durations. */
  public static final DurationCounts NONE = of(List.of());

  private final long[] lengths;
  private final long[] within;

  private DurationCounts(long[] lengths, long[] within) {
    this.lengths = lengths;
    this.within = within;
  }

  /**
   * Durations of one length.
   *
   * @param nanos the length, in nanoseconds, at least 0
   * @param count how many of them there were, at least 0
   */
  public record Length(long nanos, long count) {
    public Length {
      Require.countAtLeast("nanos", 0, nanos);
      Require.countAtLeast("count", 0, count);
    }
  }

  /**
   * Makes counts of these lengths.
   *
   * @param lengths from the shortest to the longest, none of them twice
   * @throws IllegalArgumentException when they are in another order
   */
  public static DurationCounts of(List<Length> lengths) {
    long[] nanos = new long[lengths.size()];
    long[] within = new long[lengths.size()];
    long all = 0;
    for (int i = 0; i < nanos.length; i++) {
      Length length = lengths.get(i);
      if (i > 0 && length.nanos() <= nanos[i - 1]) {
        throw new IllegalArgumentException(
            "lengths must ascend but was " + length.nanos() + " ns after " + nanos[i - 1] + " ns");
      }
      all += length.count();
      nanos[i] = length.nanos();
      within[i] = all;
    }
    return new DurationCounts(nanos, within);
  }

  /** All durations. */
  public long count() {
    return within.length == 0 ? 0 : within[within.length - 1];
  }

  /** The durations of at most that many nanoseconds. */
  public long within(long nanos) {
    int place = Arrays.binarySearch(lengths, nanos);
    int shorter = place >= 0 ? place : -place - 2;
    return shorter < 0 ? 0 : within[shorter];
  }
}
