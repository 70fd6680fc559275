package dev.flyball.pool;

import dev.flyball.admission.TaskShedException;
import dev.flyball.base.Durations;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;

/**
 * The rule for a task that a pool refuses: because its queue is full, or it is shut down, or its
 * {@link dev.flyball.admission.Admission} has turned the task away.
 *
 * <p>Called by the submitting thread, which holds no lock.
 */
@FunctionalInterface
public interface Rejection {

  /**
   * Deals with the refused task.
   *
   * @param refusal the task, what the pool was like, and what can still be done
   * @throws RejectedExecutionException to tell the submitter
   */
  void reject(Refusal refusal);

  /**
   * Tells the submitter: by the {@link TaskShedException} of a task that the rule has turned away,
   * else by a {@link RejectedExecutionException} that says the pool's state.
   */
  static Rejection abort() {
    return refusal -> {
      Optional<TaskShedException> shed = refusal.shed();
      if (shed.isPresent()) {
        throw shed.get();
      }
      throw new RejectedExecutionException("task rejected by " + refusal.state());
    };
  }

  /**
   * The submitter runs the task itself, which slows it down; after a shutdown, it aborts. So it
   * does with a task that would be late in the queue, too: in its own thread it starts at once.
   */
  static Rejection callerRuns() {
    return refusal -> {
      if (refusal.poolIsShutdown()) {
        abort().reject(refusal);
      }
      refusal.run();
    };
  }

  /**
   * Drops the task; where it is a future, the future is cancelled, so that threads waiting for it
   * return.
   */
  static Rejection discard() {
    return refusal -> cancel(refusal.task());
  }

  /**
   * Drops the task that has waited longest and offers the new one again; where the dropped one is a
   * future, the future is cancelled. Aborts after a shutdown, when others took the room, and where
   * it is not room that the new one lacks.
   */
  static Rejection discardOldest() {
    return refusal -> {
      if (refusal.lacksRoomOnly()) {
        refusal.withdrawOldest().ifPresent(Rejection::cancel);
        refusal.offerAgain();
      }
      if (!refusal.takenIn()) {
        abort().reject(refusal);
      }
    };
  }

  /**
   * The submitter waits until the pool takes the task, but not longer than given; then it aborts,
   * as it does when it is interrupted, after a shutdown, or where it is not room that the task
   * lacks.
   *
   * @param waitMax the longest wait, positive
   */
  static Rejection block(Duration waitMax) {
    Durations.nanos("waitMax", waitMax);
    return refusal -> {
      try {
        if (refusal.lacksRoomOnly() && refusal.offerAgain(waitMax)) {
          return;
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new RejectedExecutionException(
            "task rejected, interrupted while waiting, by " + refusal.state(), e);
      }
      if (refusal.shed().isPresent()) {
        abort().reject(refusal); // it may have waited to its deadline only
      }
      throw new RejectedExecutionException(
          "task rejected after waiting " + waitMax + " by " + refusal.state());
    };
  }

  private static void cancel(Runnable task) {
    if (task instanceof Future<?> future) {
      future.cancel(false);
    }
  }
}
