package dev.flyball.adapters.eventloop;

import dev.flyball.policy.Require;

/**
 * Moments of the last second, each with a length: when something happened and how long it took.
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
