package dev.flyball.control;

import dev.flyball.policy.PollInterval;

/**
 * When a target is looked at next: a pure value, which says how long there is still to wait.
 *
 * <p>Whoever waits, a thread or a simulated clock, asks it; so both look at the same moments. Polls
 * that nothing brings forward lie on a grid, so that the time that looking itself takes adds no
 * drift; those that were missed while the machine slept are skipped, not made up for. A look that
 * was brought forward begins the grid anew.
 *
 * @param lookedNanos the end of the last look, or the beginning, on any clock
 * @param lateNanos how long after its moment on the grid that was
 * @param interval the wish that is in force
 */
public record PollSchedule(long lookedNanos, long lateNanos, PollInterval interval) {

  /** The plan at the beginning, before the first look. */
  public static PollSchedule from(long nowNanos, PollInterval interval) {
    return new PollSchedule(nowNanos, 0, interval);
  }

  /**
   * The time that is left until the next look; 0 or less when it is due.
   *
   * @param tasksWait whether a task had to wait for a worker since the last look
   */
  public long leftNanos(long nowNanos, boolean tasksWait) {
    long passedNanos = nowNanos - lookedNanos;
    long latestNanos = interval.nanos() - lateNanos - passedNanos;
    return tasksWait ? Math.min(latestNanos, interval.nanosWhenShort() - passedNanos) : latestNanos;
  }

  /** Whether a task that has to wait for a worker brings the next look forward. */
  public boolean canBeBroughtForward() {
    return leftNanos(lookedNanos, true) < leftNanos(lookedNanos, false);
  }

  /** The plan after a look that has just ended. */
  public PollSchedule looked(long nowNanos, PollInterval next) {
    long overdueNanos = -leftNanos(nowNanos, false);
    return new PollSchedule(nowNanos, Math.max(0, overdueNanos) % next.nanos(), next);
  }

  /** The plan with another wish in force since the last look. */
  public PollSchedule with(PollInterval other) {
    return other.equals(interval) ? this : from(lookedNanos, other);
  }
}
