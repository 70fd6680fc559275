package dev.flyball.pool.dispatch;

import dev.flyball.pool.base.OwnWait;
import dev.flyball.pool.base.PoolFuture;
import dev.flyball.pool.dispatch.queue.WaitingTask;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The lending of places while workers wait for tasks of their own pool, so that such a pool never
 * locks up.
 *
 * <p><b>How is it designed, and why?</b> Were each waiting worker only replaced by one more, that
 * one would take the head of the queue: another task that submits and waits. In a burst the pool
 * would end with a thread for each of them. So the waiting worker <i>hands over</i> its place to
 * the very task that it waits for, if that has not begun: children run before tasks that were not
 * asked for, whatever their order in the queue. And the place goes back when the awaited task is
 * done, in the thread that ends it, not when the waiting thread has woken up: or the worker that
 * ended it would begin one more outer task in between. With both, not more tasks run than the size
 * says, and the threads are at most the size times the depth of nesting plus one.
 *
 * <p>Nothing is handed over that a free worker reaches anyway. The place in the queue of what is
 * handed over becomes void, like that of a cancelled task.
 *
 * <p><b>Without a thread</b> (too many exist, or none can be started) the waiting thread runs the
 * task itself. If it waits for a limited time it does so only where a start has failed. It may also
 * have relied on a worker that another thread was starting, and that did not start, on one that
 * left because of that one, or on one that runs beyond the size and was thought to be at the end of
 * its task: it goes on where the wait for its task timed out, say. So a waiting thread looks now
 * and then. Where its task is still handed over, and no worker is on its way, it has one launched.
 * Where that fails, or all workers wait and one more start has failed, it runs its task itself.
 *
 * <p><b>No end is missed.</b> A waiting thread first adds itself to the future's waiters and then
 * looks whether the future is done. The thread that ends it first makes it done and then looks at
 * its waiters. All four are volatile accesses, so one of the two sees the other. The counts change
 * under the lock: each lent place is given back once, by whichever of the two comes first.
 *
 * <p><b>Locking.</b> The dispatcher's lock guards the registry and the waiters of futures. All
 * methods are called without it, by a thread that runs a task, or ends a future.
 */
final class NestedWaits {

  private static final long LOOK_NANOS_MIN = 16_000_000;
  private static final int DOUBLINGS_MAX = 5;

  private final ReentrantLock lock;
  private final WorkerRegistry registry; // guarded by lock
  private final SubmissionQueue submissions;
  private final WorkerStarter starter;

  NestedWaits(
      ReentrantLock lock,
      WorkerRegistry registry,
      SubmissionQueue submissions,
      WorkerStarter starter) {
    this.lock = lock;
    this.registry = registry;
    this.submissions = submissions;
    this.starter = starter;
  }

  /** What a wait leads to: at most one of the tasks, and a worker to launch, if one is needed. */
  private record Lending(
      OwnWait answer,
      @Nullable WaitingTask inPlace,
      @Nullable WaitingTask handedOver,
      @Nullable Worker next) {

    static final Lending NONE = new Lending(OwnWait.NONE, null, null, null);
  }

