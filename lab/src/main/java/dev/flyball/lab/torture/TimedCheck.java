package dev.flyball.lab.torture;

import dev.flyball.lab.torture.RoundPlan.Ending;
import dev.flyball.lab.torture.RoundPlan.Refusing;
import dev.flyball.lab.torture.RoundPlan.Starts;
import dev.flyball.lab.torture.TimedTask.Timing;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The invariants of scheduled tasks at the end of a round: each that was taken in has run, was
 * cancelled, turned away or handed back, and its future says so; without a reason to be cancelled,
 * it has run.
 *
 * <p>For one thread, after all others have ended.
 */
record TimedCheck(TaskLedger ledger) {

  void run() {
    ledger.timed.forEach(this::check);
  }

  /** Runs in workers, of all of them. */
  long runsInPool() {
    return ledger.timed.stream().mapToLong(task -> task.startsInPool.get()).sum();
  }

  /** Those whose last run threw, in a worker; each throws at most once. */
  long threwInPool() {
    return ledger.timed.stream().filter(task -> task.threwInPool).count();
  }

  /** Those of them that were cancelled, perhaps before they threw. */
  long threwCancelled() {
    return ledger.timed.stream()
        .filter(task -> task.threwInPool)
        .filter(task -> task.future == null || task.future.isCancelled())
        .count();
  }

  /** Those that were taken in. */
  long taken() {
    return ledger.timed.stream().filter(task -> task.future != null).count();
  }

  /** Runs during which a worker may have lent its place. */
  long lending() {
    return ledger.timed.stream()
        .filter(task -> task.work.lends())
        .mapToLong(task -> task.startsInPool.get())
        .sum();
  }

  @SuppressWarnings("CollectionUndefinedEquality") // it compares which one it is
  private void check(TimedTask task) {
    Future<?> future = task.future;
    int starts = task.starts.get();
    task.require(task.ends.get() == starts, "ended " + task.ends + " times");
    if (future == null) {
      task.require(starts == 0, "ran though it was refused");
      return;
    }
    boolean back = ledger.futuresBack.contains(future);
    task.require(!back || starts == 0 || task.isSeries(), "ran and was handed back");
    if (!future.isDone()) {
      task.require(ledger.plan.endsUntold(), "neither ran nor was cancelled or handed back");
    } else if (!future.isCancelled()) {
      checkOutcome(task, failure(future));
    } else if (starts == 0 && task.timing == Timing.ONCE) {
      task.require(back || mayBeCancelled(), "was cancelled without a reason");
    }
  }

  private static void checkOutcome(TimedTask task, @Nullable Throwable failure) {
    if (task.threw) {
      task.require(failure != null, "threw, and its future was not told");
    } else if (failure != null) {
      boolean turnedAway = failure instanceof RejectedExecutionException;
      task.require(turnedAway, "failed, though it did not throw: " + failure);
      task.require(task.starts.get() == 0 || task.isSeries(), "ran and was turned away");
    } else {
      task.require(task.starts.get() == 1 && !task.isSeries(), "is done, and did not run once");
    }
  }

  private static @Nullable Throwable failure(Future<?> future) {
    try {
      Object unused = future.get();
      return null;
    } catch (ExecutionException e) {
      return e.getCause();
    } catch (CancellationException | InterruptedException e) {
      throw new IllegalStateException("a future that is done, and not cancelled", e);
    }
  }

  private boolean mayBeCancelled() {
    RoundPlan plan = ledger.plan;
    boolean keptToTheEnd =
        plan.ending() == Ending.DRAIN
            || plan.schedules().filter(RoundPlan.AfterShutdown::delayed).isPresent();
    return plan.cancels()
        || plan.ending().interrupts()
        || !keptToTheEnd
        || plan.refusing() == Refusing.DISCARD
        || plan.refusing() == Refusing.DISCARD_OLDEST
        || plan.starts() != Starts.NEVER_FAIL;
  }
}
