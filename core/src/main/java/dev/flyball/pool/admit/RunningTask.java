package dev.flyball.pool.admit;

import dev.flyball.admission.Arrival;
import dev.flyball.admission.TaskOptions;
import dev.flyball.base.ThreadDeadline;
import dev.flyball.measure.KindProfile;
import dev.flyball.pool.base.Offspring;
import dev.flyball.pool.base.PoolFuture;
import dev.flyball.pool.base.Submitter;
import dev.flyball.pool.base.TaskOwner;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * One task of a limiter, from its arrival to its end: what waits in the line, and what a thread of
 * its own runs.
 *
 * <p><b>Threads.</b> What is of the line is guarded by its lock. The stamps and {@code stands} are
 * written before the task is started.
 *
 * <p><b>Once only.</b> A start that throws may have started the thread all the same: a virtual
 * thread may be in its scheduler's queue already, a factory may start what it makes. So the start's
 * outcome does not count. The starting thread gives permission to run; then either the task's
 * thread takes the permission or the starting thread takes it back, and only one of the two can.
 */
final class RunningTask extends Submitter implements Runnable {

  private static final VarHandle STAGE;
  private static final int NOT_TO_RUN = 0;
  private static final int TO_RUN = 1;
  private static final int RUNS = 2;

  /** The task that a thread runs or has run. */
  private static final ThreadLocal<@Nullable RunningTask> OF_THREAD = new ThreadLocal<>();

  static {
    try {
      STAGE = MethodHandles.lookup().findVarHandle(RunningTask.class, "stage", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  final Runnable task;
  final KindProfile kind;
  final TaskOptions options;

  /** The meters that count this task, all its events in one. */
  final TaskMeters.Stripe stripe;

  private final AdmissionControl admission;

  // Of the line.
  @Nullable RunningTask previous;
  @Nullable RunningTask next;
  boolean inLine;

  /** Whether the rule was asked about it before. */
  boolean asked;

  /** The task that has submitted it, if that is one of the same limiter; null from its start on. */
  @Nullable RunningTask parent;

  /** The thread that runs it, once it has submitted a task that it may wait for. */
  volatile @Nullable Thread thread;

  // Guarded by the lock of the slots.

  /** Seems to wait for a task of its own limiter: its slot is lent. */
  boolean suspect;

  /** Was moved before others, since a task of the limiter may wait for it. */
  boolean movedFirst;

  /** Has said that it waits for such a task, or for room. */
  boolean waits;

  /** Has ended, after it had submitted such a task. */
  boolean over;

  long deadlineNanos = Arrival.NO_DEADLINE;
  long arrivalStamp;
  long startStamp;

  /** For how many tasks it stands in the meters, itself included; 0 when another stands for it. */
  int stands;

  @SuppressWarnings("unused") // through STAGE
  private int stage;

  // Of its own thread; while it is a suspect, guarded by the lock of the slots.
  private boolean underWay;
  private long pauseStamp;

  /** How long it has waited for tasks of its own limiter. */
  long pausedNanos;

  RunningTask(
      AdmissionControl admission,
      Runnable task,
      KindProfile kind,
      TaskOptions options,
      TaskMeters.Stripe stripe) {
    this.admission = admission;
    this.task = task;
    this.kind = kind;
    this.options = options;
    this.stripe = stripe;
  }

  /** The task of that limiter which the current thread runs; null where it runs none. */
  static @Nullable RunningTask current(AdmissionControl limiter) {
    RunningTask its = OF_THREAD.get();
    return its != null && its.underWay && its.isOf(limiter) ? its : null;
  }

  @SuppressWarnings("ReferenceEquality") // that very one
  boolean isOf(AdmissionControl other) {
    return admission == other;
  }

  @Override
  protected @Nullable RunningTask ofThisThread() {
    return current(admission);
  }

  @Override
  protected void offspringEnded(Offspring its) {
    admission.offspringEnded(this, its);
  }

  /** Has its future know that it waits in a line; called under the lock of the slots. */
  void noteWaits() {
    if (task instanceof PoolFuture<?> future) {
      future.entry = this;
    }
  }

  /** The same as a rule may know it. */
  Arrival who() {
    return new Arrival(
        kind.kind(),
        options.importance(),
        options.tenant(),
        arrivalStamp,
        Math.max(arrivalStamp, deadlineNanos));
  }

  /** Whether its owner has cancelled it, so that it need not start; not if it cannot tell. */
  boolean isCancelled() {
    try {
      return task instanceof Future<?> future && future.isCancelled();
    } catch (Throwable e) {
      return false;
    }
  }

  /** Allows it to run, from now on; called before its thread is started. */
  void allow() {
    STAGE.setRelease(this, TO_RUN);
  }

  /** Takes the permission to run back, after a start that threw; false when it runs already. */
  boolean forbid() {
    return STAGE.compareAndSet(this, TO_RUN, NOT_TO_RUN);
  }

  /** Runs the task, if that is allowed, and hands on its slot. */
  @Override
  public void run() {
    if (STAGE.compareAndSet(this, TO_RUN, RUNS)) {
      runAllowed();
    }
  }

  private void runAllowed() {
    Throwable failure = null;
    parent = null; // or a task that submits itself again would keep all before it
    admission.passOnStop();
    try {
      OF_THREAD.set(this);
      underWay = true;
      runWithDeadline();
    } catch (Throwable e) {
      failure = e;
    }
    underWay = false;
    taskEnded();
    long endStamp = 0;
    try {
      if (thread != null) {
        admission.submitterEnds(this);
      }
      endStamp = noteEnd(failure != null || (task instanceof PoolFuture<?> f && f.failed()));
      if (failure != null) {
        endStamp = 0;
        TaskOwner.tell(failure);
      }
    } finally {
      admission.starter().handOn(endStamp);
    }
  }

  private void runWithDeadline() {
    if (deadlineNanos == Arrival.NO_DEADLINE) {
      task.run();
      return;
    }
    ThreadDeadline own = ThreadDeadline.ofThread();
    own.set(deadlineNanos);
    try {
      task.run();
    } finally {
      own.set(ThreadDeadline.NONE);
    }
  }

  /** Notes that it begins to wait for tasks of its own limiter; called by its thread. */
  void pauses(long nowStamp) {
    pauseStamp = nowStamp;
    if (stands > 0) {
      stripe.pauses(this, nowStamp);
    }
  }

  /** Notes that it waits no more. */
  void goesOn(long nowStamp) {
    pausedNanos += nowStamp - pauseStamp;
    if (stands > 0) {
      stripe.goesOn(this, nowStamp);
    }
  }

  /** Notes that it has ended; the clock's reading, or 0 where the clock was not read. */
  private long noteEnd(boolean failed) {
    if (stands == 0) {
      stripe.endedUnclocked(failed);
      return 0;
    }
    long endStamp = System.nanoTime();
    kind.record(endStamp - startStamp - pausedNanos);
    stripe.ended(this, endStamp, failed);
    return endStamp;
  }
}
