package dev.flyball.lab.tasks;

import dev.flyball.pool.AdaptivePool;
import java.util.OptionalInt;

/**
 * Our pool.
 *
 * @param pool the pool
 * @param factory what makes its threads
 */
record FlyballPool(AdaptivePool pool, StartedThreads factory) implements TaskPool {

  @Override
  public void execute(Runnable task) {
    pool.execute(task);
  }

  @Override
  public OptionalInt threads() {
    return OptionalInt.of(pool.workersCurrent());
  }

  @Override
  public OptionalInt started() {
    return OptionalInt.of(factory.count());
  }

  @Override
  public OptionalInt asked() {
    return OptionalInt.of(pool.workersTarget());
  }

  @Override
  public void close() {
    pool.shutdownNow();
    TaskPool.awaitEnd(pool);
  }
}
