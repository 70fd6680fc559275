package dev.flyball.adapters.eventloop;

import dev.flyball.base.Require;

/**
 * The moments of the last second, each with a length: when something happened and how long it took.
 *
 * <p>Holds so many at most; where more happen in a second, the oldest of them are forgotten. Safe
 * for any number of threads; each holds the monitor for a walk over a few dozen numbers.
 */
public final class RecentTimes {

  /** The time that is looked back on. */
  public static final long WINDOW_NANOS = 1_000_000_000;

  private final long[] atNanos;
  private final long[] tookNanos;
  private long count;

  /** Room for so many moments. */
  public RecentTimes(int capacity) {
    Require.atLeast("capacity", 1, capacity);
    atNanos = new long[capacity];
    tookNanos = new long[capacity];
  }

  /** Adds a moment, not before those that are there. */
  public synchronized void add(long nowNanos, long lengthNanos) {
    int slot = (int) (count % atNanos.length);
    atNanos[slot] = nowNanos;
    tookNanos[slot] = lengthNanos;
    count++;
  }

  /** How many moments lie in the second before. */
  public synchronized int countIn(long nowNanos) {
    int recent = 0;
    while (recent < kept() && isRecent(recent, nowNanos)) {
      recent++;
    }
    return recent;
  }

  /**
   * How many moments there are in a second, as of the second before: from the time between the
   * first and the last of them, so that it is not rounded to whole ones.
   *
   * <pre>{@code
   * rate = (n - 1) / (last - first + silence)
   * }</pre>
   *
   * <p>The silence is what the times before the first and after the last are longer than the mean
   * time between two: a second with 31 moments in its first half alone has a rate of 31, not 60.
   * Fewer than two are counted.
   */
  public synchronized double ratePerSecond(long nowNanos) {
    int recent = countIn(nowNanos);
    if (recent < 2) {
      return recent;
    }
    long firstNanos = atNanos[slot(recent - 1)];
    long lastNanos = atNanos[slot(0)];
    double meanNanos = (double) (lastNanos - firstNanos) / (recent - 1);
    double before = Math.max(0, firstNanos - (nowNanos - WINDOW_NANOS) - meanNanos);
    double after = Math.max(0, nowNanos - lastNanos - meanNanos);
    return (recent - 1) * 1e9 / (lastNanos - firstNanos + before + after);
  }

  /** The longest that took any of the second before, in nanoseconds; 0 where there is none. */
  public synchronized long longestNanos(long nowNanos) {
    long longest = 0;
    for (int back = 0; back < kept() && isRecent(back, nowNanos); back++) {
      longest = Math.max(longest, tookNanos[slot(back)]);
    }
    return longest;
  }

  private long kept() {
    return Math.min(count, atNanos.length);
  }

  private boolean isRecent(int back, long nowNanos) {
    return nowNanos - atNanos[slot(back)] < WINDOW_NANOS;
  }

  private int slot(int back) {
    return (int) ((count - 1 - back) % atNanos.length);
  }
}
