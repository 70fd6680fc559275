package dev.flyball.pool.base;

import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/**
 * The future of a submitted task. It remembers whether the task failed, because the exception is
 * kept in the future and never reaches the worker.
 *
 * <p>Threads: the worker writes {@code failed} inside {@link #run()} and reads it after it.
 */
public final class PoolFuture<T> extends FutureTask<T> {

  private boolean failed;

  public PoolFuture(Callable<T> task) {
    super(task);
  }

  @Override
  protected void setException(Throwable t) {
    failed = true;
    super.setException(t);
  }

  public boolean failed() {
    return failed;
  }
}
