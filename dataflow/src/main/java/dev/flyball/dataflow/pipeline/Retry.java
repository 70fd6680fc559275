package dev.flyball.dataflow.pipeline;

import dev.flyball.base.Require;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * When a stage works on a record again after it failed, and how long it waits before.
 *
 * <p>The pause doubles from attempt to attempt, up to a longest one: 100 ms and 10 s make pauses of
 * 0.1, 0.2, 0.4 ... 6.4, 10, 10 s. So a record is tried for at most the sum of them and of the
 * attempts themselves, and a database that is down for a second is asked by a thread four times in
 * it and not ten thousand times.
 *
 * @param times how many attempts after the first one at most, at least 1
 * @param pause the pause before the first of them, not negative
 * @param pauseMax the longest pause, at least the first one
 * @param when for which failures; for any other the record goes to the dead letters at once. It is
 *     called by the stage's threads. When it throws, there is no further attempt
 */
public record Retry(
    int times, Duration pause, Duration pauseMax, Predicate<? super Throwable> when) {

  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);
  private static final int DOUBLINGS_MAX = 62;

  public Retry {
    Require.atLeast("times", 1, times);
    Require.notNegative("pause", pause);
    Require.notNegative("pauseMax", pauseMax);
    if (pauseMax.compareTo(pause) < 0) {
      throw new IllegalArgumentException(
          "pauseMax must be at least the first pause of " + pause + " but was " + pauseMax);
    }
    Objects.requireNonNull(when, "when must not be null");
  }

  /**
   * So many attempts after the first one, for exceptions and not for errors of the machine, with
   * pauses of 100 ms to 10 s.
   */
  public static Retry times(int times) {
    return new Retry(times, FIRST_PAUSE, LONGEST_PAUSE, failure -> failure instanceof Exception);
  }

  /** The same with other pauses. */
  public Retry pausing(Duration first, Duration longest) {
    return new Retry(times, first, longest, when);
  }

  /** The same for these failures only. */
  public Retry when(Predicate<? super Throwable> failures) {
    return new Retry(times, pause, pauseMax, failures);
  }

  /**
   * The pause before an attempt.
   *
   * @param attempt 1 for the first one after a failure
   */
  public Duration pauseBefore(int attempt) {
    Require.atLeast("attempt", 1, attempt);
    long nanos = FlushRule.nanos(pause);
    long most = FlushRule.nanos(pauseMax);
    int doublings = Math.min(attempt - 1, DOUBLINGS_MAX);
    return Duration.ofNanos(nanos > most >> doublings ? most : nanos << doublings);
  }

  /** Whether there is another attempt after so many. Never throws. */
  boolean again(int attempts, Throwable failure) {
    if (attempts > times) {
      return false;
    }
    try {
      return when.test(failure);
    } catch (Throwable e) {
      addTo(failure, e);
      return false;
    }
  }

  /** Notes a failure with the one that is reported, if they are not the same. */
  static void addTo(Throwable reported, Throwable other) {
    if (!reported.equals(other)) {
      reported.addSuppressed(other);
    }
  }
}
