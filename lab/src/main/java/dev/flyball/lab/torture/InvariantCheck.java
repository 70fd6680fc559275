package dev.flyball.lab.torture;

import dev.flyball.lab.torture.RoundPlan.Refusing;
import dev.flyball.lab.torture.RoundPlan.Starts;
import dev.flyball.lab.torture.TortureReport.Counted;
import dev.flyball.lab.torture.TortureTask.Answer;
import dev.flyball.lab.torture.TortureTask.Way;
import dev.flyball.policy.Observation;
import dev.flyball.pool.AdaptivePool;
import dev.flyball.pool.ScheduledPool;
import java.util.List;
import java.util.concurrent.Future;
import java.util.function.Predicate;

/**
 * The invariants at the end of a round: of each task, and of the executor's own figures.
 *
 * <p>An accepted task has run once, or was handed back, shed or cancelled; a rejected task has not
 * run. Plain tasks that an executor drops on purpose are counted: those dropped for a younger one,
 * which are reported to no caller, and those for which it can start no thread at its end, which the
 * log reports.
 *
 * <p>For one thread, after all others have ended.
 *
 * @param ledger what was done to the executor; what does not hold is written there
 * @param target the executor
 * @param dropsSaid how many tasks the executor said that it dropped, futures among them
 */
record InvariantCheck(TaskLedger ledger, TortureTarget target, long dropsSaid) {

  void run() {
    if (ledger.faults().isEmpty()) { // what is said of an executor that is stuck says nothing more
      ledger.tasks.forEach(this::check);
      timed().run();
      checkEnd();
      target.life().ifPresent(seen -> check(seen.flow()));
    }
    ledger.count(Counted.RAN, count(task -> task.starts.get() > 0));
    ledger.timed.forEach(task -> {
      ledger.count(Counted.RAN, Math.min(1, task.starts.get()));
      ledger.count(Counted.TIMED_RUNS, task.starts.get());
    });
  }

  private TimedCheck timed() {
    return new TimedCheck(ledger);
  }

  private long count(Predicate<TortureTask> which) {
    return ledger.tasks.stream().filter(which).count();
  }

  // ---- Each task

  @SuppressWarnings("CollectionUndefinedEquality") // it compares which one it is
  private void check(TortureTask task) {
    int starts = task.starts.get();
    require(starts <= 1, task, "ran " + starts + " times");
    require(task.ends.get() == starts, task, "ended " + task.ends.get() + " times");
    require(task.handedBack.get() <= 1, task, "was handed back more than once");
    require(task.handedBack.get() == 0 || starts == 0, task, "ran and was handed back");
    require(task.sheds.get() <= 1, task, "was told more than once that it was shed");
    boolean shed = task.wasShed();
    require(!shed || starts == 0, task, "ran and was shed");
    require(!shed || task.handedBack.get() == 0, task, "was handed back and shed");
    require(!shed || ledger.plan.order().isPresent(), task, "was shed without a reason");
    require(
        !task.foundInterrupted || ledger.plan.interruptsTasks(), task, "was interrupted by nobody");
    if (task.answer == Answer.REFUSED || task.answer == Answer.DISCARDED) {
      require(starts == 0, task, "ran though it was " + task.answer);
    }
    Future<?> future = task.future;
    if (future != null) {
      boolean back = ledger.futuresBack.contains(future);
      require(starts == 0 || !back, task, "ran and was handed back");
      require(starts == 0 || future.isDone(), task, "ran and its future was not told");
      boolean lost = starts == 0 && !future.isCancelled() && !shed && !ledger.plan.endsUntold();
      require(!lost, task, "neither ran nor was cancelled, shed or handed back");
    }
  }

  private void require(boolean held, TortureTask task, String otherwise) {
    if (!held) {
      ledger.fault(task + ", " + task.answer + ", " + otherwise);
    }
  }

  // ---- The whole

