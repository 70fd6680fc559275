package dev.flyball.pool.dispatch;

import dev.flyball.pool.base.Lifecycle;
import dev.flyball.pool.base.Offspring;
import dev.flyball.pool.dispatch.queue.IdleSpin;
import dev.flyball.pool.dispatch.queue.TaskQueue;
import dev.flyball.pool.dispatch.queue.TaskSlot;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The source of the tasks of a pool's workers: gives each its next one, or has it spin, nap, park
 * or leave.
 *
 * <p>A worker that has just run a task polls the queue without a lock. One that finds nothing spins
 * for a while ({@link IdleSpin}), and then takes the dispatcher's lock to lie down or to leave. All
 * methods are called by the worker's thread, without a lock.
 */
final class WorkSource {

  /** How long a worker naps between two polls. */
  private static final long NAP_NANOS = 200_000;

  private final Dispatcher dispatcher;
  private final ReentrantLock lock;
  private final WorkerRegistry registry; // guarded by lock
  private final TaskQueue queue;
  private final SubmissionQueue submissions;
  private final IdleSpin spin;
  private final WorkerStarter starter;
  private final NestedWaits nested;
  private final Lifecycle life;
  private final BooleanSupplier done;

  /**
   * That of a dispatcher with these parts.
   *
   * @param done whether nothing is left to be done, once the pool is shut down
   */
  WorkSource(
      Dispatcher dispatcher,
      ReentrantLock lock,
      WorkerRegistry registry,
      TaskQueue queue,
      SubmissionQueue submissions,
      IdleSpin spin,
      WorkerStarter starter,
      NestedWaits nested,
      Lifecycle life,
      BooleanSupplier done) {
    this.dispatcher = dispatcher;
    this.lock = lock;
    this.registry = registry;
    this.queue = queue;
    this.submissions = submissions;
    this.spin = spin;
    this.starter = starter;
    this.nested = nested;
    this.life = life;
    this.done = done;
  }

  /** Whether a worker that arrives for the first time has not been counted out. */
  boolean admits(Worker worker) {
    lock.lock();
    try {
      return !worker.dismissed;
    } finally {
      lock.unlock();
    }
  }

  /** Gives a worker its next task, waiting for one, or null when it must end. */
  @Nullable Runnable take(Worker worker) {
    if (!worker.isExpected() && !registry.leaving()) {
      Runnable task = queue.poll(worker.slot);
      if (task != null) {
        submissions.roomMade();
        return task;
      }
      worker.rests();
      task = spin(worker);
      if (task != null) {
        return task;
      }
    }
    worker.rests();
    return takeOrWait(worker);
  }

  /** Gives a worker a task for the token that it has taken; null when none is left. */
  @SuppressWarnings("ReferenceEquality") // there is one token
  @Nullable Runnable redeem(Worker worker) {
    Runnable task = Admitting.TOKEN;
    while (task == Admitting.TOKEN) {
      task = submissions.redeem(worker.slot);
      if (submissions.hasAftermath()) {
        worker.rests();
        dispatcher.lookAfterShed();
      }
    }
    return task;
  }

  /** Whether a task may start that a worker has taken, and whose deadline is near. */
  boolean mayStart(Runnable task, TaskSlot slot) {
    return submissions.mayStart(task, slot);
  }

  /**
   * Spins for a short while for one more task, and starts a worker for tasks that came meanwhile.
   */
  private @Nullable Runnable spin(Worker worker) {
    worker.spins = worker.cameInDenseStream() ? spin.batchSpin() : spin.spin();
    if (!worker.spins) {
      return null;
    }
    Runnable task = spin.take(worker.slot);
    worker.spins = task == null;
    if (task != null) {
      submissions.roomMade();
      if (registry.wanted() && !queue.isEmpty()) {
        starter.launchNext();
      }
    }
    return task;
  }

  private @Nullable Runnable takeOrWait(Worker worker) {
    while (true) {
      Runnable task;
      Worker next;
      boolean naps = false;
      boolean leaves;
      long idleNanosMax;
      lock.lock();
      try {
        task = worker.spins ? endSpin(worker) : null;
        if (task == null) {
          boolean looks = worker.isExpected() || registry.poller() == worker;
          boolean idledOut = registry.comeBack(worker);
          task = nested.next(worker);
          naps = task == null && looks && registry.startsPolling(worker, System.nanoTime());
          task = task != null || naps ? task : settle(worker, idledOut);
        }
        leaves = task == null && !naps && !worker.idle;
        next = task != null || leaves ? registry.nextIfAny() : null;
        idleNanosMax = registry.idleNanosMax();
      } finally {
        lock.unlock();
      }
      submissions.roomMade();
      if (next != null) {
        starter.launch(next);
      }
      if (leaves) {
        life.terminateIf(done);
      }
      if (task != null || leaves) {
        return task;
      }
      if (naps) {
        LockSupport.parkNanos(this, NAP_NANOS);
      } else {
        worker.awaitCall(idleNanosMax);
      }
    }
  }

  /** Ends a worker's spin and polls once more: a submitter may have relied on the spin. */
  private @Nullable Runnable endSpin(Worker worker) {
    worker.spins = false;
    spin.end();
    return queue.poll(worker.slot);
  }

  /** Makes a worker take a task, if there is a place for it, or go idle, or leave. */
  private @Nullable Runnable settle(Worker worker, boolean idledOut) {
    while (!registry.mustLeave(idledOut) || !registry.leave(worker)) {
      registry.publish(); // before a task is taken: from now on it is busy
      Runnable task = registry.hasPlace(worker) ? queue.poll(worker.slot) : null;
      if (task != null) {
        return task;
      }
      registry.lieDown(worker, idledOut);
      // A submitter that adds a task from now on sees a worker to call; one added before is here.
      boolean mayTake = !queue.isEmpty() && registry.hasPlace(worker);
      if (!mayTake && !registry.mustLeave(false)) {
        return null;
      }
      registry.comeBack(worker);
    }
    return null;
  }

  /** The last task has ended that the one which lends its place may wait for: it has it again. */
  @SuppressWarnings("ReferenceEquality") // those of that very task
  void takeBack(Worker worker, Offspring ended) {
    lock.lock();
    try {
      if (worker.offspring() == ended) {
        registry.lent.resumes(worker);
        registry.publish();
      }
    } finally {
      lock.unlock();
    }
  }

  /** How long the task that a worker has run has lent its place without saying so. */
  long pausedNanos(Worker worker) {
    lock.lock();
    try {
      registry.lent.resumes(worker);
      registry.publish();
      return registry.lent.takePausedNanos(worker);
    } finally {
      lock.unlock();
    }
  }

  /** Counts out a worker that dies of an error outside of its task. */
  void lost(Worker worker) {
    Worker next;
    lock.lock();
    try {
      if (worker.spins) {
        spin.end();
      }
      registry.dismiss(worker);
      next = registry.nextIfAny();
    } finally {
      lock.unlock();
    }
    submissions.muchRoomMade();
    if (next != null) {
      starter.launch(next);
    }
    life.terminateIf(done);
  }

  // ---- Tasks that are not run

  /** Counts a task that was polled and then not started, because it had been cancelled. */
  void countWithdrawn(Runnable task, TaskSlot slot) {
    if (submissions.outOfTurn().countWithdrawn(slot)) {
      dispatcher.tellIfAbandoned(task, slot);
    }
  }

  /** Passes over a place in the queue whose task was handed over to another worker. */
  void passOver(TaskSlot slot) {
    submissions.outOfTurn().passOver(slot);
  }
}
