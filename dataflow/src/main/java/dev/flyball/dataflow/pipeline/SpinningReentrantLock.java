package dev.flyball.dataflow.pipeline;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A reentrant spin-then-park lock for short critical sections. */
final class SpinningReentrantLock {

  private static final int TRIES = 64;

  private final ReentrantLock lock = new ReentrantLock();

  void lock() {
    for (int i = 0; i < TRIES; i++) {
      if (lock.tryLock()) {
        return;
      }
      Thread.onSpinWait();
    }
    lock.lock();
  }

  void unlock() {
    lock.unlock();
  }

  Condition newCondition() {
    return lock.newCondition();
  }
}