  private void checkEnd() {
    List<TortureTask> dropped =
        ledger.tasks.stream()
            .filter(task ->
                task.taken()
                    && task.way.plain()
                    && task.starts.get() == 0
                    && task.sheds.get() == 0
                    && task.handedBack.get() == 0)
            .toList();
    boolean dropsOthers = ledger.plan.refusing() == Refusing.DISCARD_OLDEST;
    long dropsMost = dropsSaid + (dropsOthers ? ledger.refusals.get() : 0);
    if (!ledger.plan.endsUntold() && dropped.size() > dropsMost) {
      ledger.fault("lost, where at most " + dropsMost + " might be dropped: " + dropped);
    }
    if (target.alive() != 0 || target.managed().queued() != 0) {
      ledger.fault("terminated with workers or tasks: " + target);
    }
    long most = ledger.plan.sizeMax() + lending();
    long workersMost = most + lendingTwice();
    if (target.managed() instanceof AdaptivePool pool && pool.workersMax() > workersMost) {
      ledger.fault(pool.workersMax() + " workers, where at most " + workersMost + " might exist");
    }
    if (ledger.runningMax.get() > most) {
      ledger.fault(ledger.runningMax + " tasks at once, where at most " + most + " might run");
    }
    long threw = count(task -> task.threwInPool() && task.way.plain());
    equal("told to the handlers", threw, threw, ledger.handled.get());
  }

  /** Tasks that may have lent their place: another worker may have stood in for each. */
  private long lending() {
    return count(task -> task.ranInPool() && task.lends()) + timed().lending();
  }

  /**
   * Tasks for each of which two workers may have stood in at a time: where submitters wait for
   * room, the first came while the task waited for room for what it hands in. It is still in the
   * task that made the room when the one it stood in for waits again, for what it has handed in,
   * and a second one comes. No more tasks run then than before: the one that waits for its own does
   * not.
   */
  private long lendingTwice() {
    return ledger.plan.refusing() == Refusing.BLOCK ? lending() : 0;
  }

  private void check(Observation.Flow flow) {
    // A limiter counts a start that fails as a task that came, started and failed.
    long failedStarts = ledger.plan.limiter() ? ledger.of(Counted.STARTS_FAILED) : 0;
    long notStarted = ledger.plan.limiter() ? failedStarts : ledger.stranded.get();
    long taken = count(TortureTask::taken) + notStarted;
    long many = ledger.manyTakenMax.get();
    long timed = timed().runsInPool();
    long untimed = unrunTimed(); // taken as often, the most, and then not run
    long arrived = taken + timed;
    equal("arrived", arrived + ledger.manyTakenMin.get(), arrived + many + untimed, flow.arrived());
    // A future that is cancelled as a worker takes it counts as run, and does nothing.
    long unrun = count(task -> task.taken() && !task.way.plain() && task.starts.get() == 0) + many;
    long ran = count(TortureTask::ranInPool) + timed + failedStarts;
    equal("completed", ran, ran + unrun + untimed, flow.completed());
    equal("started", flow.completed(), flow.completed(), flow.started());
    long threw = count(TortureTask::threwInPool) + timed().threwInPool() + failedStarts;
    long inAny = count(task -> task.threwInPool() && task.way == Way.INVOKE_ANY);
    equal("failed", threw - inAny - timed().threwCancelled(), threw, flow.failed());
    long shed = count(TortureTask::wasShed);
    long turnedAway = ledger.of(Counted.REFUSED) + ledger.of(Counted.CANCELLATIONS) + many;
    equal("shed", shed, shed + turnedAway + untimed, flow.shed());
    long refused = ledger.of(Counted.REFUSED);
    boolean startsFail = ledger.plan.starts() != Starts.NEVER_FAIL;
    equal("rejected", refused, refused + (startsFail ? untimed : 0), flow.rejected());
  }

  /** Runs of scheduled tasks that a pool was handed and that did not begin: the most. */
  private long unrunTimed() {
    return timed().taken() + target.scheduled().map(ScheduledPool::skipped).orElse(0L);
  }

  private void equal(String what, long least, long most, long counted) {
    if (counted < least || counted > most) {
      String range = least == most ? "" + least : "from " + least + " to " + most;
      ledger.fault(what + " must be " + range + " but was " + counted);
    }
  }
}
