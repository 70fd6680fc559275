package dev.flyball.pool.dispatch;

import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.Condition;

/**
 * A lock that is held for a few stores: who finds it taken tries again a few times before he lets
 * himself be put to sleep.
 *
 * <p>Not reentrant, not fair, and it does not know who holds it: to note that would cost as much as
 * the rest of it. Who gives it back happens before who gets it next.
 */
final class SpinThenParkLock {

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

  void lock() {
    for (int i = 0; i < TRIES; i++) {
      if (sync.tryAcquire(1)) {
        return;
      }
      Thread.onSpinWait();
    }
    sync.acquire(1);
  }

  void unlock() {
    sync.release(1);
  }

  Condition newCondition() {
    return sync.newCondition();
  }
}
