package dev.flyball.pool.admit;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The submitters that wait until a full queue has room.
 *
 * <p><b>Assumes</b> that a thread that makes room calls {@link #signal()} after the room has become
 * visible, and that a submitter is counted by {@link #enter()} and reads {@link #made()} before it
 * tries. So one of the two sees the other, and no room is missed. While no submitter waits, making
 * room costs one read.
 */
final class RoomWaiters {

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition roomMade = lock.newCondition();

  private final AtomicInteger waiting = new AtomicInteger();

  /** How often room was made while a submitter waited; written under the lock. */
  private volatile long made;

  /** Counts the current thread in, which is going to try and to wait. */
  void enter() {
    waiting.incrementAndGet();
  }

  /** Counts it out; a signal that it may have taken goes to another one. */
  void leave() {
    waiting.decrementAndGet();
    signal();
  }

  /** How often room was made so far; to be read before a try. */
  long made() {
    return made;
  }

  /**
   * Waits until room is made, but not longer than given.
   *
   * @param seen how often it had been made before the last try
   */
  void await(long seen, long nanosMax) throws InterruptedException {
    long leftNanos = nanosMax;
    lock.lockInterruptibly();
    try {
      while (leftNanos > 0 && made == seen) {
        leftNanos = roomMade.awaitNanos(leftNanos);
      }
    } finally {
      lock.unlock();
    }
  }

  /** There is room for one more. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // written under the lock only
  void signal() {
    if (waiting.get() > 0) {
      lock.lock();
      try {
        made++;
        roomMade.signal();
      } finally {
        lock.unlock();
      }
    }
  }

  /** There is room for many more, or there will never be any. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // written under the lock only
  void signalAll() {
    if (waiting.get() > 0) {
      lock.lock();
      try {
        made++;
        roomMade.signalAll();
      } finally {
        lock.unlock();
      }
    }
  }
}
