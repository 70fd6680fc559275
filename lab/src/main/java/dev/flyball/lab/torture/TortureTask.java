package dev.flyball.lab.torture;

import dev.flyball.admission.Sheddable;
import dev.flyball.admission.TaskShedException;
import dev.flyball.lab.torture.TortureReport.Counted;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
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

  /** The task's work. */
  enum Deed {
    NOTHING,
    COMPUTE,
    NAP,
    THROW_EXCEPTION,
    THROW_ERROR,
    RUN_OUT_OF_MEMORY,
    RUN_OUT_OF_STACK,
    INTERRUPT_ITSELF,
    HAND_IN_ANOTHER,
    WAIT_FOR_ANOTHER
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
  private final long draw;

  TortureTask(int number, Way way, Deed deed, long draw, Submitter submitter) {
    this.number = number;
    this.way = way;
    this.deed = deed;
    this.draw = draw;
    this.submitter = submitter;
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
    if (!ranInCaller) {
      submitter.ledger().begins();
    }
    threw = true;
    try {
      perform();
      threw = false;
    } finally {
      if (!ranInCaller) {
        submitter.ledger().ends();
      }
      ends.incrementAndGet();
    }
  }

  @Override
  public void shed(TaskShedException why) {
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

  private void perform() {
    switch (deed) {
      case NOTHING -> {}
      case COMPUTE -> {
        for (long i = draw % 2_000; i > 0; i--) {
          Thread.onSpinWait();
        }
      }
      case NAP -> LockSupport.parkNanos(draw % 200_000);
      case THROW_EXCEPTION -> throw new IllegalStateException("task " + number + " (on purpose)");
      case THROW_ERROR -> throw new AssertionError("task " + number + " (on purpose)");
      case RUN_OUT_OF_MEMORY -> throw new OutOfMemoryError("task " + number + " (on purpose)");
      case RUN_OUT_OF_STACK -> descend(draw % 50 == 0 ? 100_000 : 100);
      case INTERRUPT_ITSELF -> Thread.currentThread().interrupt();
      case HAND_IN_ANOTHER -> submitter.handInChild(draw);
      case WAIT_FOR_ANOTHER -> waitFor(submitter.handInAwaitedChild(draw));
    }
  }

  /** Only a worker of a pool lends its place meanwhile, so no other thread waits. */
  private void waitFor(TortureTask child) {
    Future<?> awaited = child.future;
    if (ranInCaller || awaited == null || submitter.ledger().plan.limiter()) {
      return;
    }
    submitter.ledger().ends();
    try {
      Object unused = awaited.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | CancellationException e) {
      return; // what becomes of the child is its own affair
    } finally {
      submitter.ledger().begins();
    }
  }

  /** The error is made up at some depth, for a true one takes long; now and then it is true. */
  @SuppressWarnings("InfiniteRecursion") // meant
  private int descend(int depth) {
    if (depth == 0) {
      throw new StackOverflowError("task " + number + " (on purpose)");
    }
    return descend(depth - 1) + 1;
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
