package dev.flyball.pool.dispatch;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The rescue of a pool that stands still because its tasks wait for tasks in its queue in a way
 * that it cannot see: {@code CompletableFuture.supplyAsync(task, pool).join()}, a completion
 * service, a latch.
 *
 * <p><b>How is it decided?</b> A pool stands still while all its workers are parked, nothing is
 * taken, and a task waits that one of its own tasks has submitted (an <i>inner</i> task). That may
 * be a lock-up, or a downstream that hangs: from outside both look alike. So it is a guess, and is
 * kept cheap: without an inner task that waits there is no rescue, however long a pool hangs; and
 * the inner tasks are all that is run beyond the size.
 *
 * <p><b>What is done?</b> The places of workers that are parked in {@code join} or {@code get} of a
 * {@code CompletableFuture} are lent, after a tenth of a second; where there is none of those, 1,
 * 2, 4, ... places of others, after half a second each. All inner tasks that wait are handed over,
 * so that they run before other tasks. A worker that has lent its place has it back when it is seen
 * to run, or comes for its next task. Tasks may run meanwhile that are more than the size, at most
 * twice as many for each level of nesting. As long as no such worker moves, each further rescue
 * takes twice as long to come. Where one has moved, the guess was right: for ten seconds the next
 * rescue comes at the first look, or for all places after a tenth of a second.
 *
 * <p>Looking costs the state and the blocker of each worker's thread, some microseconds for a
 * hundred, and no stack. It is done only while nothing was taken since the last look.
 *
 * <p>Guarded by the dispatcher's lock, except {@link #want()}, for any thread, and the numbers of
 * looks, which belong to the thread of the {@link StandstillWatch}.
 */
final class Standstill {

  private static final int LOOKS_QUICK = 4;
  private static final int LOOKS_SLOW = 20;
  private static final int LOOKS_MAX = 200;
  private static final int CONFIRMED_LOOKS = 400;
  private static final int DOUBLINGS_MAX = 6;
  private static final int IDLE_LOOKS = 40;
  private static final String JOIN = "java.util.concurrent.CompletableFuture$Signaller";

  private final ReentrantLock lock;
  private final WorkerRegistry registry; // guarded by lock
  private final SubmissionQueue submissions;
  private final TaskQueue queue;
  private final WorkerStarter starter;

  private volatile boolean wanted; // since the last look
  private volatile boolean watched;

  // Of the watching thread.
  private long takenBefore;
  private int stillLooks;
  private int idleLooks;
  private int suspectsBefore;
  private long handedOverBefore;
  private int confirmedLooks; // so many to come, since a suspect has moved
  private int rescues; // since a suspect has moved

  Standstill(
      ReentrantLock lock,
      WorkerRegistry registry,
      SubmissionQueue submissions,
      TaskQueue queue,
      WorkerStarter starter) {
    this.lock = lock;
    this.registry = registry;
    this.submissions = submissions;
    this.queue = queue;
    this.starter = starter;
  }

  /** An inner task comes: the pool is to be looked at for a while. */
  void want() {
    if (!wanted) {
      wanted = true;
    }
    if (!watched) {
      watched = true;
      StandstillWatch.SHARED.add(this);
    }
  }

  /** Looks at the pool; true when there is nothing more to look for. */
  boolean look() {
    idleLooks = wanted || submissions.mayHoldInner() ? 0 : idleLooks + 1;
    wanted = false;
    boolean moved = queue.taken() != takenBefore;
    takenBefore = queue.taken();
    List<Worker> launches = List.of();
    lock.lock();
    try {
      letGo();
      if (registry.suspects() < suspectsBefore) {
        rescues = 0;
        confirmedLooks = CONFIRMED_LOOKS;
        moved = true;
      }
      confirmedLooks = Math.max(0, confirmedLooks - 1);
      moved |= registry.handedOverTaken() != handedOverBefore;
      moved |= !submissions.mayHoldInner() && !registry.hasHandedOver();
      handedOverBefore = registry.handedOverTaken();
      stillLooks = moved ? 0 : Math.min(LOOKS_MAX, stillLooks + 1);
      if (stillLooks > 0) {
        launches = rescue();
      }
      suspectsBefore = registry.suspects();
      idleLooks = suspectsBefore > 0 ? 0 : idleLooks;
    } catch (OutOfMemoryError e) {
      // another look will follow
    } finally {
      lock.unlock();
    }
    starter.launchAll(launches);
    if (registry.wanted()) {
      starter.launchNext();
    }
    return idleLooks >= IDLE_LOOKS;
  }

  /** It is looked at no more; unless an inner task has come, whose submitter has not seen that. */
  void left() {
    watched = false;
    if (wanted) {
      want();
    }
  }

  /** Gives the places back of workers that run. */
  private void letGo() {
    if (registry.suspects() == 0) {
      return;
    }
    for (Worker worker : registry.workerSet.workers()) {
      Thread thread = worker.thread;
      if (worker.suspect && (thread == null || !isParked(thread))) {
        registry.resumes(worker);
      }
    }
    registry.publish();
  }

  private List<Worker> rescue() {
    List<Worker> joining = new ArrayList<>();
    List<Worker> parked = new ArrayList<>();
    for (Worker worker : registry.workerSet.workers()) {
      Thread thread = worker.thread;
      if (registry.isInTask(worker) && !worker.suspect) {
        if (thread == null || !isParked(thread)) {
          return List.of();
        }
        Object blocker = LockSupport.getBlocker(thread);
        boolean joins = blocker != null && blocker.getClass().getName().equals(JOIN);
        (joins ? joining : parked).add(worker);
      } else if (worker.isExpected()) {
        return List.of();
      }
    }
    if (!joining.isEmpty()) {
      int first = confirmedLooks > 0 ? 1 : LOOKS_QUICK;
      int patience = Math.min(LOOKS_MAX, first << Math.min(DOUBLINGS_MAX, rescues));
      return stillLooks < patience ? List.of() : rescue(joining);
    }
    if (confirmedLooks > 0) {
      return stillLooks < LOOKS_QUICK ? List.of() : rescue(parked);
    }
    int most = Math.min(parked.size(), 1 << Math.min(DOUBLINGS_MAX, rescues));
    return stillLooks < LOOKS_SLOW ? List.of() : rescue(parked.subList(0, most));
  }

  private List<Worker> rescue(List<Worker> lending) {
    stillLooks = 0;
    rescues++;
    List<Worker> launches = new ArrayList<>(lending.size());
    registry.reserve(queue.size());
    List<WaitingTask> inner = submissions.pullInner();
    takenBefore = queue.taken();
    if (!inner.isEmpty() || registry.hasHandedOver()) {
      lending.forEach(registry::suspect);
    }
    registry.handOver(inner, lending.size(), launches);
    return launches;
  }

  private static boolean isParked(Thread thread) {
    return switch (thread.getState()) {
      case WAITING, BLOCKED -> true;
      case TIMED_WAITING -> LockSupport.getBlocker(thread) != null; // and does not sleep
      default -> false;
    };
  }
}
