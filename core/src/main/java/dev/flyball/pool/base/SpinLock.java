package dev.flyball.pool.base;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/**
 * A spin lock for a handful of stores, which many threads need for some tens of nanoseconds each.
 *
 * <p><b>Why not a {@code ReentrantLock}?</b> A thread that finds that lock taken is parked and has
 * to be woken, which for a virtual thread costs as much as a whole small task. Here a waiting
 * thread spins for a microsecond, in which the holder is nearly always done. Only when the holder
 * has lost its processor does the waiting thread park for a short time and then try again.
 *
 * <p><b>Assumes</b> that the holder does not park, calls no foreign code, and unlocks in a {@code
 * finally}. Not reentrant, not fair. <b>Guarantees</b> that what happened before {@link #unlock()}
 * happens before the next {@link #lock()} returns. <b>Progress:</b> waiting threads never hold up
 * the holder.
 */
public final class SpinLock {

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

  /** Whether the lock is held now; out of date as soon as it is known. */
  public boolean isHeld() {
    return (int) HELD.getOpaque(this) != 0;
  }

  public void lock() {
    if (!HELD.compareAndSet(this, 0, 1)) {
      lockAfterWaiting();
    }
  }

  /**
   * Locks, for a thread that holds another such lock: it spins until the lock is free and never
   * parks, since a virtual thread that parks leaves its processor and holds up all threads that
   * want the other lock. The holder of this lock does neither, so it is soon done.
   */
  public void lockWithoutParking() {
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

  public void unlock() {
    HELD.setRelease(this, 0);
  }
}
