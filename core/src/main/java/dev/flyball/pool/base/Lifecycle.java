package dev.flyball.pool.base;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * The life cycle of a pool, a limiter or permits: its state, the threads that wait for its end, and
 * the actions to run there.
 *
 * <p>The states are those of {@link State}; the state only moves to a later one. The owner knows
 * whether tasks are left, and calls {@link #terminateIf} whenever the last may have gone.
 *
 * <p>Safe for any number of threads. No foreign code is called with the lock held, except the
 * question whether all is done, which may take locks of its owner.
 */
public final class Lifecycle {

  private final SafeLog log;

  /** Not read: what reaches the life cycle, such as a task that runs, shall reach its owner. */
  @SuppressWarnings({"unused", "FieldCanBeLocal"})
  private final Object owner;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition terminated = lock.newCondition();
  private final List<Runnable> atTheEnd = new ArrayList<>(); // guarded by lock until TIDYING

  /** Written under lock, read without it. */
  private volatile State state = State.RUNNING;

  /**
   * Makes a life cycle that logs there.
   *
   * @param owner whose it is; it is reachable as long as this is
   */
  public Lifecycle(SafeLog log, Object owner) {
    this.log = log;
    this.owner = owner;
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

  /**
   * Terminates after a shutdown, if nothing is left to be done; of concurrent calls, one does it.
   */
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

  /** Registers an action to run before the end; runs it at once if that is past. */
  public void onTermination(Runnable action) {
    Objects.requireNonNull(action, "action must not be null");
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

  /** Waits for the end. Does not check for an interrupt if there is nothing to wait for. */
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
