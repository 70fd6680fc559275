package dev.flyball.adapters.base;

import dev.flyball.pool.foreign.ForeignPool;
import dev.flyball.pool.foreign.PoolReading;
import java.util.concurrent.atomic.AtomicInteger;

/** A pool of others with three idle workers, which cannot be read where a test wants that. */
public final class FailingPool implements ForeignPool {

  /** Whether it cannot be read. */
  public volatile boolean fails;

  /** Tasks that have ended. */
  public volatile long completed;

  /** How often the thread that made it has read it in vain. */
  public final AtomicInteger failures = new AtomicInteger();

  private final Thread maker = Thread.currentThread();

  @Override
  public String kind() {
    return "FailingPool";
  }

  @Override
  public PoolReading read() {
    if (fails) {
      if (Thread.currentThread().equals(maker)) {
        failures.incrementAndGet();
      }
      throw new IllegalStateException("it is gone");
    }
    return new PoolReading(3, 3, 0, 0, completed, 0);
  }

  @Override
  public void resize(int workers) {}

  @Override
  public void restore() {}
}
