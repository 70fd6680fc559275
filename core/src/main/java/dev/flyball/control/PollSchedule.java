package dev.flyball.control;

import dev.flyball.policy.PollInterval;

/**
 * The schedule of a target's polls: a pure value that computes the remaining wait.
 *
 * <p>A thread and a simulated clock both ask it, so both poll at the same moments. Polls that no
 * alarm brings forward lie on a grid, so the time a poll takes adds no drift. Polls missed while
 * the machine slept are skipped, not made up for. An early poll begins a new grid.
 *
 * @param lookedNanos the end of the last poll, or the beginning, on any clock
 * @param lateNanos how long after its moment on the grid that was, in nanoseconds
 * @param interval the poll interval in force
 */
public record PollSchedule(long lookedNanos, long lateNanos, PollInterval interval) {

  /** The schedule at the beginning, before the first poll. */
  public static PollSchedule from(long nowNanos, PollInterval interval) {
    return new PollSchedule(nowNanos, 0, interval);
  }

  /**
   * The remaining time until the next poll, in nanoseconds; 0 or less when it is due.
   *
   * @param tasksWait whether a task had to wait for a worker since the last poll
   */
  public long leftNanos(long nowNanos, boolean tasksWait) {
    long passedNanos = nowNanos - lookedNanos;
    long latestNanos = interval.nanos() - lateNanos - passedNanos;
    return tasksWait ? Math.min(latestNanos, interval.nanosWhenShort() - passedNanos) : latestNanos;
  }

  /** Whether a task that has to wait for a worker brings the next poll forward. */
  public boolean canBeBroughtForward() {
    return leftNanos(lookedNanos, true) < leftNanos(lookedNanos, false);
  }

  /** The schedule after a poll that has just ended. */
  public PollSchedule looked(long nowNanos, PollInterval next) {
    long overdueNanos = -leftNanos(nowNanos, false);
    return new PollSchedule(nowNanos, Math.max(0, overdueNanos) % next.nanos(), next);
  }

  /** The schedule with another poll interval in force since the last poll. */
  public PollSchedule with(PollInterval other) {
    return other.equals(interval) ? this : from(lookedNanos, other);
  }
}
