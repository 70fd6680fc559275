package dev.flyball.pool;

import dev.flyball.base.Require;
import dev.flyball.pool.foreign.ForeignPool;
import dev.flyball.pool.foreign.PoolReading;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * A semaphore whose number of permits can be governed, for code that takes a {@link Semaphore}:
 *
 * <pre>{@code
 * ResizableSemaphore calls = new ResizableSemaphore(10);       // in the place of new Semaphore(10)
 * AdoptedPool governed = Flyball.govern("calls", calls);
 * }</pre>
 *
 * <p>A permit that is held is a busy worker, a thread that waits for one a waiting task, a release
 * the end of a task. What {@link #tryAcquire()} does not get is rejected. Nothing tells how long
 * the holder of a permit has waited for it or will hold it, so times are means over many. Code that
 * is free to choose rather uses {@link Permits}, which measure each hold, and know deadlines.
 *
 * <p>A thread that asks for several permits at once would wait for ever where the size is less. So
 * while it asks, the size is no less than that, up to the permits to begin with.
 *
 * <p>As with any semaphore a release needs no acquisition before it. Such a permit is one more than
 * the governed size, and counts as free.
 */
public final class ResizableSemaphore extends Semaphore implements ForeignPool {

  private static final long serialVersionUID = 1;

  private final int found;
  private final LongAdder released = new LongAdder();
  private final LongAdder rejected = new LongAdder();
  private volatile int size; // written under this

  /** How many threads ask for so many permits at once. Guarded by this. */
  private final TreeMap<Integer, Integer> asked = new TreeMap<>();

  /**
   * One that is not fair, as {@link Semaphore#Semaphore(int)}.
   *
   * @param permits the permits to begin with, at least 1
   */
  public ResizableSemaphore(int permits) {
    this(permits, false);
  }

  /**
   * One as {@link Semaphore#Semaphore(int, boolean)}.
   *
   * @param permits the permits to begin with, at least 1
   * @param fair whether threads get permits in the order in which they came
   */
  public ResizableSemaphore(int permits, boolean fair) {
    super(Require.atLeast("permits", 1, permits), fair);
    this.found = permits;
    this.size = permits;
  }

  // ---- A semaphore, counted

  @Override
  public void release() {
    released.increment();
    super.release();
  }

  @Override
  public void release(int permits) {
    super.release(permits);
    released.add(permits);
  }

  @Override
  public void acquire(int permits) throws InterruptedException {
    ask(permits);
    try {
      super.acquire(permits);
    } finally {
      hasAsked(permits);
    }
  }

  @Override
  public void acquireUninterruptibly(int permits) {
    ask(permits);
    try {
      super.acquireUninterruptibly(permits);
    } finally {
      hasAsked(permits);
    }
  }

  @Override
  public boolean tryAcquire() {
    return counted(super.tryAcquire());
  }

  @Override
  public boolean tryAcquire(int permits) {
    ask(permits);
    try {
      return counted(super.tryAcquire(permits));
    } finally {
      hasAsked(permits);
    }
  }

  @Override
  public boolean tryAcquire(long timeout, TimeUnit unit) throws InterruptedException {
    return counted(super.tryAcquire(timeout, unit));
  }

  @Override
  public boolean tryAcquire(int permits, long timeout, TimeUnit unit) throws InterruptedException {
    ask(permits);
    try {
      return counted(super.tryAcquire(permits, timeout, unit));
    } finally {
      hasAsked(permits);
    }
  }

  /**
   * As that of any semaphore, but never negative: permits that are held beyond the size are still
   * to go.
   */
  @Override
  public int drainPermits() {
    int drained = super.drainPermits();
    if (drained >= 0) {
      return drained;
    }
    reducePermits(-drained); // which the drain has made good
    return 0;
  }

  private boolean counted(boolean acquired) {
    if (!acquired) {
      rejected.increment();
    }
    return acquired;
  }

  private synchronized void ask(int permits) {
    asked.merge(Math.min(permits, found), 1, Integer::sum);
    if (asked.lastKey() > size) {
      resize(asked.lastKey());
    }
  }

  /** The size stays until it is governed again. */
  private synchronized void hasAsked(int permits) {
    asked.computeIfPresent(
        Math.min(permits, found), (some, threads) -> threads == 1 ? null : threads - 1);
  }

  // ---- A pool

  @Override
  public String kind() {
    return "Semaphore";
  }

  @Override
  public PoolReading read() {
    long ended = released.sum();
    int now = size;
    int busy = Math.max(0, now - availablePermits());
    return new PoolReading(now, Math.max(now, busy), busy, getQueueLength(), ended, rejected.sum());
  }

  /** Permits that are held beyond it are gone when they are released. */
  @Override
  public synchronized void resize(int workers) {
    Require.atLeast("workers", 1, workers);
    int now = asked.isEmpty() ? workers : Math.max(workers, asked.lastKey());
    int more = now - size;
    size = now;
    if (more > 0) {
      super.release(more);
    } else {
      reducePermits(-more);
    }
  }

  @Override
  public void restore() {
    resize(found);
  }
}
