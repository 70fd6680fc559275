package dev.flyball.bench;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.BlockingArrayQueue;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** Jetty's pool behind the interface of the others; it is no executor service itself. */
final class JettyPool extends AbstractExecutorService {

  private static final int IDLE_MILLIS = 60_000;
  private static final int QUEUE_FIRST = 8_192;

  private final QueuedThreadPool pool;

  JettyPool(int workers) {
    pool =
        new QueuedThreadPool(workers, workers, IDLE_MILLIS, new BlockingArrayQueue<>(QUEUE_FIRST));
    pool.setReservedThreads(0);
    try {
      pool.start();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void execute(Runnable task) {
    pool.execute(task);
  }

  @Override
  public void shutdown() {
    try {
      pool.stop();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public List<Runnable> shutdownNow() {
    shutdown();
    return List.of();
  }

  @Override
  public boolean isShutdown() {
    return !pool.isRunning();
  }

  @Override
  public boolean isTerminated() {
    return pool.isStopped();
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) {
    return pool.isStopped();
  }
}
