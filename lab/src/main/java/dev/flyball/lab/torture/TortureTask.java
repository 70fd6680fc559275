package dev.flyball.lab.torture;

import dev.flyball.admission.Sheddable;
import dev.flyball.admission.TaskShedException;
import dev.flyball.lab.torture.TortureReport.Counted;
import dev.flyball.lab.torture.TortureWork.Deed;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One task of a round, with a number, its work, and its history.
 *
 * <p><b>Threads.</b> The thread that runs, cancels or rejects the task writes its history; it is
 * read when all threads have ended.
 */
final class TortureTask implements Sheddable, Callable<Integer> {

  /** The way a task is submitted. */
  enum Way {
    EXECUTE,
    EXECUTE_KIND,
    SUBMIT,
    SUBMIT_KIND,
    INVOKE_ALL,
    INVOKE_ANY;

    boolean single() {
      return this != INVOKE_ALL && this != INVOKE_ANY;
    }

    boolean plain() {
      return this == EXECUTE || this == EXECUTE_KIND;
    }
  }

  /** The executor's answer. */
  enum Answer {
    NONE,
    TAKEN,
    REFUSED,
    DISCARDED
  }

  final int number;
  final Way way;
  final Deed deed;
  final AtomicInteger starts = new AtomicInteger();
  final AtomicInteger ends = new AtomicInteger();
  final AtomicInteger handedBack = new AtomicInteger();
  final AtomicInteger sheds = new AtomicInteger();
  volatile Answer answer = Answer.NONE;
  volatile boolean ranInCaller;
  volatile boolean threw;
  volatile boolean foundInterrupted;
  volatile @Nullable Future<?> future;

  private final Submitter submitter;
  private final TortureWork work;
  private final long context = TortureContext.current();

  /** A task of the calling thread's context. */
  TortureTask(Way way, TortureWork work) {
    this.number = work.number();
    this.way = way;
    this.deed = work.deed();
    this.work = work;
    this.submitter = work.submitter();
  }

  @Override
  public Integer call() {
    run();
    return number;
  }

  @Override
  public void run() {
    ranInCaller = submitter.isHandingIn();
    foundInterrupted = !ranInCaller && Thread.currentThread().isInterrupted();
    starts.incrementAndGet();
    TortureContext.check(submitter.ledger(), this, context);
    if (!ranInCaller) {
      submitter.ledger().begins();
    }
    threw = true;
    try {
      work.perform(ranInCaller);
      threw = false;
    } finally {
      if (!ranInCaller) {
        submitter.ledger().ends();
      }
      ends.incrementAndGet();
    }
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // whether it is that very exception
  public void shed(TaskShedException why) {
    if (why == submitter.ledger().handedBack) {
      handedBack.incrementAndGet();
      return;
    }
    sheds.incrementAndGet();
    submitter.ledger().count(Counted.SHED, 1);
  }

  /** Whether it was let in and then turned away, and it or its future was told. */
  boolean wasShed() {
    return sheds.get() > 0 || isShed(future);
  }

  private static boolean isShed(@Nullable Future<?> its) {
    if (its == null || !its.isDone() || its.isCancelled()) {
      return false;
    }
    try {
      its.get();
      return false;
    } catch (ExecutionException e) {
      return e.getCause() instanceof TaskShedException;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Whether its worker may lend its place. */
  boolean lends() {
    return work.lends();
  }

  /** Whether a worker ran it. */
  boolean ranInPool() {
    return starts.get() > 0 && !ranInCaller;
  }

  /** Whether a worker ran it, and was thrown something. */
  boolean threwInPool() {
    return ranInPool() && threw;
  }

  /** Whether it was handed in alone and taken in for a worker. */
  boolean taken() {
    return way.single() && answer == Answer.TAKEN && !ranInCaller;
  }

  @Override
  public String toString() {
    return "task " + number + " (" + way + ", " + deed + ")";
  }
}
