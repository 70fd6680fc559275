package dev.flyball.pool.admit;

import dev.flyball.pool.base.PlaceCount;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The places of a limiter, and the tasks that wait for one.
 *
 * <p><b>How is it designed, and why?</b> The simplest design is a lock around a count and a queue;
 * under it every task of every thread would meet. But most tasks of most limiters find a place at
 * once, and for those one word is enough:
 *
 * <pre>
 *   word = | free places, signed : 32 | closed : 1 | tasks that wait : 31 |
 * </pre>
 *
 * <p>While nobody waits, a task takes a place and gives it back by one exchange of the word each,
 * without a lock. Once the places are gone, tasks wait in the line, under {@code lock}.
 *
 * <p>Shrinking makes the free places fewer, below 0 where more are taken than are left; then those
 * that are given back are gone until it is 0 again.
 *
 * <p><b>Who may touch what.</b> The line and the limit are guarded by {@code lock}; the number of
 * those who wait, in the word, changes under it only, the free places without it as well. So under
 * the lock the line is as long as the word says. Nobody's code is called with the lock held.
 *
 * <p><b>Guarantees.</b> Never more places are taken than the limit was when the last of them was
 * taken. Nobody takes a free one past the line. Each task that waits is handed out once.
 * <b>Progress:</b> what does not touch the line is lock-free.
 */
final class Places {

  private static final long ONE_FREE = 1L << 32;
  private static final long CLOSED = 1L << 31;
  private static final long WAITING_MASK = CLOSED - 1;

  private final int queueCapacity;
  private final AtomicLong word;
  private final SpinLock lock = new SpinLock();

  // Guarded by lock.
  private final TaskLine line = new TaskLine();
  private final PlaceCount places;

  Places(int limit, int queueCapacity) {
    this.queueCapacity = queueCapacity;
    this.places = new PlaceCount(limit, System.nanoTime());
    this.word = new AtomicLong(limit * ONE_FREE);
  }

  private static int free(long word) {
    return (int) (word >> 32);
  }

  private static int waiting(long word) {
    return (int) (word & WAITING_MASK);
  }

  private static boolean isClosed(long word) {
    return (word & CLOSED) != 0;
  }

  private boolean hasRoom(long word) {
    return !isClosed(word) && waiting(word) < queueCapacity + (long) Math.max(0, free(word));
  }

  /** How many may wait, as a part of a sentence; empty where there is no bound. */
  String bound() {
    return queueCapacity == Integer.MAX_VALUE ? "" : " of at most " + queueCapacity;
  }

  /** Whether nothing more is taken in. */
  boolean isClosed() {
    return isClosed(word.get());
  }

  /** Whether one more task would be taken in. */
  boolean hasRoom() {
    return hasRoom(word.get());
  }

  /** Whether a task waits. */
  boolean isShort() {
    return waiting(word.get()) > 0;
  }

  // ---- In

  /** What becomes of a task that comes. */
  enum Answer {
    /** It has a place. */
    PLACE,
    /** It waits. */
    WAITS,
    /** It is refused, for there is no room. */
    FULL,
    /** It is refused, for nothing more is taken in. */
    CLOSED
  }

  /** Takes a place for a task that comes, if that is possible without a lock. */
  boolean takeAtOnce() {
    for (long seen = word.get();
        !isClosed(seen) && waiting(seen) == 0 && free(seen) > 0;
        seen = word.get()) {
      if (word.compareAndSet(seen, seen - ONE_FREE)) {
        return true;
      }
    }
    return false;
  }

  /** Takes a place for a task that comes, or has it wait, or refuses it. */
  Answer enter(TaskRun run) {
    lock.lock();
    try {
      while (true) {
        long seen = word.get();
        if (isClosed(seen)) {
          return Answer.CLOSED;
        }
        if (waiting(seen) == 0 && free(seen) > 0) {
          if (word.compareAndSet(seen, seen - ONE_FREE)) {
            return Answer.PLACE;
          }
        } else if (!hasRoom(seen) || waiting(seen) == WAITING_MASK) {
          return Answer.FULL;
        } else if (word.compareAndSet(seen, seen + 1)) {
          run.stripe.arrived(run);
          line.addLast(run);
          return Answer.WAITS;
        }
      }
    } finally {
      lock.unlock();
    }
  }

