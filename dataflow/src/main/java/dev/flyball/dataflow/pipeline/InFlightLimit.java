package dev.flyball.dataflow.pipeline;

import dev.flyball.base.Require;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * A bound on the records in flight over all stages of all pipelines that are given it, for their
 * memory or for what stands behind them all.
 *
 * <p>A record is in flight from the moment when it is put until it is done, as is told of {@link
 * Entry#put(Object, java.util.function.Consumer)}: with all records that stages made of it, which
 * count as one together. A record that is put aside is in flight as well. So are those that a
 * {@linkplain Entry#subscriber subscriber} has asked for and that have not come: at most half of
 * the places that are free when it asks.
 *
 * <p>At the bound, {@code put} waits, {@code offer} is refused, and a subscriber asks for nothing.
 * A stage of one of the pipelines that puts a record into another one never waits for the bound,
 * for it might wait for itself; it may then be exceeded by as many records as there are such
 * threads. It costs a record about as much as to have its source told.
 *
 * <p><b>Shared state.</b> Any thread may call any method.
 */
public final class InFlightLimit {

  /** The bound of the pipeline whose stage the thread works for. */
  private static final ThreadLocal<InFlightLimit> OF_THREAD = new ThreadLocal<>();

  private final int max;
  private final ReentrantLock lock = new ReentrantLock();

  // Guarded by lock.
  private final Condition changed = lock.newCondition();
  private final Set<Runnable> toCall = new LinkedHashSet<>();
  private int inFlight;

  private InFlightLimit(int max) {
    this.max = Require.atLeast("records", 1, max);
  }

  /** So many records, at least 1. */
  public static InFlightLimit of(int records) {
    return new InFlightLimit(records);
  }

  /** The bound. */
  public int max() {
    return max;
  }

  /** How many records are in flight now. */
  public int inFlight() {
    lock.lock();
    try {
      return inFlight;
    } finally {
      lock.unlock();
    }
  }

  /** The present thread works for a stage of a pipeline with this bound, from now on. */
  void enter() {
    OF_THREAD.set(this);
  }

  /** The place of one record, which it gives back once. */
  final class Place extends AtomicBoolean {
    private static final long serialVersionUID = 1;

    void giveBack() {
      if (compareAndSet(false, true)) {
        release(1);
      }
    }
  }

  /** Takes a place if there is one, or if none is needed, since the thread has one. */
  boolean tryAcquire() {
    lock.lock();
    try {
      boolean free = inFlight < max || equals(OF_THREAD.get());
      inFlight += free ? 1 : 0;
      return free;
    } finally {
      lock.unlock();
    }
  }

  /** Takes a place, waiting for it; false when it is wanted no longer. */
  boolean acquire(BooleanSupplier wanted) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (!tryAcquire()) {
        if (!wanted.getAsBoolean()) {
          return false;
        }
        changed.await();
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes half of the free places, so many at most; when there is none, calls back later. The other
   * half is for those that put: they would wait until the records come that these are taken for.
   */
  int acquireUpTo(int most, Runnable whenFree) {
    lock.lock();
    try {
      int taken = Math.max(0, Math.min(most, (max - inFlight + 1) / 2));
      inFlight += taken;
      if (taken == 0) {
        toCall.add(whenFree);
      }
      return taken;
    } finally {
      lock.unlock();
    }
  }

  /** Gives places back. */
  void release(int places) {
    List<Runnable> called = List.of();
    lock.lock();
    try {
      inFlight -= places;
      changed.signalAll();
      if (inFlight < max && !toCall.isEmpty()) {
        called = new ArrayList<>(toCall);
        toCall.clear();
      }
    } finally {
      lock.unlock();
    }
    called.forEach(Runnable::run);
  }

  /** Has those that wait look again whether they want to. */
  void wakeAll() {
    lock.lock();
    try {
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
