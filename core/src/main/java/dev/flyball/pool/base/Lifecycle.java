package dev.flyball.pool.base;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * How far an executor is on the way to its end, who waits for that, and what is done there.
 *
 * <p>The states are those of {@link State}; each only moves to a later one. Whether tasks are left
 * is its owner's business, who asks {@link #terminateIf} whenever the last may have gone.
 *
 * <p>Safe for any number of threads. No code of anybody else is called with the lock held, but for
 * the question whether all is done, which may take locks of its owner's.
 */
public final class Lifecycle {

  private final SafeLog log;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition terminated = lock.newCondition();
  private final List<Runnable> atTheEnd = new ArrayList<>(); // guarded by lock until TIDYING

  /** Written under lock, read without it. */
  private volatile State state = State.RUNNING;

  /** The life of something whose messages go there. */
  public Lifecycle(SafeLog log) {
    this.log = log;
  }

  public State state() {
    return state;
  }

  /** Whether nothing more is to be started. */
  public boolean stopping() {
    return state.compareTo(State.STOPPING) >= 0;
  }

  /** Moves to a later state; where it is that far already, nothing changes. */
  public void advance(State later) {
    lock.lock();
    try {
      if (state.compareTo(later) < 0) {
        state = later;
      }
    } finally {
      lock.unlock();
    }
  }

  /** Ends what is shut down, if nothing is left to be done; of those who ask at once, one does. */
  public void terminateIf(BooleanSupplier done) {
    lock.lock();
    try {
      boolean ending = state == State.SHUTDOWN || state == State.STOPPING;
      if (!ending || !done.getAsBoolean()) {
        return;
      }
      state = State.TIDYING;
    } finally {
      lock.unlock();
    }
    atTheEnd.forEach(this::perform); // from now on nothing is added to them
    lock.lock();
    try {
      state = State.TERMINATED;
      terminated.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void perform(Runnable action) {
    try {
      action.run();
    } catch (Throwable e) {
      log.log(System.Logger.Level.ERROR, "failed in an action at its end", e);
    }
  }

  /** Registers something to do before the end; it is done at once when that is past. */
  public void onTermination(Runnable action) {
    lock.lock();
    try {
      if (state.compareTo(State.TIDYING) < 0) {
        atTheEnd.add(action);
        return;
      }
    } finally {
      lock.unlock();
    }
    perform(action);
  }

  /** Waits for the end; where there is nothing to wait for, no interrupt is looked at either. */
  public boolean awaitTermination(long nanosMax) throws InterruptedException {
    if (nanosMax <= 0 || state == State.TERMINATED) {
      return state == State.TERMINATED;
    }
    long leftNanos = nanosMax;
    lock.lockInterruptibly();
    try {
      while (state != State.TERMINATED) {
        if (leftNanos <= 0) {
          return false;
        }
        leftNanos = terminated.awaitNanos(leftNanos);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Shuts an executor down and waits until it has ended; when interrupted, stops it first. */
  public static void close(ExecutorService executor) {
    executor.shutdown();
    boolean interrupted = false;
    while (!executor.isTerminated()) {
      try {
        executor.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        if (!interrupted) {
          executor.shutdownNow();
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
