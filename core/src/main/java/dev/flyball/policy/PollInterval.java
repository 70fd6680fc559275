package dev.flyball.policy;

import static dev.flyball.base.Require.countAtLeast;

import java.time.Duration;

/**
 * When a policy wants to be asked again.
 *
 * <p>Two lengths, because two things cost: looking while nothing happens costs wake-ups, and not
 * looking while tasks wait costs those who wait. A policy knows what it waits for, so it can say
 * both; {@code PollInterval(10 s, 100 ms)} sleeps through an idle hour and still meets a burst
 * within a tenth of a second.
 *
 * <p>Tasks that waited already at the last look bring nothing forward by themselves: the policy has
 * seen them in its observation, and says with {@code nanos} how soon it wants to see them again.
 *
 * @param nanos asked again so long after the last look at the latest, in nanoseconds, above 0
 * @param nanosWhenShort where a task has to wait for a worker, asked again at once, but not sooner
 *     than so long after the last look; in nanoseconds, above 0, at most {@code nanos}
 */
public record PollInterval(long nanos, long nanosWhenShort) {

  public PollInterval {
    countAtLeast("nanos", 1, nanos);
    countAtLeast("nanosWhenShort", 1, nanosWhenShort);
    if (nanosWhenShort > nanos) {
      throw new IllegalArgumentException(
          "nanosWhenShort must be at most nanos (" + nanos + ") but was " + nanosWhenShort);
    }
  }

  /** Once per period, whatever happens. */
  public static PollInterval every(Duration period) {
    return new PollInterval(period.toNanos(), period.toNanos());
  }
}
