package dev.flyball.pool.dispatch;

import dev.flyball.pool.base.Offspring;
import dev.flyball.pool.dispatch.queue.TaskQueue;
import dev.flyball.pool.dispatch.queue.WaitingTask;
import dev.flyball.pool.standstill.RescuePace;
import dev.flyball.pool.standstill.Standstill;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The rescue of a pool that stands still because its tasks wait for tasks in its queue in a way
 * that it cannot see; when it is due, {@link Standstill} says.
 *
 * <p><b>When?</b> While nothing is taken and an inner task waits: for workers that join, whatever
 * the others do, and for workers that are parked in another way while all are. Of a worker that
 * joins while its task has open {@link Offspring} it need not be guessed: its place is lent at the
 * next look, and goes back when those have ended.
 *
 * <p><b>What is done?</b> The places of parked workers are lent. All inner tasks that wait are
 * handed over, so that they run before other tasks. A worker that has lent its place has it back
 * when it is seen to run, or comes for its next task. Tasks may run meanwhile that are more than
 * the size, at most twice as many for each level of nesting.
 *
 * <p>Looking costs the state and the blocker of each worker's thread, some microseconds for a
 * hundred, and no stack. It is done only while nothing was taken since the last look.
 *
 * <p>Guarded by the dispatcher's lock, except what belongs to the watching thread.
 */
final class PoolRescue implements Standstill.Rescue {

  private final ReentrantLock lock;
  private final WorkerRegistry registry; // guarded by lock
  private final SubmissionQueue submissions;
  private final TaskQueue queue;
  private final WorkerStarter starter;

  // Of the watching thread.
  private long takenBefore;
  private int suspectsBefore;
  private boolean resumedSince; // the last look
  private long handedOverBefore;

  PoolRescue(
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

  @Override
  public boolean look(RescuePace pace) {
    boolean isInUse = submissions.mayHoldInner();
    boolean moved = queue.taken() != takenBefore;
    takenBefore = queue.taken();
    List<Worker> launches = List.of();
    lock.lock();
    try {
      boolean resumed = letGo() || resumedSince;
      resumedSince = false;
      moved |= registry.lent.handedOverTaken() != handedOverBefore;
      moved |= !submissions.mayHoldInner() && !registry.lent.hasHandedOver();
      handedOverBefore = registry.lent.handedOverTaken();
      if (pace.standsStill(moved, resumed)) {
        launches = rescue(pace);
      }
      suspectsBefore = registry.lent.suspects();
      isInUse |= suspectsBefore > 0 || mayJoinAny();
    } catch (OutOfMemoryError e) {
      // another look will follow
    } finally {
      lock.unlock();
    }
    launch(launches);
    return isInUse;
  }

  /**
   * Lends the places of workers that join tasks of this pool while others wait, whatever other
   * workers do.
   *
   * @param guesses whether a worker counts of which it is not known what it joins, while an inner
   *     task waits
   * @return whether another look may be of use
   */
  boolean lendJoining(boolean guesses) {
    boolean isOfUse = suspectsBefore > 0 || submissions.mayHoldInner();
    if (!isOfUse && queue.isEmpty()) {
      return false;
    }
    List<Worker> launches = List.of();
    lock.lock();
    try {
      resumedSince |= letGo();
      boolean innerWaits = submissions.mayHoldInner() || registry.lent.hasHandedOver();
      List<Worker> joining = new ArrayList<>();
      for (Worker worker : registry.workerSet.workers()) {
        Offspring its = worker.offspring();
        boolean mayJoin = its == null ? guesses && innerWaits : its.isOpen();
        isOfUse |= mayJoin;
        boolean counts = mayJoin && registry.isInTask(worker) && !worker.suspect;
        if (counts && RescuePace.isJoining(worker.thread)) {
          joining.add(worker);
        }
      }
      if (!joining.isEmpty() && (innerWaits || !queue.isEmpty())) {
        launches = innerWaits ? rescue(joining) : lendToNext(joining);
        joining.stream().filter(PoolRescue::joinsNone).forEach(registry.lent::resumes);
        registry.publish();
      }
      suspectsBefore = registry.lent.suspects();
    } catch (OutOfMemoryError e) {
      // another look will follow
    } finally {
      lock.unlock();
    }
    launch(launches);
    return isOfUse;
  }

  /** Lends places to the tasks that wait first. */
  private List<Worker> lendToNext(List<Worker> lending) {
    List<Worker> launches = new ArrayList<>(lending.size());
    lending.forEach(registry.lent::suspect);
    registry.publish();
    for (int i = 0; i < lending.size(); i++) {
      Worker next = registry.nextIfAny();
      if (next != null) {
        launches.add(next);
      }
    }
    return launches;
  }

  /** Whether all have ended by now that its task has given to this pool and may have joined. */
  private static boolean joinsNone(Worker worker) {
    Offspring its = worker.offspring();
    return its != null && !its.isOpen();
  }

  /** Launches them, and one more where tasks that were moved may have been missed by a worker. */
  private void launch(List<Worker> launches) {
    starter.launchAll(launches);
    if (registry.wanted()) {
      starter.launchNext();
    }
  }

  /** Whether a worker's task may join one that it has given to this pool. */
  private boolean mayJoinAny() {
    return registry.workerSet.workers().stream().anyMatch(Worker::hasOpenOffspring);
  }

  /** Gives the places back of workers that run; says whether any has gone on. */
  private boolean letGo() {
    if (registry.lent.suspects() == 0) {
      return suspectsBefore > 0;
    }
    for (Worker worker : registry.workerSet.workers()) {
      Thread thread = worker.thread;
      if (worker.suspect && (thread == null || !RescuePace.isParked(thread))) {
        registry.lent.resumes(worker);
      }
    }
    registry.publish();
    return registry.lent.suspects() < suspectsBefore;
  }

  private List<Worker> rescue(RescuePace pace) {
    List<Worker> joining = new ArrayList<>();
    List<Worker> parked = new ArrayList<>();
    boolean anyRuns = false;
    for (Worker worker : registry.workerSet.workers()) {
      Thread thread = worker.thread;
      if (registry.isInTask(worker) && !worker.suspect) {
        if (thread != null && RescuePace.isParked(thread)) {
          (RescuePace.isJoining(thread) ? joining : parked).add(worker);
        } else {
          anyRuns = true;
        }
      } else if (worker.isExpected()) {
        return List.of();
      }
    }
    List<Worker> lending = pace.lenders(joining, anyRuns ? List.of() : parked);
    return lending.isEmpty() ? List.of() : rescue(lending);
  }

  private List<Worker> rescue(List<Worker> lending) {
    List<Worker> launches = new ArrayList<>(lending.size());
    registry.lent.reserve(queue.size());
    List<WaitingTask> inner = submissions.outOfTurn().pullInner();
    takenBefore = queue.taken();
    if (!inner.isEmpty() || registry.lent.hasHandedOver()) {
      lending.forEach(registry.lent::suspect);
    }
    registry.handOver(inner, lending.size(), launches);
    return launches;
  }
}
