package dev.flyball.pool.dispatch.queue;

import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.Condition;

/**
 * A spin-then-park lock for critical sections of a few stores.
 *
 * <p>Not reentrant, not fair. It does not record its owner: that store would cost as much as the
 * rest of the lock. An unlock happens before the next lock.
 */
public final class SpinThenParkLock {

  private static final int TRIES = 64;

  private static final class Sync extends AbstractQueuedSynchronizer {
    private static final long serialVersionUID = 1;

    @Override
    protected boolean tryAcquire(int unused) {
      return getState() == 0 && compareAndSetState(0, 1);
    }

    @Override
    protected boolean tryRelease(int unused) {
      setState(0);
      return true;
    }

    @Override
    protected boolean isHeldExclusively() {
      return getState() == 1;
    }

    private Condition newCondition() {
      return new ConditionObject();
    }
  }

  private final Sync sync = new Sync();

  public void lock() {
    for (int i = 0; i < TRIES; i++) {
      if (sync.tryAcquire(1)) {
        return;
      }
      Thread.onSpinWait();
    }
    sync.acquire(1);
  }

  public void unlock() {
    sync.release(1);
  }

  public Condition newCondition() {
    return sync.newCondition();
  }
}
