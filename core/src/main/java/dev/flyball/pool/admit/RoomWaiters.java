package dev.flyball.pool.admit;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * The submitters that wait until a full queue has room.
 *
 * <p><b>Assumes</b> that a thread that makes room calls {@link #signal()} after the room has become
 * visible, and that a submitter is counted by {@link #enter()} before its last try. So one of the
 * two sees the other, and no room is missed. While no submitter waits, making room costs one read.
 */
final class RoomWaiters {

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition roomMade = lock.newCondition();

  private final AtomicInteger waiting = new AtomicInteger();

  /** Counts the current thread in, which is going to try and to wait. */
  void enter() {
    waiting.incrementAndGet();
  }

  /** Counts it out; a signal that it may have taken goes to another one. */
  void leave() {
    waiting.decrementAndGet();
    signal();
  }

  /** Waits for room, but not longer than given; the time that is left, 0 or less for none. */
  long await(BooleanSupplier room, long nanosMax) throws InterruptedException {
    long leftNanos = nanosMax;
    lock.lockInterruptibly();
    try {
      while (leftNanos > 0 && !room.getAsBoolean()) {
        leftNanos = roomMade.awaitNanos(leftNanos);
      }
      return leftNanos;
    } finally {
      lock.unlock();
    }
  }

  /** There is room for one more. */
  void signal() {
    if (waiting.get() > 0) {
      lock.lock();
      try {
        roomMade.signal();
      } finally {
        lock.unlock();
      }
    }
  }

  /** There is room for many more, or there will never be any. */
  void signalAll() {
    if (waiting.get() > 0) {
      lock.lock();
      try {
        roomMade.signalAll();
      } finally {
        lock.unlock();
      }
    }
  }
}
