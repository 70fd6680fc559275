package dev.flyball.lab.torture;

import dev.flyball.lab.torture.Round.RoundResult;
import dev.flyball.lab.torture.RoundPlan.Ending;
import dev.flyball.lab.torture.TortureReport.Counted;
import dev.flyball.lab.torture.TortureTask.Answer;
import dev.flyball.lab.torture.TortureTask.Way;
import dev.flyball.policy.Observation;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;

/**
 * The invariants at the end of a round: of each task, and of the executor's own figures.
 *
 * <p>An accepted task has run once, or was handed back, or cancelled; a rejected task has not run.
 * Plain tasks that an executor drops on purpose are counted: those dropped for a younger one, which
 * are reported to no caller, and those for which it can start no thread at its end, which the log
 * reports.
 *
 * <p>For one thread, after all others have ended.
 */
final class InvariantCheck {

  private final RoundPlan plan;
  private final TaskLedger ledger;
  private final TortureTarget target;
  private final Set<Future<?>> futuresBack;
  private final long dropsSaid;

  private long taken;
  private long ranInPool;
  private long threw;
  private long threwInAny;
  private long threwPlain;
  private long unrunFutures;
  private long dropped;
  private long back;

  /**
   * Makes the check of a round.
   *
   * @param futuresBack the futures that were handed back
   * @param dropsSaid how many tasks the executor said that it dropped, futures among them
   */
  InvariantCheck(
      RoundPlan plan,
      TaskLedger ledger,
      TortureTarget target,
      Set<Future<?>> futuresBack,
      long dropsSaid) {
    this.plan = plan;
    this.ledger = ledger;
    this.target = target;
    this.futuresBack = futuresBack;
    this.dropsSaid = dropsSaid;
  }

  RoundResult result() {
    ledger.tasks().forEach(this::count);
    if (ledger.faults().isEmpty()) { // what is said of an executor that is stuck says nothing more
      ledger.tasks().forEach(this::check);
      checkDropped();
      checkEnd();
      target.life().get().ifPresent(seen -> check(seen.flow()));
    }
    Map<Counted, Long> counts = new EnumMap<>(Counted.class);
    counts.put(Counted.TASKS, (long) ledger.count());
    counts.put(Counted.RAN, ledger.tasks().stream().filter(task -> task.starts.get() > 0).count());
    counts.put(Counted.REFUSED, ledger.turnedAway.get());
    counts.put(Counted.HANDED_BACK, back + futuresBack.size());
    counts.put(Counted.RESIZES, ledger.resizes.get());
    counts.put(Counted.INTERRUPTS, ledger.interrupts.get());
    counts.put(Counted.CANCELLATIONS, ledger.cancellations.get());
    counts.put(Counted.STARTS_FAILED, ledger.startsFailed.get());
    counts.put(Counted.THREADS, ledger.started.get());
    return new RoundResult(plan, ledger.faults(), counts);
  }

  private void count(TortureTask task) {
    boolean inPool = task.ranInPool();
    ranInPool += inPool ? 1 : 0;
    back += task.handedBack.get();
    if (inPool && task.threw) {
      threw++;
      threwInAny += task.way == Way.INVOKE_ANY ? 1 : 0;
      threwPlain += task.way.plain() ? 1 : 0;
    }
    if (task.way.single() && task.answer == Answer.TAKEN && !task.ranInCaller) {
      taken++;
      boolean unrun = task.starts.get() == 0;
      unrunFutures += unrun && !task.way.plain() ? 1 : 0;
      dropped += unrun && task.way.plain() && task.handedBack.get() == 0 ? 1 : 0;
    }
  }

  // ---- Each task

  private void check(TortureTask task) {
    int starts = task.starts.get();
    require(starts <= 1, task, "ran " + starts + " times");
    require(task.ends.get() == starts, task, "ended " + task.ends.get() + " times");
    require(task.handedBack.get() <= 1, task, "was handed back more than once");
    require(task.handedBack.get() == 0 || starts == 0, task, "ran and was handed back");
    require(!task.foundInterrupted || plan.interruptsTasks(), task, "was interrupted by nobody");
    if (task.answer == Answer.REFUSED || task.answer == Answer.DISCARDED) {
      require(starts == 0, task, "ran though it was " + task.answer);
    }
    Future<?> future = task.future;
    if (future != null) {
      checkFuture(task, future, starts);
    }
  }

  @SuppressWarnings("CollectionUndefinedEquality") // it compares which one it is
  private void checkFuture(TortureTask task, Future<?> future, int starts) {
    require(starts == 0 || !futuresBack.contains(future), task, "ran and was handed back");
    require(starts == 0 || future.isDone(), task, "ran and its future was not told");
    boolean lost =
        starts == 0 && !future.isCancelled() && plan.ending() != Ending.CLOSE_INTERRUPTED;
    require(!lost, task, "neither ran nor was cancelled nor handed back");
  }

  private void require(boolean held, TortureTask task, String otherwise) {
    if (!held) {
      ledger.fault(task + ", " + task.answer + ", " + otherwise);
    }
  }

  // ---- The whole

  private void checkDropped() {
    boolean handedToNobody = plan.ending() == Ending.CLOSE_INTERRUPTED;
    long most = dropsSaid + (plan.refusing().dropsOthers() ? ledger.refusals.get() : 0);
    if (!handedToNobody && dropped > most) {
      ledger.fault(dropped + " tasks were lost, where at most " + most + " might be dropped");
    }
  }

  private void checkEnd() {
    if (target.alive().getAsInt() != 0 || target.managed().queued() != 0) {
      ledger.fault("terminated with workers or tasks: " + target);
    }
    int most = plan.sizeMax();
    int alive = target.aliveMost().get().orElse(0);
    if (alive > most) {
      ledger.fault(alive + " workers, where at most " + most + " were asked for");
    }
    if (ledger.runningMax.get() > most) {
      ledger.fault(ledger.runningMax + " tasks at once, where at most " + most + " might run");
    }
    equal("told to the handlers", threwPlain, threwPlain, ledger.handled.get());
  }

  private void check(Observation.Flow flow) {
    long failedStarts = target.countsFailedStarts() ? ledger.startsFailed.get() : 0;
    long notStarted = target.countsFailedStarts() ? failedStarts : ledger.stranded.get();
    equal(
        "arrived",
        taken + notStarted + ledger.manyTakenMin.get(),
        taken + notStarted + ledger.manyTakenMax.get(),
        flow.arrived());
    // A future that is cancelled as a worker takes it counts as run, and does nothing.
    long many = ledger.manyTakenMax.get();
    long ran = ranInPool + failedStarts;
    equal("completed", ran, ran + unrunFutures + many, flow.completed());
    equal("started", flow.completed(), flow.completed(), flow.started());
    equal("failed", threw - threwInAny + failedStarts, threw + failedStarts, flow.failed());
    equal("rejected", ledger.turnedAway.get(), ledger.turnedAway.get(), flow.rejected());
  }

  private void equal(String what, long least, long most, long counted) {
    if (counted < least || counted > most) {
      ledger.fault(
          what
              + " must be "
              + (least == most ? "" + least : "from " + least + " to " + most)
              + " but was "
              + counted);
    }
  }
}
