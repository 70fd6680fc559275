package dev.flyball.pool.admit;

import static dev.flyball.pool.admit.SlotWord.CLOSED;
import static dev.flyball.pool.admit.SlotWord.ONE_FREE;
import static dev.flyball.pool.admit.SlotWord.WAITING_MAX;
import static dev.flyball.pool.admit.SlotWord.closed;
import static dev.flyball.pool.admit.SlotWord.free;
import static dev.flyball.pool.admit.SlotWord.waiting;

import dev.flyball.pool.base.AdmissionSettings;
import dev.flyball.pool.base.SlotCount;
import dev.flyball.pool.base.SpinLock;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The slots of a limiter, and the tasks that wait for one.
 *
 * <p><b>How is it designed, and why?</b> The simplest design is a lock around a count and a queue;
 * under it every task of every thread would meet. But most tasks of most limiters find a slot at
 * once, and for those one word is enough: {@link SlotWord}.
 *
 * <p>While no task waits, a task takes a slot and gives it back by one exchange of the word each,
 * without a lock. Once all slots are taken, tasks wait in the line, under {@code lock}.
 *
 * <p>Shrinking lowers the number of free slots, below 0 where more are taken than are left; then
 * slots that are given back are gone until it is 0 again. It is the same when a task takes back the
 * slot that it has lent while it waited for another ({@link LentSlots}).
 *
 * <p>Once something is said of a task that matters to the rule for who gets in, tasks wait in a
 * line of another order, {@link AdmittedTasks}, which the rule may turn away again. Only a task
 * whose thread could not be started goes before all of those.
 *
 * <p><b>Locking.</b> {@code lock} guards the lines and the limit. The number of waiting tasks, in
 * the word, changes under it only; the free slots change without it as well. So under the lock the
 * line is as long as the word says. No foreign code is called with the lock held.
 *
 * <p><b>Guarantees.</b> Never more slots are taken than the limit was when the last of them was
 * taken, lent ones that were taken back aside. No task takes a free slot past the line. Each
 * waiting task is handed out once. <b>Progress:</b> what does not touch the line is lock-free.
 */
final class Slots {

  private final int queueCapacity;
  private final SpinLock lock = new SpinLock();
  private final AtomicLong word;

  // Guarded by lock.
  private final WaitingLines lines = new WaitingLines();
  private final SlotCount slots;
  private final LentSlots lending;
  private final RuledSlots ruled;

  Slots(int limit, int queueCapacity, AdmissionSettings settings) {
    this.queueCapacity = queueCapacity;
    this.slots = new SlotCount(limit, System.nanoTime());
    this.word = new AtomicLong(limit * ONE_FREE);
    this.lending = new LentSlots(lock, word, slots, lines);
    this.ruled = new RuledSlots(lock, word, slots, lines, lending, settings, queueCapacity);
  }

  /** The part that the rule for who gets in decides. */
  RuledSlots ruled() {
    return ruled;
  }

  /** Those of the slots that tasks lend while they wait for others. */
  LentSlots lending() {
    return lending;
  }

  private boolean hasRoom(long word) {
    return !closed(word) && waiting(word) < queueCapacity + (long) Math.max(0, free(word));
  }

  /** How many may wait, as a part of a sentence; empty where there is no bound. */
  String bound() {
    return queueCapacity == Integer.MAX_VALUE ? "" : " of at most " + queueCapacity;
  }

  /** Whether nothing more is taken in. */
  boolean isClosed() {
    return closed(word.get());
  }

  /** Whether a task waits. */
  boolean isShort() {
    return waiting(word.get()) > 0;
  }

  // ---- In

  /** The outcome for an arriving task. */
  enum Answer {
    /** It has a slot. */
    SLOT,
    /** It waits. */
    WAITS,
    /** It is refused, for there is no room. */
    FULL,
    /** It is refused, for nothing more is taken in. */
    CLOSED
  }

  /** Takes a slot for a task that comes, if that is possible without a lock. */
  boolean takeAtOnce() {
    for (long seen = word.get();
        !closed(seen) && waiting(seen) == 0 && free(seen) > 0;
        seen = word.get()) {
      if (word.compareAndSet(seen, seen - ONE_FREE)) {
        return true;
      }
    }
    return false;
  }

  /** Takes a slot for a task that comes, or has it wait, or refuses it. */
  Answer enter(RunningTask run) {
    lock.lock();
    try {
      while (true) {
        long seen = word.get();
        if (closed(seen)) {
          return Answer.CLOSED;
        }
        if (waiting(seen) == 0 && free(seen) > 0) {
          if (word.compareAndSet(seen, seen - ONE_FREE)) {
            return Answer.SLOT;
          }
        } else if (!hasRoom(seen) || waiting(seen) == WAITING_MAX) {
          return Answer.FULL;
        } else if (word.compareAndSet(seen, seen + 1)) {
          run.stripe.arrived(run);
          lines.inOrder.addLast(run);
          lending.enters(run);
          run.noteWaits();
          return Answer.WAITS;
        }
      }
    } finally {
      lock.unlock();
    }
  }