  // ---- Out

  /** Takes a free place for one that waits; false when there is none of either. */
  boolean takeForWaiting() {
    for (long seen = word.get(); waiting(seen) > 0 && free(seen) > 0; seen = word.get()) {
      if (word.compareAndSet(seen, seen - ONE_FREE)) {
        return true;
      }
    }
    return false;
  }

  /** The task to take over a place; null when none does, and then the place is given back. */
  @Nullable TaskRun nextOrGiveBack() {
    for (long seen = word.get(); ; seen = word.get()) {
      if (waiting(seen) > 0 && free(seen) >= 0) {
        TaskRun next = next();
        if (next != null) {
          return next;
        }
      } else if (word.compareAndSet(seen, seen + ONE_FREE)) {
        return null;
      }
    }
  }

  private @Nullable TaskRun next() {
    lock.lock();
    try {
      for (long seen = word.get(); waiting(seen) > 0 && free(seen) >= 0; seen = word.get()) {
        if (word.compareAndSet(seen, seen - 1)) {
          return line.poll();
        }
      }
      return null;
    } finally {
      lock.unlock();
    }
  }

  /** Gives a place back, whoever waits. */
  void giveBack() {
    word.getAndAdd(ONE_FREE);
  }

  /** Makes a task that was taken over a place the first of the line again, unless all stops. */
  boolean putBack(TaskRun run, BooleanSupplier stopping) {
    lock.lock();
    try {
      if (stopping.getAsBoolean()) {
        return false;
      }
      word.getAndIncrement();
      line.addFirst(run);
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Takes the one that has waited longest out of the line; null when none does, or all is over. */
  @Nullable TaskRun withdrawOldest() {
    lock.lock();
    try {
      if (isClosed() || !isShort()) {
        return null;
      }
      word.getAndDecrement();
      return line.poll();
    } finally {
      lock.unlock();
    }
  }

  // ---- Limit and end

  void resize(int limit) {
    lock.lock();
    try {
      word.getAndAdd(places.change(limit, System.nanoTime()) * ONE_FREE);
    } finally {
      lock.unlock();
    }
  }

  /** Takes nothing more in. */
  void close() {
    word.getAndUpdate(seen -> seen | CLOSED);
  }

  /** Takes all who wait out of the line. */
  List<TaskRun> drain() {
    lock.lock();
    try {
      return drained();
    } finally {
      lock.unlock();
    }
  }

  /** The same where nothing more is taken in and no place is taken; else none. */
  List<TaskRun> drainIfStuck() {
    lock.lock();
    try {
      return isClosed() && taken() == 0 ? drained() : List.of();
    } finally {
      lock.unlock();
    }
  }

  /** Whether tasks wait and no place is taken, so that no task's end will start them. */
  boolean isStuck() {
    lock.lock();
    try {
      return taken() == 0 && isShort();
    } finally {
      lock.unlock();
    }
  }

  private List<TaskRun> drained() {
    List<TaskRun> drained = line.drain();
    word.getAndAdd(-drained.size());
    return drained;
  }

  /** Whether no place is taken and nobody waits. */
  boolean isDone() {
    lock.lock();
    try {
      return taken() == 0 && !isShort();
    } finally {
      lock.unlock();
    }
  }

  private int taken() {
    return places.limit() - free(word.get());
  }

  /**
   * The places at one moment.
   *
   * @param limit how many there are
   * @param taken how many are taken
   * @param waiting tasks that wait
   * @param atNanos the moment
   * @param placeNanos the time that places have existed, summed
   */
  record Standing(int limit, int taken, int waiting, long atNanos, double placeNanos) {}

  Standing standing() {
    lock.lock();
    try {
      long nowNanos = System.nanoTime();
      long seen = word.get();
      return new Standing(
          places.limit(),
          places.limit() - free(seen),
          waiting(seen),
          nowNanos,
          places.placeNanos(nowNanos));
    } finally {
      lock.unlock();
    }
  }
}
