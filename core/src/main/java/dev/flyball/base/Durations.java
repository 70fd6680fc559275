package dev.flyball.base;

import java.time.Duration;

/** A converter of the public API's durations to nanoseconds. */
public final class Durations {

  private static final Duration LONGEST = Duration.ofDays(365);

  private Durations() {}

  /** The nanoseconds of a duration above 0 and of at most a year. */
  public static long nanos(String name, Duration value) {
    if (value.isZero() || value.isNegative()) {
      throw new IllegalArgumentException(name + " must be positive but was " + value);
    }
    if (value.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          name + " must be at most " + LONGEST.toDays() + " days but was " + value);
    }
    return value.toNanos();
  }
}
