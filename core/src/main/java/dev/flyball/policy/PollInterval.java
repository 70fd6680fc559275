package dev.flyball.policy;

import static dev.flyball.base.Require.countAtLeast;

import dev.flyball.base.Durations;
import java.time.Duration;

/**
 * The time until a policy is asked again.
 *
 * <p>There are two intervals, because there are two costs: polling while nothing happens costs
 * wake-ups, and not polling while tasks wait makes them wait longer. {@code PollInterval(10 s, 100
 * ms)} sleeps through an idle hour and still reacts to a burst within a tenth of a second.
 *
 * <p>Tasks that already waited at the last poll do not bring the next one forward. The policy has
 * seen them in its observation, and chooses with {@code nanos} when to see them again.
 *
 * @param nanos the maximum time between two polls, in nanoseconds, above 0
 * @param nanosWhenShort the minimum time between two polls when a task has to wait for a worker and
 *     so brings the poll forward; in nanoseconds, above 0, at most {@code nanos}
 */
public record PollInterval(long nanos, long nanosWhenShort) {

  /** Checks the ranges of both intervals. */
  public PollInterval {
    countAtLeast("nanos", 1, nanos);
    countAtLeast("nanosWhenShort", 1, nanosWhenShort);
    if (nanosWhenShort > nanos) {
      throw new IllegalArgumentException(
          "nanosWhenShort must be at most nanos (" + nanos + ") but was " + nanosWhenShort);
    }
  }

  /** One poll per period, at most 365 days, whatever happens. */
  public static PollInterval every(Duration period) {
    long nanos = Durations.nanos("period", period);
    return new PollInterval(nanos, nanos);
  }
}
