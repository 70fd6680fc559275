package dev.flyball.pool.dispatch;

import dev.flyball.pool.base.Lifecycle;
import dev.flyball.pool.base.SafeLog;
import dev.flyball.pool.base.StartRetry;
import dev.flyball.pool.base.State;
import dev.flyball.pool.base.TaskOwner;
import dev.flyball.pool.dispatch.queue.TaskQueue;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The starter of workers: wakes called workers, starts hired workers, and handles the tasks of a
 * worker whose thread does not start.
 *
 * <p><b>A thread that does not start</b> (the factory fails, memory is short) is counted out. If
 * that leaves tasks and no worker, the task of the submitter for which the worker was launched is
 * taken out again, and the submitter gets an exception; for the tasks of other submitters the start
 * is retried at once. Other workers that are busy will come to the tasks. While one more might run
 * them, the start is retried from time to time ({@link StartRetry}). If a pool that is shut down
 * can start no thread, its tasks are cancelled, and the log says how many.
 *
 * <p>All methods are called without the dispatcher's lock, and take it where they need it. No
 * thread is made, started or woken with it held.
 */
final class WorkerStarter {

  /** How often a start is retried for tasks that would have no worker at all. */
  private static final int STARTS_MAX = 3;

  private final String pool;
  private final ThreadFactory threads;
  private final SafeLog log;
  private final ReentrantLock lock;
  private final WorkerRegistry registry; // guarded by lock
  private final SubmissionQueue submissions;
  private final TaskQueue queue;
  private final Lifecycle life;
  private final BooleanSupplier done;
  private final StartRetry retry;

  /**
   * Makes the starter of a pool.
   *
   * @param log where its messages go
   * @param lock the dispatcher's, which guards the registry
   * @param done whether nothing is left to be done, once the pool is shut down
   * @param retry starts workers later for tasks that wait and have none
   */
  WorkerStarter(
      DispatchPlan plan,
      SafeLog log,
      ReentrantLock lock,
      WorkerRegistry registry,
      SubmissionQueue submissions,
      TaskQueue queue,
      Lifecycle life,
      BooleanSupplier done,
      StartRetry retry) {
    this.pool = plan.name();
    this.threads = plan.threads();
    this.log = log;
    this.lock = lock;
    this.registry = registry;
    this.submissions = submissions;
    this.queue = queue;
    this.life = life;
    this.done = done;
    this.retry = retry;
  }

  /**
   * Launches a worker on behalf of a submitter.
   *
   * @throws RejectedExecutionException when its task can have none; the task has been taken out
   *     again
   */
  void launchFor(Runnable task) {
    Worker next;
    lock.lock();
    try {
      next = registry.nextToLaunch();
    } catch (OutOfMemoryError e) {
      retry.plan();
      // Those at work will come to the task; without any, its submitter gets the error.
      if (registry.alive() == 0 && submissions.outOfTurn().remove(task)) {
        throw e;
      }
      return;
    } finally {
      lock.unlock();
    }
    Throwable failure = next == null ? null : failureOf(next);
    if (next != null && failure != null && countOut(next, failure, task)) {
      throw new RejectedExecutionException(
          "no worker could be started by pool '" + pool + "', which has none", failure);
    }
  }

  /** Launches a worker for tasks that wait, if they need one. */
  void launchNext() {
    Worker next;
    lock.lock();
    try {
      next = registry.nextIfAny();
    } finally {
      lock.unlock();
    }
    if (next != null) {
      launch(next);
    }
  }

  /** Launches workers that no submitter waits for. */
  void launchAll(List<Worker> workers) {
    workers.forEach(this::launch);
  }

  /**
   * Launches a worker that no submitter waits for; one that does not start is counted out.
   *
   * @return whether it did
   */
  boolean launch(Worker worker) {
    Throwable failure = failureOf(worker);
    if (failure != null) {
      countOut(worker, failure, null);
    }
    return failure == null;
  }

  /** Wakes or starts a worker; returns what the start threw, or null. */
  private @Nullable Throwable failureOf(Worker worker) {
    Thread running = worker.thread;
    if (running != null) {
      LockSupport.unpark(running);
      return null;
    }
    try {
      Thread made = threads.newThread(worker);
      if (made == null || made.getState() != Thread.State.NEW) {
        throw new IllegalStateException(
            "the thread factory must make a thread that is not started but made " + made);
      }
      registry.workerSet.note(made);
      worker.thread = made; // one that the factory has started finds none, and ends
      made.start();
      retry.succeeded();
      return null;
    } catch (Throwable e) {
      return e;
    }
  }

  /**
   * Counts out a worker whose thread did not start, and handles the tasks if no worker is left.
   *
   * @param submitted the task on whose behalf it was to start, if there was one
   * @return whether that task was taken out
   */
  private boolean countOut(Worker worker, Throwable failure, @Nullable Runnable submitted) {
    boolean takenOut = false;
    Worker missing = worker;
    Throwable because = failure;
    for (int starts = 1; ; starts++) {
      Worker again;
      lock.lock();
      try {
        if (!missing.starting) {
          return takenOut; // it did start, and has come
        }
        registry.dismiss(missing);
        missing.thread = null;
        boolean stranded = registry.alive() == 0;
        if (stranded && !takenOut && submitted != null) {
          takenOut = submissions.outOfTurn().remove(submitted);
        }
        boolean isOther = registry.idle.size() > 0; // may have lain down for want of a place
        again = (stranded && starts < STARTS_MAX) || isOther ? registry.nextIfAny() : null;
      } finally {
        lock.unlock();
      }
      retry.failed("could not start a worker", because);
      Throwable next = again == null ? null : failureOf(again);
      if (again == null || next == null) {
        break;
      }
      missing = again;
      because = next;
    }
    dropWhatCannotRun();
    if (leavesTasksAlone()) {
      retry.plan();
    }
    life.terminateIf(done);
    return takenOut;
  }

  /** Whether tasks wait for which a worker may be had, and none is on its way. */
  private boolean leavesTasksAlone() {
    lock.lock();
    try {
      return registry.wanted() && (!queue.isEmpty() || registry.lent.hasHandedOver());
    } finally {
      lock.unlock();
    }
  }

  /** Cancels the tasks of a pool that is shut down and can start no thread, so that it ends. */
  void dropWhatCannotRun() {
    List<Runnable> dropped;
    lock.lock();
    try {
      boolean ending = submissions.isClosed() && life.state() == State.SHUTDOWN;
      if (!ending || registry.alive() > 0 || queue.isEmpty()) {
        return;
      }
      dropped = submissions.outOfTurn().drain();
    } finally {
      lock.unlock();
    }
    Throwable failure = null;
    for (Runnable task : dropped) {
      Throwable thrown = TaskOwner.cancel(task);
      failure = failure == null ? thrown : failure;
    }
    log.drops(dropped.size(), failure);
  }
}
