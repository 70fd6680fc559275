package dev.flyball.base;

import java.time.Duration;

/** A converter of the public API's durations to nanoseconds. */
public final class Durations {

  private static final Duration LONGEST = Duration.ofDays(365);

  private static final long CENTURY_NANOS = Duration.ofDays(36_525).toNanos();

  private Durations() {}

  /**
   * The moment, but no earlier than now and no later than in a century, so that no difference to a
   * reading of the same clock overflows.
   *
   * @param momentNanos any number
   * @param nowNanos a reading of the clock
   */
  public static long within(long momentNanos, long nowNanos) {
    return Math.max(nowNanos, Math.min(momentNanos, nowNanos + CENTURY_NANOS));
  }

  /** The nanoseconds of a duration above 0 and of at most a year. */
  public static long nanos(String name, Duration value) {
    if (value.isZero() || value.isNegative()) {
      throw new IllegalArgumentException(name + " must be positive but was " + value);
    }
    return atMostAYear(name, value).toNanos();
  }

  /** The duration, if it is at most a year, so that its nanoseconds and sums of them fit a long. */
  public static Duration atMostAYear(String name, Duration value) {
    if (value.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          name + " must be at most " + LONGEST.toDays() + " days but was " + value);
    }
    return value;
  }
}
