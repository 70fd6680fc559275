package dev.flyball.pool.admit;

import dev.flyball.pool.base.Lifecycle;
import dev.flyball.pool.base.SafeLog;
import dev.flyball.pool.base.StartRetry;
import dev.flyball.pool.base.TaskOwner;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The starter of a limiter's tasks: hands the slot of a task that ends to the next one, and starts
 * that one's thread.
 *
 * <p><b>A thread that cannot be started</b> (the factory fails, memory is short). The submitter of
 * a task that was just offered gets an exception. A task that waited becomes the first in the line
 * again and is tried {@value #STARTS_MAX} times in all; then its slot is given back. After that
 * every task that comes or ends, every change of the limit and every observation tries again; where
 * nothing runs, so does {@link StartRetry}. After a shutdown, once nothing runs, a task that cannot
 * be started is cancelled and logged. Each failed start counts as a failed task. A start that
 * throws although the task runs has not failed ({@link RunningTask}).
 *
 * <p>All methods are called without a lock.
 */
final class TaskStarter {

  /** How often a start is tried before the task is left in the line. */
  private static final int STARTS_MAX = 3;

  private final AdmissionControl admission;
  private final String owner;
  private final TaskThreads threads;
  private final Slots slots;
  private final RuledSlots ruled;
  private final RoomWaiters roomWaiters;
  private final Lifecycle life;
  private final SafeLog log;
  private final StartRetry retry;

  // Made beforehand: they are asked where memory may be short.
  private final BooleanSupplier stopping;
  private final BooleanSupplier done;
  private final Runnable aftermath;

  /**
   * That of a limiter.
   *
   * @param owner what messages call the limiter, such as "limiter 'orders'"
   * @param log where its messages go
   */
  TaskStarter(
      AdmissionControl admission,
      String owner,
      TaskThreads threads,
      Slots slots,
      RoomWaiters roomWaiters,
      Lifecycle life,
      SafeLog log) {
    this.admission = admission;
    this.owner = owner;
    this.threads = threads;
    this.slots = slots;
    this.ruled = slots.ruled();
    this.roomWaiters = roomWaiters;
    this.life = life;
    this.log = log;
    this.retry = new StartRetry(log, this::startWaiting);
    this.stopping = life::stopping;
    this.done = slots::isDone;
    this.aftermath = admission::lookAfterShed;
  }

  /** Starts a task that has just come and has a slot; throws to its submitter if that fails. */
  void startAtOnce(RunningTask run) {
    Throwable failure = failureOfStart(run);
    if (failure != null) {
      run.stripe.notStarted(run);
      handOn(0);
      throw new RejectedExecutionException("no thread could be started by " + owner, failure);
    }
  }

  /** Starts a task's thread; null when the task runs or will run, else why it does not. */
  private @Nullable Throwable failureOfStart(RunningTask run) {
    run.allow();
    try {
      threads.start(run);
      retry.succeeded();
      return null;
    } catch (Throwable e) {
      return run.forbid() ? e : null;
    }
  }

  /**
   * Hands on the slot of a task that has ended to the task that has waited longest. Gives the slot
   * back if no task waits, or if more slots are taken than the limit allows.
   *
   * @param endStamp the clock's reading when the task ended; 0 when the clock is to be read
   * @return false when no thread could be started and tasks still wait
   */
  @SuppressWarnings(
      "CanIgnoreReturnValueSuggester") // false matters only to a caller that would go on
  boolean handOn(long endStamp) {
    boolean started = startNext(null, endStamp);
    if (ruled.hasAftermath()) {
      admission.lookAfterShed();
    }
    return started;
  }

  /** Hands on the slot of a task that lends it, to that one, which has left the line for it. */
  void handOnTo(@Nullable RunningTask first, long stamp) {
    startNext(first, stamp);
    if (ruled.hasAftermath()) {
      admission.lookAfterShed();
    }
  }

  private boolean startNext(@Nullable RunningTask first, long endStamp) {
    int failures = 0;
    long stamp = endStamp;
    for (RunningTask next = first == null ? nextOrGiveBack() : first;
        next != null;
        next = nextOrGiveBack()) {
      stamp = stamp == 0 ? System.nanoTime() : stamp;
      roomWaiters.signal();
      if (next.isCancelled()) {
        admission.leftCancelled(next, stamp);
        continue;
      }
      Throwable failure = start(next, stamp);
      if (failure == null) {
        return true;
      }
      putBack(next);
      retry.failed("could not start a thread", failure);
      failures++;
      if (failures == STARTS_MAX) {
        slots.giveBack();
        slotGivenBack();
        drop(slots.drainIfStuck());
        if (slots.isStuck()) {
          retry.plan();
        }
        life.terminateIf(done);
        return false;
      }
    }
    return true;
  }

  private @Nullable RunningTask nextOrGiveBack() {
    RunningTask next = slots.nextOrGiveBack(aftermath);
    if (next == null) {
      slotGivenBack();
    }
    return next;
  }

  private void slotGivenBack() {
    roomWaiters.signal();
    if (slots.isClosed()) {
      life.terminateIf(done);
    }
  }

  /** Starts a task that waited and has a slot now; null, or why that fails. */
  private @Nullable Throwable start(RunningTask run, long stamp) {
    run.startStamp = Math.max(stamp, run.arrivalStamp); // it may have come after that reading
    run.stripe.started(run);
    Throwable failure = failureOfStart(run);
    if (failure != null) {
      run.stripe.notStarted(run);
      run.stripe.arrived(run); // for it goes on waiting
    }
    return failure;
  }

  /** A task whose thread did not start becomes the first in the line again; its slot is kept. */
  private void putBack(RunningTask run) {
    if (!slots.putBack(run, stopping)) {
      log.drops(1, drop(run));
    }
  }

  /** Starts waiting tasks while slots are free; called after any step that may have freed some. */
  void startWaiting() {
    boolean started = true;
    while (started && slots.takeForWaiting()) {
      started = handOn(0);
    }
  }

  /** Cancels tasks that cannot run: all is shut down, and no thread can be started. */
  private void drop(List<RunningTask> runs) {
    Throwable failure = null;
    for (RunningTask run : runs) {
      Throwable thrown = drop(run);
      failure = failure == null ? thrown : failure;
    }
    if (!runs.isEmpty()) {
      log.drops(runs.size(), failure);
    }
  }

  private static @Nullable Throwable drop(RunningTask run) {
    run.stripe.withdrawn(System.nanoTime());
    return TaskOwner.cancel(run.task);
  }
}
