package dev.flyball.pool.schedule;

import dev.flyball.admission.Sheddable;
import dev.flyball.admission.TaskShedException;
import dev.flyball.pool.base.PoolFuture;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.ExecutionException;
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
 * <p>In the pool, each run is a future of the pool's own, which leaves the queue at once when this
 * task is cancelled. Where the pool cancels the run, such as by a rejection that discards it, it
 * cancels the task.
 *
 * <p>Threads: the timer hands it over, a worker runs it, any thread may cancel it. {@code place} is
 * guarded by the lock of the {@link Schedule}; what is due is written by the thread that places the
 * task anew.
 */
final class ScheduledTask<V> extends FutureTask<V> implements RunnableScheduledFuture<V> {

  private final Schedule owner;

  /** The class of what was scheduled: tasks without a kind are told apart by it. */
  private final Class<?> type;

  /** What was scheduled, where it wants to be told itself that it was turned away. */
  private final @Nullable Sheddable told;

  /** Time from start to start; negative for the time from end to start; 0 for a single run. */
  private final long periodNanos;

  private volatile long dueNanos;

  /** The timer's entry while the task waits there; guarded by the owner's lock. */
  @Nullable Future<?> place;

  /** The last run that the pool took; written by the thread that hands over. */
  private volatile @Nullable Future<?> inPool;

  /** What a run threw. Of the thread that runs it. */
  private @Nullable Throwable failure;

  /** One run of the task, as the pool has it. */
  private record Run(ScheduledTask<?> task) implements Callable<Object>, Sheddable {

    @Override
    public void run() {
      task.run();
    }

    /** Fails where this run does, so that the pool counts it so. */
    @Override
    public Object call() throws ExecutionException {
      Throwable thrown = task.runOnce();
      if (thrown != null) {
        throw new ExecutionException(thrown);
      }
      return this;
    }

    /** Turned away after it was let in. */
    @Override
    public void shed(TaskShedException why) {
      task.notRun(why);
      if (task.told != null) {
        task.told.shed(why);
      }
    }
  }

  /**
   * A task that is not yet placed.
   *
   * @param scheduled what was scheduled
   * @param dueNanos when it is due, by {@link System#nanoTime()}
   */
  ScheduledTask(
      Schedule owner, Callable<V> task, Object scheduled, long dueNanos, long periodNanos) {
    super(task);
    this.owner = owner;
    this.type = scheduled.getClass();
    this.told = scheduled instanceof Sheddable sheddable ? sheddable : null;
    this.dueNanos = dueNanos;
    this.periodNanos = periodNanos;
  }

  @Override
  public boolean isPeriodic() {
    return periodNanos != 0;
  }

  @Override
  public void run() {
    Throwable unused = runOnce();
  }

  /** Runs it, and gives what this run threw: the next one may end before this method does. */
  private @Nullable Throwable runOnce() {
    if (!owner.mayRun(this)) {
      cancel(false);
      return null;
    }
    if (!isPeriodic()) {
      super.run();
    } else if (runAndReset()) {
      next();
      return null;
    }
    return failure;
  }

  /** Hands a run to the pool; for the timer's thread. */
  void handOver(Schedule.Entry pool) {
    Future<?> run = pool.submit(type, new Run(this), this::runEnded);
    inPool = run; // not before it may be in the queue, or its end would be too early
    if (isCancelled()) {
      run.cancel(false);
    }
  }

  private void runEnded(Future<?> run) {
    if (run.isCancelled()) {
      cancel(false);
    }
  }

  /** The task in the place of its run, where what a pool hands back is one. */
  static Runnable itself(Runnable handedBack) {
    return handedBack instanceof PoolFuture<?> run && run.told() instanceof Run its
        ? its.task()
        : handedBack;
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
  protected void setException(Throwable thrown) {
    failure = thrown;
    super.setException(thrown);
  }

  @Override
  protected void done() {
    owner.ended(this);
    Future<?> run = inPool;
    if (run != null && isCancelled()) {
      run.cancel(false);
    }
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
