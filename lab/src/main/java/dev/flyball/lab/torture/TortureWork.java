package dev.flyball.lab.torture;

import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;

/**
 * The work of one task of a round.
 *
 * @param number the task's number
 * @param deed what it does
 * @param draw how long or how much, at least 0
 * @param submitter hands in what the task hands in
 */
record TortureWork(int number, Deed deed, long draw, Submitter submitter) {

  /** The kind of work. */
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

  void perform(boolean inCaller) {
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
      case WAIT_FOR_ANOTHER -> waitFor(submitter.handInAwaitedChild(draw), inCaller);
    }
  }

  /** Only a worker of a pool lends its place meanwhile, so no other thread waits. */
  private void waitFor(TortureTask child, boolean inCaller) {
    Future<?> awaited = child.future;
    if (inCaller || awaited == null || submitter.ledger().plan.limiter()) {
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

  /** Whether its worker may lend its place, so that another stands in for it. */
  boolean lends() {
    return deed == Deed.WAIT_FOR_ANOTHER || deed == Deed.HAND_IN_ANOTHER;
  }
}
