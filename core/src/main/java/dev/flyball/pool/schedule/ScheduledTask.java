package dev.flyball.pool.schedule;

import dev.flyball.admission.Sheddable;
import dev.flyball.admission.TaskShedException;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A task of a {@link Schedule}: due once after a delay, or a series of runs.
 *
 * <p>A run of a series ends before its next one is placed in the timer, so no two runs overlap. A
 * run that throws ends the series.
 *
 * <p>Threads: the timer hands it over, a worker runs it, any thread may cancel it. {@code place} is
 * guarded by the lock of the {@link Schedule}; what is due is written by the thread that places the
 * task anew.
 */
final class ScheduledTask<V> extends FutureTask<V>
    implements RunnableScheduledFuture<V>, Sheddable {

  private final Schedule owner;

  /** The class of what was scheduled: tasks without a kind are told apart by it. */
  final Class<?> type;

  /** Time from start to start; negative for the time from end to start; 0 for a single run. */
  private final long periodNanos;

  private volatile long dueNanos;

  /** The timer's entry while the task waits there; guarded by the owner's lock. */
  @Nullable Future<?> place;

  /**
   * A task that is not yet placed.
   *
   * @param type the class of what was scheduled
   * @param dueNanos when it is due, by {@link System#nanoTime()}
   */
  ScheduledTask(Schedule owner, Callable<V> task, Class<?> type, long dueNanos, long periodNanos) {
    super(task);
    this.owner = owner;
    this.type = type;
    this.dueNanos = dueNanos;
    this.periodNanos = periodNanos;
  }

  @Override
  public boolean isPeriodic() {
    return periodNanos != 0;
  }

  @Override
  public void run() {
    if (!owner.mayRun(this)) {
      cancel(false);
    } else if (!isPeriodic()) {
      super.run();
    } else if (runAndReset()) {
      next();
    }
  }

  /** Turned away after it was let in: a single run fails, a series leaves out this run. */
  @Override
  public void shed(TaskShedException why) {
    notRun(why);
  }

  /** The pool did not take it, or turned it away: a single run fails, a series skips this run. */
  void notRun(Throwable why) {
    if (owner.isStopped()) {
      cancel(false);
    } else if (isPeriodic() && owner.skips(why)) {
      next();
    } else {
      setException(why);
    }
  }

  private void next() {
    dueNanos = periodNanos > 0 ? dueNanos + periodNanos : System.nanoTime() - periodNanos;
    boolean goesOn;
    try {
      goesOn = owner.place(this);
    } catch (Throwable e) { // no thread can be had for the timer
      setException(e);
      return;
    }
    if (!goesOn) {
      cancel(false);
    }
  }

  @Override
  protected void done() {
    owner.ended(this);
  }

  @Override
  public long getDelay(TimeUnit unit) {
    return unit.convert(delayNanos(), TimeUnit.NANOSECONDS);
  }

  long delayNanos() {
    return dueNanos - System.nanoTime();
  }

  @Override
  public int compareTo(Delayed other) {
    return other instanceof ScheduledTask<?> task
        ? Long.signum(dueNanos - task.dueNanos)
        : Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
  }
}
