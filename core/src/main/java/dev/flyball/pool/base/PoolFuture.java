package dev.flyball.pool.base;

import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/**
 * The future of a submitted task that remembers whether the task failed, since the exception goes
 * to whoever asks the future and never reaches the worker.
 *
 * <p>Threads: {@code failed} is written by the worker inside {@link #run()} and read by the same
 * worker after it.
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
