package dev.flyball.adapters.jetty;

import dev.flyball.adapters.base.Library;
import dev.flyball.adapters.base.NamedThreads;
import dev.flyball.pool.adopt.Claims;
import dev.flyball.pool.adopt.Setting;
import dev.flyball.pool.foreign.ForeignPool;
import dev.flyball.pool.foreign.PoolReading;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.ThreadPool;

/**
 * The threads of a Jetty server.
 *
 * <p><b>Size.</b> Acceptors and selectors lease threads of the pool for as long as the server runs.
 * These neither count as workers nor as busy, so the size is the maximum less what is leased: the
 * number of requests that can run at once. Threads in reserve are workers that wait.
 *
 * <p><b>Growing.</b> A higher maximum starts a thread only for the next task. The minimum is set
 * after the maximum, which starts threads for those that wait already.
 *
 * <p><b>Shrinking.</b> A lower maximum ends no thread. A thread ends when it finds nothing to do,
 * and only one of them in each idle timeout, a minute by default. So the timeout is lowered and the
 * number of threads that may end in it raised, until no more threads are left than there may be.
 * This is not enough, in two ways:
 *
 * <ul>
 *   <li>No thread ends within the idle timeout that was in force when the last one was started. So
 *       one more is started, under the lower timeout.
 *   <li>A thread that waits for a task does so for as long as the timeout was when it began. So
 *       idle threads are given empty tasks, again and again, since one thread may take several.
 * </ul>
 *
 * <p>While tasks wait in the queue no thread ends.
 *
 * <p><b>Done.</b> Requests are counted, by a customizer of the server's HTTP configurations. The
 * pool's tasks would be no measure, even where it counts them: a task may read one connection or
 * serve many requests, a fifth of a task for each request at rest and two and a half at saturation.
 */
final class JettyThreadPool implements ForeignPool {

  private static final int EVICT_MILLIS = 100;
  private static final int EVICT_COUNT = 100;

  private final QueuedThreadPool pool;
  private final DoneRequests requests;
  private final NamedThreads threads;

  // Guarded by this.
  private final Setting min;
  private final Setting max;
  private int idleMillisFound;
  private int evictFound;
  private long wokenStamp;
  private boolean evicting;

  private JettyThreadPool(QueuedThreadPool pool, DoneRequests requests) {
    this.pool = pool;
    this.requests = requests;
    this.threads = NamedThreads.byId(pool.getName() + "-");
    this.min = new Setting(pool::getMinThreads, pool::setMinThreads);
    this.max = new Setting(pool::getMaxThreads, pool::setMaxThreads);
  }

  /** The adapter of a server's threads; empty for something else. */
  static Optional<ForeignPool> adopt(Object target) {
    if (target instanceof Server server) {
      if (!Library.has("org.eclipse.jetty.io.Content")) {
        throw new IllegalArgumentException(
            "server must be of Jetty 12 or later, whose requests can be counted, but was of "
                + Server.getVersion());
      }
      QueuedThreadPool pool = checked(server.getThreadPool());
      return Optional.of(
          Claims.claimed(() -> new JettyThreadPool(pool, DoneRequests.of(server)), pool));
    }
    if (target instanceof ThreadPool) {
      throw new IllegalArgumentException(
          "pool must be the Server, since no pool of Jetty's counts the requests that are done, but"
              + " was "
              + target
              + ": govern the server whose threads these are");
    }
    return Optional.empty();
  }

  private static QueuedThreadPool checked(ThreadPool threads) {
    if (!(threads instanceof QueuedThreadPool pool)) {
      throw new IllegalArgumentException(
          "pool must be a QueuedThreadPool, since no other can be resized, but was "
              + threads
              + ": limit requests with AdmissionFilter instead");
    }
    if (pool.getVirtualThreadsExecutor() != null) {
      throw new IllegalArgumentException(
          "pool must run requests in its own threads but has virtual threads for them: "
              + pool
              + "; limit requests with AdmissionFilter instead");
    }
    if (!pool.isStarted()) {
      throw new IllegalArgumentException(
          "pool must be started, so that the threads which the server needs for itself are known,"
              + " but was "
              + pool);
    }
    return pool;
  }

