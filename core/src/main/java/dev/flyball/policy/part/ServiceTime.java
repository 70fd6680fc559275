package dev.flyball.policy.part;

import java.util.OptionalDouble;

/**
 * The mean service time of the recent tasks, with a test for a sudden change.
 *
 * <p>A {@link RecentMean} of 100 tasks needs as many to follow a change; while a database answers
 * five times slower that is too late. So tasks are also put together in batches of ten. If two
 * batches in a row are off to the same side by more than chance (three standard errors of
 * exponential times, 3 / sqrt(tasks) of the smaller mean), the old mean is forgotten.
 *
 * <p>Worked: 0.04 s so far; a batch of 12 tasks with 0.12 s is off by 0.08, chance makes 3 /
 * sqrt(12) * 0.04 = 0.035 of it; so is the next, and the mean is that of the next.
 *
 * @param mean of the recent tasks
 * @param batch of the tasks that ended since the last full batch
 * @param strange the side to which the last full batch was off: 1, -1, or 0 for not at all
 * @param surprised whether the test is made at all
 */
public record ServiceTime(RecentMean mean, RecentMean batch, int strange, boolean surprised) {

  private static final double BATCH_TASKS = 10;
  private static final double STANDARD_ERRORS = 3;

  public static ServiceTime unknown(boolean surprised) {
    return new ServiceTime(RecentMean.NOTHING, RecentMean.NOTHING, 0, surprised);
  }

  /** After {@code count} more tasks, which took {@code secondsSum} together. */
  public ServiceTime with(double secondsSum, long count) {
    RecentMean all = mean.with(secondsSum, count);
    RecentMean more = batch.with(secondsSum, count);
    if (more.weight() < BATCH_TASKS) {
      return new ServiceTime(all, more, strange, surprised);
    }
    int off = off(more);
    boolean changed = surprised && off != 0 && off == strange;
    return changed
        ? new ServiceTime(more, RecentMean.NOTHING, 0, surprised)
        : new ServiceTime(all, RecentMean.NOTHING, off, surprised);
  }

  private int off(RecentMean more) {
    if (mean.weight() == 0) {
      return 0;
    }
    double was = mean.remembered();
    double now = more.remembered();
    double chance = STANDARD_ERRORS / StrictMath.sqrt(more.weight()) * Math.min(was, now);
    return Math.abs(now - was) <= chance ? 0 : now > was ? 1 : -1;
  }

  /** The mean in seconds; empty while no task has ended. */
  public OptionalDouble seconds() {
    return mean.mean();
  }
}
