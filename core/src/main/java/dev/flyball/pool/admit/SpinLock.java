package dev.flyball.pool.admit;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/**
 * A lock for a handful of stores, which many threads need and each for some tens of nanoseconds.
 *
 * <p><b>Why not a {@code ReentrantLock}?</b> Who finds that one taken is parked and has to be
 * called back, which for a virtual thread costs as much as a whole small task. Here it looks again
 * for a microsecond, in which the holder is nearly always done. Only when it is not, because it
 * lost its processor, the one who waits parks for a short time and then looks again.
 *
 * <p><b>Assumes</b> that the holder does not park, calls nobody's code, and lets go in a {@code
 * finally}. Not reentrant, not fair. <b>Guarantees</b> that what happened before {@link #unlock()}
 * happens before the next {@link #lock()} returns. <b>Progress:</b> who holds it is never held up
 * by who waits.
 */
final class SpinLock {

  private static final VarHandle HELD;
  private static final int SPINS_BEFORE_PARK = 200;
  private static final long PARK_NANOS = 20_000;

  static {
    try {
      HELD = MethodHandles.lookup().findVarHandle(SpinLock.class, "held", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @SuppressWarnings("unused") // through HELD
  private int held;

  /** Whether somebody holds it at this moment; stale as soon as it is known. */
  boolean isHeld() {
    return (int) HELD.getOpaque(this) != 0;
  }

  void lock() {
    if (!HELD.compareAndSet(this, 0, 1)) {
      lockAfterWaiting();
    }
  }

  /**
   * The same for one who holds another such lock: it looks until the lock is free and never parks,
   * for a virtual thread that parks leaves its processor, and holds up all who want the other lock.
   * The holder of this one does neither, so it is soon done.
   */
  void lockWithoutParking() {
    while (isHeld() || !HELD.compareAndSet(this, 0, 1)) {
      Thread.onSpinWait();
    }
  }

  @SuppressWarnings("ThreadPriorityCheck") // yielding is right where parking does not wait
  private void lockAfterWaiting() {
    int tries = 0;
    while (isHeld() || !HELD.compareAndSet(this, 0, 1)) {
      tries++;
      if (tries < SPINS_BEFORE_PARK) {
        Thread.onSpinWait();
      } else if (Thread.currentThread().isInterrupted()) {
        Thread.yield(); // parking would return at once
      } else {
        LockSupport.parkNanos(this, PARK_NANOS);
      }
    }
  }

  void unlock() {
    HELD.setRelease(this, 0);
  }
}
