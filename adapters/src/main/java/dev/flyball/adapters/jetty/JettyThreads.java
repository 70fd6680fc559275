package dev.flyball.adapters.jetty;

import dev.flyball.pool.AdaptivePool;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.server.AbstractConnector;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.ThreadPool;

/**
 * The threads of a Jetty server whose requests run in a pool.
 *
 * <p>Jetty's acceptors and selectors are tasks that end with the server. In the pool each would
 * hold a worker for ever, and be counted as work. So they run in threads of their own, and so does
 * what else they have to do: opening and closing connections. Such tasks are told apart by their
 * class. All others run in the pool, which is then measured and sized by the requests alone.
 *
 * <pre>{@code
 * Server server = new Server(JettyThreads.over(pool));
 * }</pre>
 *
 * <p>It keeps no threads in reserve. Jetty would let a selector's thread run a request itself, and
 * another one select; so a selector keeps its thread, and every request is a task of the pool.
 *
 * <p>Safe for any number of threads. Its own threads end a second after their last task. The caller
 * owns the pool, and ends it after the server.
 */
public final class JettyThreads extends AbstractLifeCycle implements ThreadPool {

  private static final AtomicInteger NUMBER = new AtomicInteger();

  private final AdaptivePool pool;
  private final ThreadPoolExecutor own;
  private volatile CountDownLatch stopped = new CountDownLatch(1);

  private JettyThreads(AdaptivePool pool) {
    this.pool = pool;
    this.own =
        new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            1,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            task -> new Thread(task, pool.name() + "-jetty-" + NUMBER.incrementAndGet()));
  }

  /**
   * The threads of one server.
   *
   * @param pool runs its requests
   */
  public static JettyThreads over(AdaptivePool pool) {
    Objects.requireNonNull(pool, "pool must not be null");
    return new JettyThreads(pool);
  }

  @Override
  public void execute(Runnable task) {
    if (isOfConnections(task)) {
      own.execute(task);
    } else {
      pool.execute(task);
    }
  }

  /** Whether a task is an acceptor, a selector, or opens or closes a connection. */
  private static boolean isOfConnections(Runnable task) {
    Class<?> outermost = task.getClass().getNestHost(); // that of a lambda is the class it is in
    return outermost == AbstractConnector.class || outermost == ManagedSelector.class;
  }

  /** The workers of the pool, and the threads beside it. */
  @Override
  public int getThreads() {
    return pool.workersCurrent() + own.getPoolSize();
  }

  /** The threads beside the pool that have nothing to do; a pool's workers end when they have. */
  @Override
  public int getIdleThreads() {
    return Math.max(0, own.getPoolSize() - own.getActiveCount());
  }

  /** Whether requests wait for a worker. */
  @Override
  public boolean isLowOnThreads() {
    return pool.queued() > 0;
  }

  /** Waits until the server has stopped. */
  @Override
  public void join() throws InterruptedException {
    stopped.await();
  }

  @Override
  protected void doStart() {
    stopped = new CountDownLatch(1);
  }

  @Override
  protected void doStop() {
    stopped.countDown();
  }
}
