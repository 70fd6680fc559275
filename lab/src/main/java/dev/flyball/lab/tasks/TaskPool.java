package dev.flyball.lab.tasks;

import dev.flyball.pool.AdaptivePool;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * A pool of threads under a load of tasks, opened for one run.
 *
 * @param executor takes the tasks
 * @param threads threads that exist now; empty where they cannot be counted
 * @param started threads started so far; empty where they cannot be counted
 * @param asked the number of threads that a policy wants now; empty where there is none
 * @param ending ends the pool
 */
record TaskPool(
    Executor executor,
    Supplier<OptionalInt> threads,
    Supplier<OptionalInt> started,
    Supplier<OptionalInt> asked,
    Ending ending)
    implements AutoCloseable {

  /** How long closing waits for the threads to end, in seconds. */
  private static final long SECONDS_TO_END = 5;

  private static final double ALPHA = 0.5;

  /** Ends a pool, and waits a while for its threads. */
  @FunctionalInterface
  interface Ending {
    void end() throws InterruptedException;
  }

  /** Makes threads, and counts them. */
  static final class StartedThreads implements ThreadFactory {
    private final AtomicInteger count = new AtomicInteger();

    @Override
    public Thread newThread(Runnable task) {
      count.incrementAndGet();
      Thread thread = new Thread(task, "flyball-task");
      thread.setDaemon(true);
      return thread;
    }

    OptionalInt counted() {
      return OptionalInt.of(count.get());
    }
  }

  /** A pool of the JDK's; it counts threads if it is one of threads that are kept. */
  static TaskPool of(ExecutorService service, StartedThreads factory) {
    Supplier<OptionalInt> unknown = OptionalInt::empty;
    return service instanceof ThreadPoolExecutor pool
        ? new TaskPool(
            pool,
            () -> OptionalInt.of(pool.getPoolSize()),
            factory::counted,
            unknown,
            () -> end(pool))
        : new TaskPool(service, unknown, unknown, unknown, () -> end(service));
  }

  static TaskPool of(AdaptivePool pool, StartedThreads factory) {
    return new TaskPool(
        pool,
        () -> OptionalInt.of(pool.workersCurrent()),
        factory::counted,
        () -> OptionalInt.of(pool.workersTarget()),
        () -> end(pool));
  }

  private static void end(ExecutorService service) throws InterruptedException {
    service.shutdownNow();
    service.awaitTermination(SECONDS_TO_END, TimeUnit.SECONDS);
  }

  /** A thread for each task; they are counted only where threads are what costs. */
  static TaskPool threadPerTask(ThreadFactory factory, boolean counted) {
    AtomicInteger started = new AtomicInteger();
    Set<Thread> alive = ConcurrentHashMap.newKeySet();
    return new TaskPool(
        task -> {
          Thread thread =
              factory.newThread(() -> {
                try {
                  task.run();
                } finally {
                  alive.remove(Thread.currentThread());
                }
              });
          alive.add(thread);
          started.incrementAndGet();
          thread.start();
        },
        () -> counted ? OptionalInt.of(alive.size()) : OptionalInt.empty(),
        () -> counted ? OptionalInt.of(started.get()) : OptionalInt.empty(),
        OptionalInt::empty,
        () -> {
          Set<Thread> left = Set.copyOf(alive);
          left.forEach(Thread::interrupt);
          for (Thread thread : left) {
            thread.join(TimeUnit.SECONDS.toMillis(SECONDS_TO_END));
          }
        });
  }

  /**
   * The predicting executor as it was published: the JDK's cached pool, whose core size a monitor
   * thread sets to the modified moving average of its active threads.
   *
   * <p>Why it cannot do what it is for: setting the core size of such a pool <i>starts no
   * thread</i> (the JDK starts as many as tasks wait, and in a cached pool none ever waits); and
   * while fewer threads exist than the core size, each task starts a new one although others are
   * idle. So the better it predicts a rise, the more tasks wait for a thread to start.
   *
   * <p>The monitor thread ends when the pool is closed.
   */
  static TaskPool printed(Duration interval) {
    StartedThreads factory = new StartedThreads();
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            0, Integer.MAX_VALUE, 60, TimeUnit.SECONDS, new SynchronousQueue<>(), factory);
    Thread monitor = new Thread(() -> watch(pool, interval.toNanos()), "flyball-printed-monitor");
    monitor.setDaemon(true);
    monitor.start();
    return new TaskPool(
        pool,
        () -> OptionalInt.of(pool.getPoolSize()),
        factory::counted,
        () -> OptionalInt.of(pool.getCorePoolSize()),
        () -> {
          pool.shutdownNow();
          LockSupport.unpark(monitor);
          end(pool);
        });
  }

  private static void watch(ThreadPoolExecutor pool, long intervalNanos) {
    double average = 0;
    while (!pool.isShutdown()) {
      double last = average;
      average = ALPHA * pool.getActiveCount() + (1 - ALPHA) * last;
      double ahead = average + Math.max(0, average - last);
      pool.setCorePoolSize((int) StrictMath.ceil(ahead));
      LockSupport.parkNanos(intervalNanos);
    }
  }

  /**
   * Ends the pool: what waits is not run, what runs is interrupted, and its threads are waited for,
   * so that they are not there any more when the next pool is measured.
   */
  @Override
  public void close() {
    try {
      ending.end();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