  @Override
  public String kind() {
    return "QueuedThreadPool";
  }

  @Override
  public Optional<String> name() {
    return Optional.of(pool.getName());
  }

  // ---- Reading

  @Override
  public PoolReading read() {
    long ended = requests.count();
    int busy = pool.getUtilizedThreads();
    int queued = pool.getQueueSize();
    int all = pool.getThreads();
    int leased = pool.getLeasedThreads();
    noteThreads(all);
    return new PoolReading(
        Math.max(1, pool.getMaxThreads() - leased),
        Math.max(0, all - leased),
        Math.max(0, busy),
        queued,
        ended,
        0);
  }

  @Override
  public Processor processor(int threadsMax) {
    return threads.processor(pool.getThreads(), threadsMax);
  }

  @Override
  public boolean hasThreads() {
    return true;
  }

  // ---- Resizing

  /** The threads that may be reserved are leased as well, but must not be all that there are. */
  @Override
  public int sizeMin() {
    return pool.getMaxReservedThreads() + 1;
  }

  @Override
  public synchronized void resize(int workers) {
    int most = Math.max(workers, sizeMin()) + pool.getLeasedThreads();
    int least = Math.min(min.found(), most);
    if (pool.getThreads() > most) {
      evict();
    }
    set(least, most);
  }

  /**
   * After growth the pool is told its minimum also where that is what it was: this starts threads
   * for tasks that wait, which a new maximum alone does not.
   */
  private void set(int least, int most) {
    boolean grows = most > max.now();
    Setting.set(min, least, max, most);
    if (grows) {
      pool.setMinThreads(min.now());
    }
  }

  /** Has threads end that find nothing to do, also those that were started a moment ago. */
  private void evict() {
    if (evicting) {
      return;
    }
    evicting = true;
    wokenStamp = System.nanoTime();
    idleMillisFound = pool.getIdleTimeout();
    evictFound = pool.getMaxEvictCount();
    setIdleMillis(EVICT_MILLIS);
    pool.setMaxEvictCount(EVICT_COUNT);
    int oneMore = pool.getThreads() + 1;
    max.set(Math.max(oneMore, max.now()));
    min.set(oneMore);
  }

  /** Of the pool alone: that of threads in reserve cannot be changed while it runs. */
  private void setIdleMillis(int idleMillis) {
    try {
      pool.setIdleTimeout(idleMillis);
    } catch (IllegalStateException reserved) {
      // by then the pool's own is set
    }
  }

  /** Follows the threads that end. */
  private synchronized void noteThreads(int all) {
    if (!evicting) {
      return;
    }
    int most = max.now();
    if (all <= most) {
      restEviction();
    } else if (System.nanoTime() - wokenStamp > EVICT_MILLIS * 1_000_000L) {
      wakeIdle(all - most);
    }
  }

  private void wakeIdle(int threadsMost) {
    wokenStamp = System.nanoTime();
    try {
      for (int i = Math.min(threadsMost, pool.getIdleThreads()); i > 0; i--) {
        pool.execute(() -> {});
      }
    } catch (RejectedExecutionException stopping) {
      // no thread is idle for long any more
    }
  }

  private void restEviction() {
    evicting = false;
    if (pool.getIdleTimeout() == EVICT_MILLIS) {
      setIdleMillis(idleMillisFound);
    }
    if (pool.getMaxEvictCount() == EVICT_COUNT) {
      pool.setMaxEvictCount(evictFound);
    }
  }

  // ---- The end

  @Override
  public boolean isEnded() {
    return !pool.isRunning();
  }

  @Override
  public synchronized void restore() {
    requests.end();
    if (evicting) {
      restEviction();
    }
    set(min.found(), max.found());
  }
}
