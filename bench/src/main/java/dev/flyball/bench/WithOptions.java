package dev.flyball.bench;

import dev.flyball.admission.TaskOptions;
import dev.flyball.pool.AdaptivePool;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;

/** A pool of ours that is given each task with the same options. */
final class WithOptions extends AbstractExecutorService {

  private final AdaptivePool pool;
  private final TaskOptions options;

  WithOptions(AdaptivePool pool, TaskOptions options) {
    this.pool = pool;
    this.options = options;
  }

  @Override
  public void execute(Runnable task) {
    pool.execute(options, task);
  }

  @Override
  public void shutdown() {
    pool.shutdown();
  }

  @Override
  public List<Runnable> shutdownNow() {
    return pool.shutdownNow();
  }

  @Override
  public boolean isShutdown() {
    return pool.isShutdown();
  }

  @Override
  public boolean isTerminated() {
    return pool.isTerminated();
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
    return pool.awaitTermination(timeout, unit);
  }
}
