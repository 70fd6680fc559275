package dev.flyball.admission;

import dev.flyball.base.Require;
import dev.flyball.policy.Reason;
import java.util.OptionalLong;

/**
 * The standard rule: a task is not begun that cannot be done in time, and no task waits in vain.
 *
 * <ol>
 *   <li><b>By deadline.</b> A task that comes is turned away at once when what is known of its
 *       kind's service time and of what waits before it says that it would be late. A task that a
 *       worker takes is turned away when its deadline is nearer than its service time. More
 *       important tasks get the benefit of the doubt: see {@link #takesNanos}.
 *   <li><b>By the standing queue.</b> While tasks have waited longer than is needed to keep the
 *       workers busy, for an interval, more comes than can be done, and the pool is not growing,
 *       the pool is overloaded: a longer queue gets no more done, and only makes answers late. Then
 *       a task is let in only if it would wait no longer than that, or than a quarter of the time
 *       that it can spare. A burst, or a pool that grows, is left alone. The idea is CoDel's
 *       (Nichols, Jacobson 2012, "Controlling Queue Delay"), with the wait that is expected in the
 *       place of the one that was measured.
 *   <li><b>By room.</b> Where the queue is full, a task takes the place of the last one that waits
 *       if that is less important.
 * </ol>
 *
 * <p>A task without a deadline is turned away for want of room only.
 *
 * <p><b>Assumes</b> that the future is like the recent past: service times that change faster than
 * about eight tasks of a kind are believed too late. Then the second question, at the start, is the
 * one that holds.
 *
 * @param intervalNanos for how long the queue must have stood
 * @param order in which order equally important tasks start
 * @param standsSinceNanos since when it has
 */
public record DeadlineAdmission(long intervalNanos, Order order, OptionalLong standsSinceNanos)
    implements Admission {

  /** Fewer would leave workers idle when a few tasks in a row are short. */
  private static final double CALM_TASKS_MIN = 10;

  /**
   * A wait of this part of the time that a task can spare makes it no less likely to be in time.
   */
  private static final long SLACK_PARTS = 4;

  /** A task that waits for no more than this part of its time has as much left for its own work. */
  private static final long TIME_PARTS = 2;

  private static final DeadlineAdmission STANDARD =
      new DeadlineAdmission(500_000_000, Order.DEADLINE, OptionalLong.empty());

  public DeadlineAdmission {
    Require.above("intervalNanos", 0, intervalNanos);
  }

  /** The rule with its usual settings: half a second, the first deadline first. */
  public static DeadlineAdmission standard() {
    return STANDARD;
  }

  @Override
  public Verdict arriving(Arrival task, PoolState now) {
    DeadlineAdmission next = seen(now);
    if (task.hasDeadline()) {
      long leftNanos = task.deadlineNanos() - now.nowNanos();
      long takesNanos = takesNanos(now, now.waitNanos(), leftNanos);
      long slackNanos = leftNanos - takesNanos;
      if (now.waitNanos() > Math.max(0, slackNanos)) {
        return Verdict.out(
            ShedCause.LATE,
            Reason.of(
                "would be late: %{left}.3f s left, waits %{wait}.3f s, takes up to %{service}.3f s",
                leftNanos / 1e9, now.waitNanos() / 1e9, takesNanos / 1e9),
            now.waitNanos() - slackNanos,
            next);
      }
      long calmNanos = Math.max(calmNanos(now), slackNanos / SLACK_PARTS);
      if (next.overloaded(now) && now.waitNanos() > calmNanos) {
        return Verdict.out(
            ShedCause.OVERLOADED,
            Reason.of(
                "overloaded: %{wait}.3f s to wait, and no more than %{calm}.3f s helps",
                now.waitNanos() / 1e9, calmNanos / 1e9),
            now.waitNanos() - calmNanos,
            next);
      }
    }
    return now.waiting() < now.capacity() ? Verdict.in(next) : full(task, now, next);
  }

  private static Verdict full(Arrival task, PoolState now, Admission next) {
    boolean isMoreImportant =
        now.last().filter(last -> task.importance().compareTo(last.importance()) < 0).isPresent();
    return isMoreImportant
        ? Verdict.inForTheLast(
            Reason.of("full: %{waiting}d wait, and a more important task came", now.waiting()),
            next)
        : Verdict.out(
            ShedCause.FULL,
            Reason.of("full: %{waiting}d wait, none less important", now.waiting()),
            now.meanServiceNanos() / now.workers(),
            next);
  }

  /** Where others wait, a task has to be likely to be done in time; else, it may try. */
  @Override
  public Verdict starting(Arrival task, PoolState now) {
    DeadlineAdmission next = seen(now);
    if (task.hasDeadline()) {
      long leftNanos = task.deadlineNanos() - now.nowNanos();
      long waitedNanos = now.nowNanos() - task.arrivedNanos();
      long takesNanos =
          now.waiting() > 0 ? takesNanos(now, waitedNanos, waitedNanos + leftNanos) : 0;
      if (leftNanos < takesNanos || leftNanos <= 0) {
        return Verdict.out(
            ShedCause.EXPIRED,
            Reason.of(
                "has waited too long: %{left}.3f s left, takes %{service}.3f s",
                leftNanos / 1e9, takesNanos / 1e9),
            Math.max(0, now.lineNanos() - calmNanos(now)),
            next);
      }
    }
    return Verdict.in(next);
  }

  /**
   * How long a task takes for which there has to be time left: what was measured, where it takes
   * long. But of a task that waits for no more than half of its time, and than which less important
   * ones come, only its class's part of that. Those are turned away first, and what was measured
   * while all came is no reason to lose an important one: where calls wait for each other behind
   * the pool, they take less when fewer come.
   *
   * @param waitNanos how long it waits
   * @param timeNanos the time that it has for all
   */
  private static long takesNanos(PoolState now, long waitNanos, long timeNanos) {
    return waitNanos > timeNanos / TIME_PARTS
        ? now.serviceLongNanos()
        : (long) (now.serviceLongNanos() * now.classShare());
  }

  /**
   * The wait that keeps all workers busy, and is not felt: about a service time; where there are
   * few workers, so long that ten tasks wait.
   */
  private static long calmNanos(PoolState now) {
    return (long) (now.meanServiceNanos() * Math.max(1, CALM_TASKS_MIN / now.workers()));
  }

  private boolean overloaded(PoolState now) {
    return !now.growing()
        && now.load() > 1
        && standsSinceNanos.isPresent()
        && now.nowNanos() - standsSinceNanos.getAsLong() >= intervalNanos;
  }

  private DeadlineAdmission seen(PoolState now) {
    long calmNanos = calmNanos(now);
    boolean stood = standsSinceNanos.isPresent();
    boolean stands = calmNanos > 0 && now.lineNanos() > (stood ? calmNanos / 2 : calmNanos);
    if (stands == stood) {
      return this;
    }
    return new DeadlineAdmission(
        intervalNanos, order, stands ? OptionalLong.of(now.nowNanos()) : OptionalLong.empty());
  }
}
