package dev.flyball.pool.admit;

import dev.flyball.pool.base.OwnWait;
import dev.flyball.pool.base.PoolFuture;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The waits of a limiter's tasks for tasks of the same limiter.
 *
 * <p><b>How is it designed, and why?</b> Tasks that wait for others of their limiter could hold all
 * slots, and none of the others would ever start. So a task that begins to wait lends its slot:
 * first of all to the task that it waits for, if that waits in the line, else to the first of the
 * line. A task that is waited for goes before the others because nothing else lets the waiting one
 * go on: with an order of arrival alone each lent slot would start one more task that waits, too.
 *
 * <p>The slot goes back when the future is done, in the thread that ends it, not when the waiting
 * thread has woken up: the ending task's own slot is the one too many, and starts no further task.
 * So never more tasks run than there are slots, but for those still under way in a lent slot when a
 * wait ends for another reason: its time is over, or the awaited future was cancelled.
 *
 * <p>A wait keeps no slot busy and is no service; it is part of the response time.
 *
 * <p><b>Exactly once.</b> Whether a slot is lent for a future is counted in it, under the lock of
 * the slots. The waiting thread counts first and then looks whether the future is done; the ending
 * thread ends it first and then looks at the count. So one of the two returns the slot.
 */
final class OwnWaits {

  private final AdmissionControl admission;
  private final Slots slots;
  private final LentSlots lending;

  OwnWaits(AdmissionControl admission, Slots slots) {
    this.admission = admission;
    this.slots = slots;
    this.lending = slots.lending();
  }

  /** The current thread begins to wait for that future. */
  OwnWait begin(PoolFuture<?> future) {
    RunningTask waiting = RunningTask.current(admission);
    if (waiting == null || !lending.lend(waiting, future)) {
      return OwnWait.NONE;
    }
    long nowStamp = System.nanoTime();
    waiting.pauses(nowStamp);
    admission.starter().handOnTo(awaited(future), nowStamp);
    return OwnWait.PLACE_LENT;
  }

  /** The task of the line that is waited for, taken out of it; null where it is not there. */
  @SuppressWarnings("ReferenceEquality") // this very future
  private @Nullable RunningTask awaited(PoolFuture<?> future) {
    return future.entry instanceof RunningTask run
            && run.task == future
            && run.isOf(admission)
            && slots.remove(run)
        ? run
        : null;
  }

  /** The current thread waits for it no more. */
  void end(PoolFuture<?> future) {
    RunningTask waiting = Objects.requireNonNull(RunningTask.current(admission), "waiting");
    waiting.goesOn(System.nanoTime()); // first: from then on it may be suspected
    lending.takeBackOne(waiting, future);
  }

  /** The current thread waits for room in the line; false where it runs no task of the limiter. */
  boolean beginForRoom() {
    RunningTask waiting = RunningTask.current(admission);
    if (waiting == null) {
      return false;
    }
    lending.lend(waiting);
    long nowStamp = System.nanoTime();
    waiting.pauses(nowStamp);
    admission.starter().handOn(nowStamp);
    return true;
  }

  /** The current thread waits for room no more. */
  void endForRoom() {
    RunningTask waiting = Objects.requireNonNull(RunningTask.current(admission), "waiting");
    waiting.goesOn(System.nanoTime());
    lending.takeBack(waiting);
  }
}