  // ---- Out

  /** Takes a free slot for a waiting task; false when either is missing. */
  boolean takeForWaiting() {
    for (long seen = word.get(); waiting(seen) > 0 && free(seen) > 0; seen = word.get()) {
      if (word.compareAndSet(seen, seen - ONE_FREE)) {
        return true;
      }
    }
    return false;
  }

  /**
   * The task that takes over a slot; null when there is none, and then the slot is given back.
   *
   * @param lookAfter is called where tasks had to go, before: so all are told before the end
   */
  @Nullable RunningTask nextOrGiveBack(Runnable lookAfter) {
    for (long seen = word.get(); ; seen = word.get()) {
      if (waiting(seen) > 0 && free(seen) >= 0) {
        RunningTask next = next();
        if (next != null) {
          return next;
        }
        if (ruled.hasAftermath()) {
          lookAfter.run();
        }
      } else if (word.compareAndSet(seen, seen + ONE_FREE)) {
        return null;
      }
    }
  }

  private @Nullable RunningTask next() {
    lock.lock();
    try {
      AdmittedTasks admitted = lines.admitted;
      if (lines.inOrder.isEmpty() && admitted != null) {
        return ruled.next(admitted);
      }
      for (long seen = word.get(); waiting(seen) > 0 && free(seen) >= 0; seen = word.get()) {
        if (word.compareAndSet(seen, seen - 1)) {
          lines.handedOut++;
          return lines.inOrder.poll();
        }
      }
      return null;
    } finally {
      lock.unlock();
    }
  }

  /** Takes a task out of the line; false when it does not wait. */
  boolean remove(RunningTask run) {
    lock.lock();
    try {
      boolean waited = lines.remove(run);
      if (waited) {
        lines.handedOut++;
        word.getAndDecrement();
      }
      return waited;
    } finally {
      lock.unlock();
    }
  }

  /** Gives a slot back, even if tasks wait. */
  void giveBack() {
    word.getAndAdd(ONE_FREE);
  }

  /** Puts a task that had taken over a slot back at the head of the line, unless all stops. */
  boolean putBack(RunningTask run, BooleanSupplier stopping) {
    lock.lock();
    try {
      if (stopping.getAsBoolean()) {
        return false;
      }
      word.getAndIncrement();
      lines.inOrder.addFirst(run);
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Takes the oldest task out of the line; null when none waits, or the limiter is closed. */
  @Nullable RunningTask withdrawOldest() {
    lock.lock();
    try {
      if (isClosed() || !isShort()) {
        return null;
      }
      word.getAndDecrement();
      return lines.pollOldest();
    } finally {
      lock.unlock();
    }
  }

  // ---- Limit and end

  void resize(int limit) {
    lock.lock();
    try {
      long nowNanos = System.nanoTime();
      word.getAndAdd(slots.change(limit, nowNanos) * ONE_FREE);
      AdmittedTasks admitted = lines.admitted;
      if (admitted != null) {
        admitted.resized(limit, nowNanos);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Takes nothing more in. */
  void close() {
    word.getAndUpdate(seen -> seen | CLOSED);
  }

  /** Takes all tasks out of the line. */
  List<RunningTask> drain() {
    lock.lock();
    try {
      return drained();
    } finally {
      lock.unlock();
    }
  }

  /** The same where nothing more is taken in and no slot is taken; else none. */
  List<RunningTask> drainIfStuck() {
    lock.lock();
    try {
      return isClosed() && taken() == 0 ? drained() : List.of();
    } finally {
      lock.unlock();
    }
  }

  /** Whether tasks wait and no slot is taken, so that no task's end will start them. */
  boolean isStuck() {
    lock.lock();
    try {
      return taken() == 0 && isShort();
    } finally {
      lock.unlock();
    }
  }

  private List<RunningTask> drained() {
    List<RunningTask> drained = lines.drain();
    word.getAndAdd(-drained.size());
    return drained;
  }

  /** Whether no slot is taken or lent and no task waits. */
  boolean isDone() {
    lock.lock();
    try {
      return taken() == 0 && lending.isNone() && !isShort();
    } finally {
      lock.unlock();
    }
  }

  private int taken() {
    return lending.taken(word.get());
  }

  /**
   * The slots at one moment.
   *
   * @param limit how many there are
   * @param taken how many are taken
   * @param waiting tasks that wait
   * @param lent tasks that have lent their slot, while they wait for tasks of this limiter
   * @param suspects slots lent by or for tasks that seem to wait for tasks of this limiter
   * @param atNanos the moment
   * @param slotNanos the time that slots have existed, summed
   */
  record Standing(
      int limit, int taken, int waiting, int lent, int suspects, long atNanos, double slotNanos) {}

  Standing standing() {
    lock.lock();
    try {
      long nowNanos = System.nanoTime();
      long seen = word.get();
      return new Standing(
          slots.limit(),
          lending.taken(seen),
          waiting(seen),
          lending.lent(),
          lending.suspects(),
          nowNanos,
          slots.slotNanos(nowNanos));
    } finally {
      lock.unlock();
    }
  }
}
