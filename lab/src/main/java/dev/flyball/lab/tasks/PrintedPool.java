package dev.flyball.lab.tasks;

import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The predicting executor as it was published: the JDK's cached pool, whose core size a monitor
 * thread sets to the modified moving average of its active threads.
 *
 * <p>Why it cannot do what it is for: setting the core size of such a pool <i>starts no thread</i>
 * (the JDK starts as many as tasks wait, and in a cached pool none ever waits); and while fewer
 * threads exist than the core size, each task starts a new one although others are idle. So the
 * better it predicts a rise, the more tasks wait for a thread to start.
 *
 * <p>The monitor thread ends when the pool is closed.
 */
final class PrintedPool implements TaskPool {

  private static final double ALPHA = 0.5;
  private static final long KEPT_SECONDS = 60;

  private final StartedThreads factory = new StartedThreads();
  private final ThreadPoolExecutor pool =
      new ThreadPoolExecutor(
          0, Integer.MAX_VALUE, KEPT_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), factory);
  private final long intervalNanos;
  private final Thread monitor;

  PrintedPool(Duration interval) {
    intervalNanos = interval.toNanos();
    monitor = new Thread(this::watch, "flyball-printed-monitor");
    monitor.setDaemon(true);
    monitor.start();
  }

  private void watch() {
    double average = 0;
    while (!pool.isShutdown()) {
      double last = average;
      average = ALPHA * pool.getActiveCount() + (1 - ALPHA) * last;
      double ahead = average + Math.max(0, average - last);
      pool.setCorePoolSize((int) StrictMath.ceil(ahead));
      LockSupport.parkNanos(intervalNanos);
    }
  }

  @Override
  public void execute(Runnable task) {
    pool.execute(task);
  }

  @Override
  public OptionalInt threads() {
    return OptionalInt.of(pool.getPoolSize());
  }

  @Override
  public OptionalInt started() {
    return OptionalInt.of(factory.count());
  }

  @Override
  public OptionalInt asked() {
    return OptionalInt.of(pool.getCorePoolSize());
  }

  @Override
  public void close() {
    pool.shutdownNow();
    LockSupport.unpark(monitor);
    TaskPool.awaitEnd(pool);
  }
}