  /** A worker is about to wait for a future. */
  OwnWait begins(Worker me, PoolFuture<?> future, boolean isTimed) {
    Lending lending = lend(me, future, isTimed);
    if (lending.answer() == OwnWait.NONE) {
      return inPlace(me, lending.inPlace());
    }
    me.beginsWait();
    Worker next = lending.next();
    if (next != null && !starter.launch(next)) {
      WaitingTask its = takenBack(future, lending.handedOver(), isTimed);
      if (its != null) {
        me.endsWait();
        return inPlace(me, its);
      }
    }
    if (registry.wanted()) {
      starter.launchNext();
    }
    return OwnWait.PLACE_LENT;
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // written under the lock only
  private Lending lend(Worker me, PoolFuture<?> future, boolean isTimed) {
    lock.lock();
    try {
      if (registry.stopping()) {
        return Lending.NONE;
      }
      boolean hasStandIn = registry.hasStandIn();
      if (!hasStandIn && !isTimed) {
        WaitingTask its = submissions.outOfTurn().pullForward(future, 0);
        if (its != null) {
          return new Lending(OwnWait.NONE, its, null, null);
        }
      }
      future.ownWaiters++;
      if (future.isDone()) {
        future.ownWaiters--;
        return Lending.NONE;
      }
      registry.lent.resumes(me);
      registry.lent.lend();
      WaitingTask its =
          hasStandIn ? submissions.outOfTurn().pullForward(future, registry.reached()) : null;
      if (its == null) {
        registry.publish();
        return new Lending(OwnWait.PLACE_LENT, null, null, registry.nextIfAny());
      }
      try {
        return new Lending(OwnWait.PLACE_LENT, null, its, registry.handOver(its));
      } catch (OutOfMemoryError e) {
        giveBack(future);
        return new Lending(OwnWait.NONE, its, null, null);
      }
    } finally {
      lock.unlock();
    }
  }

  /** The task to run in place, since no thread was to be had; null where another worker runs it. */
  private @Nullable WaitingTask takenBack(
      PoolFuture<?> future, @Nullable WaitingTask handedOver, boolean isTimed) {
    lock.lock();
    try {
      WaitingTask its = null;
      if (handedOver != null) {
        its = registry.takeBack(handedOver) ? handedOver : null;
      } else if (!isTimed) {
        its = submissions.outOfTurn().pullForward(future, 0);
      }
      if (its != null) {
        giveBack(future);
      }
      return its;
    } finally {
      lock.unlock();
    }
  }

  /**
   * How long a waiting thread waits before it looks: twice as long each time, up to half a second.
   * It is not woken by a start that fails, for it waits in the future.
   *
   * @param looks how often it has looked
   */
  static long lookNanos(int looks) {
    return LOOK_NANOS_MIN << Math.min(looks, DOUBLINGS_MAX);
  }

  /**
   * A worker has waited for a while: a worker is launched for the task if none came for it, and it
   * runs the task itself if none can come.
   */
  void lasts(Worker me, PoolFuture<?> future) {
    Worker standIn = standInFor(future);
    boolean hasFailed = standIn != null && !starter.launch(standIn);
    if (!hasFailed) {
      if (!allWait()) {
        return;
      }
      starter.launchNext(); // threads may be had again
    }
    WaitingTask its = withoutOthers(future, hasFailed);
    if (its != null) {
      me.endsWait();
      OwnWait unused = inPlace(me, its);
      me.beginsWait(); // which ends at once, for the task is done
    }
  }

  private @Nullable Worker standInFor(PoolFuture<?> future) {
    lock.lock();
    try {
      return registry.standInFor(future);
    } catch (OutOfMemoryError e) {
      return null; // it looks again
    } finally {
      lock.unlock();
    }
  }

  private boolean allWait() {
    lock.lock();
    try {
      return registry.allWait();
    } finally {
      lock.unlock();
    }
  }

  private @Nullable WaitingTask withoutOthers(PoolFuture<?> future, boolean hasFailed) {
    lock.lock();
    try {
      if (!hasFailed && !registry.allWait()) {
        return null;
      }
      WaitingTask its = registry.takeBack(future);
      its = its == null ? submissions.outOfTurn().pullForward(future, 0) : its;
      if (its != null) {
        giveBack(future);
      }
      return its;
    } finally {
      lock.unlock();
    }
  }

  private OwnWait inPlace(Worker me, @Nullable WaitingTask its) {
    if (its != null && its.task() instanceof PoolFuture<?> future && future.startHandedOver()) {
      registry.lent.countInPlace();
      me.runInPlace(its);
    }
    return OwnWait.NONE;
  }

  /** A worker waits no more: what it has lent is given back, if it is not yet. */
  void ends(Worker me, PoolFuture<?> future) {
    lock.lock();
    try {
      giveBack(future);
    } finally {
      lock.unlock();
    }
    me.endsWait();
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // written under the lock only
  private void giveBack(PoolFuture<?> future) {
    if (future.ownWaiters > 0) {
      future.ownWaiters--;
      registry.giveBack(1);
    }
  }

  /** A future is done: the places of all that wait for it are given back. */
  void isDone(PoolFuture<?> future) {
    lock.lock();
    try {
      int places = future.ownWaiters;
      if (places > 0) {
        future.ownWaiters = 0;
        registry.giveBack(places);
      }
    } finally {
      lock.unlock();
    }
  }

  // ---- Waits for room in the own queue

  /** A worker is about to wait until there is room for a task. */
  void beginsForRoom() {
    Worker next;
    lock.lock();
    try {
      registry.beginsRoomWait();
      next = registry.nextIfAny();
    } finally {
      lock.unlock();
    }
    if (next != null) {
      boolean unused = starter.launch(next); // one that does not start is counted out
    }
  }

  /** It waits no more. */
  void endsForRoom() {
    lock.lock();
    try {
      registry.endsRoomWait();
    } finally {
      lock.unlock();
    }
  }

  // ---- For workers, under the lock

  /** Gives a worker that has come back a task that was handed over; null where there is none. */
  @Nullable Runnable next(Worker worker) {
    WaitingTask its = registry.lent.take();
    if (its == null) {
      return null;
    }
    worker.slot.know(its);
    registry.publish();
    return its.task();
  }

  /** Takes out all that was handed over and has not begun, as if it had waited in the queue. */
  List<Runnable> drain() {
    List<Runnable> drained = new ArrayList<>();
    for (WaitingTask its = registry.lent.take(); its != null; its = registry.lent.take()) {
      submissions.outOfTurn().countWithdrawn(its);
      drained.add(its.task());
      if (its.task() instanceof PoolFuture<?> future) {
        boolean unused = future.takeBack();
      }
    }
    return drained;
  }
}
