package dev.flyball.lab.tasks;

import dev.flyball.base.VirtualThreads;
import dev.flyball.control.Governor;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.policy.spec.Spelling;
import dev.flyball.pool.AdaptivePool;
import dev.flyball.pool.Limiter;
import dev.flyball.pool.PoolBuilder;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * An executor of tasks, by name: opened anew for every run.
 *
 * @param name what it is called
 * @param opening makes it, of threads that are counted
 */
public record TaskExecutor(String name, Function<StartedThreads, TaskPool> opening) {

  /** How long closing waits for the threads to end, in seconds. */
  private static final long SECONDS_TO_END = 5;

  /** The JDK's pool of so many threads. */
  public static TaskExecutor fixed(int threads) {
    return fixed(fixedName(threads), threads);
  }

  static String fixedName(int threads) {
    return "fixed(" + threads + ")";
  }

  /** The JDK's pool of one thread. */
  public static TaskExecutor single() {
    return fixed("single", 1);
  }

  private static TaskExecutor fixed(String name, int threads) {
    return new TaskExecutor(
        name,
        made ->
            TaskPool.of(
                new ThreadPoolExecutor(
                    threads, threads, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), made),
                made));
  }

  /** The JDK's pool that starts a thread where none is idle, and keeps it for a minute. */
  public static TaskExecutor cached() {
    return cached("cached", 0);
  }

  /** The same with so many threads that are started before the first task and always kept. */
  static TaskExecutor cached(String name, int ready) {
    return new TaskExecutor(
        name,
        made -> {
          ThreadPoolExecutor pool = cachedPool(ready, made);
          pool.prestartAllCoreThreads();
          return TaskPool.of(pool, made);
        });
  }

  private static ThreadPoolExecutor cachedPool(int ready, ThreadFactory threads) {
    return new ThreadPoolExecutor(
        ready, Integer.MAX_VALUE, 60, TimeUnit.SECONDS, new SynchronousQueue<>(), threads);
  }

  /** A new thread for every task. */
  public static TaskExecutor threadPerTask() {
    return new TaskExecutor("thread-per-task", made -> TaskPool.threadPerTask(made, made::counted));
  }

  /** A new virtual thread for every task; empty before Java 21. */
  public static Optional<TaskExecutor> virtualThreads() {
    if (!VirtualThreads.exist()) {
      return Optional.empty();
    }
    ThreadFactory virtual = VirtualThreads.factory("flyball-task");
    return Optional.of(
        new TaskExecutor(
            "virtual-threads", made -> TaskPool.threadPerTask(virtual, OptionalInt::empty)));
  }

  /** Our pool, governed by the policy of a specification, with what else the plan says. */
  public static TaskExecutor adaptive(String name, String policy, UnaryOperator<PoolBuilder> plan) {
    SizingPolicy sizing = Policies.parse(policy);
    return new TaskExecutor(
        name,
        made -> {
          PoolBuilder governed = AdaptivePool.named(name).governedBy(sizing).threadFactory(made);
          AdaptivePool pool = plan.apply(governed).build();
          return new TaskPool(
              pool,
              () -> OptionalInt.of(pool.workersCurrent()),
              made::counted,
              () -> OptionalInt.of(pool.workersTarget()),
              () -> end(pool));
        });
  }

  /** Our pool as its users have it: governed by the standard policy, with threads of its own. */
  public static TaskExecutor pool() {
    return pool("flyball", plan -> plan);
  }

  /** The same, which starts a worker for a task that finds none free, up to so many in all. */
  public static TaskExecutor onDemand(int most) {
    return pool("on-demand(" + most + ")", plan -> plan.maximumWorkers(most));
  }

  private static TaskExecutor pool(String name, UnaryOperator<PoolBuilder> plan) {
    return new TaskExecutor(
        name,
        made -> {
          AdaptivePool pool = plan.apply(AdaptivePool.named(name)).build();
          return new TaskPool(
              pool,
              () -> OptionalInt.of(pool.workersCurrent()),
              OptionalInt::empty,
              () -> OptionalInt.of(pool.workersTarget()),
              () -> end(pool));
        });
  }

  /** Our limiter as its users have it: governed by the standard policy. */
  public static TaskExecutor limiter() {
    return new TaskExecutor(
        "limiter",
        made -> {
          Limiter limiter = Limiter.named("limiter").build();
          return new TaskPool(
              limiter,
              () -> OptionalInt.of(limiter.running()),
              OptionalInt::empty,
              () -> OptionalInt.of(limiter.workersTarget()),
              () -> end(limiter));
        });
  }

  /**
   * The predicting executor of the published program: the JDK's pool with an unbounded queue, whose
   * core size, 1 at first, follows {@code moving-average} as published.
   *
   * <p>Why it cannot do what it is for: setting the core size starts a thread for each task that
   * waits, and <i>none for those that are foretold</i>. A task that comes meets either fewer
   * threads than the core size, and starts one for itself; or as many, and if none is idle, waits
   * for the next poll.
   *
   * @param interval the time between two polls; 500 ms in the program
   * @param keepAlive how long an idle thread beyond the core size is kept; 1 s in the program
   */
  public static TaskExecutor printed(Duration interval, Duration keepAlive) {
    SizingPolicy policy =
        Policies.parse("moving-average(interval=" + Spelling.duration(interval) + ")");
    return new TaskExecutor(
        "EMA as published",
        made -> {
          ThreadPoolExecutor pool =
              new ThreadPoolExecutor(
                  1,
                  1,
                  keepAlive.toNanos(),
                  TimeUnit.NANOSECONDS,
                  new LinkedBlockingQueue<>(),
                  made);
          pool.setMaximumPoolSize(Integer.MAX_VALUE); // no core size is ever refused
          Governor governor =
              Governor.of("printed", new CoreSized(pool), policy).size(1).build().start();
          return new TaskPool(
              pool,
              () -> OptionalInt.of(pool.getPoolSize()),
              made::counted,
              () -> OptionalInt.of(pool.getCorePoolSize()),
              () -> {
                governor.close();
                end(pool);
              });
        });
  }

  private static void end(ExecutorService service) throws InterruptedException {
    service.shutdownNow();
    service.awaitTermination(SECONDS_TO_END, TimeUnit.SECONDS);
  }

  TaskPool open() {
    return opening.apply(new StartedThreads());
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

    /** Ends a pool, and waits a while for its threads. */
    @FunctionalInterface
    interface Ending {
      void end() throws InterruptedException;
    }

    /** A pool of the JDK's. */
    static TaskPool of(ThreadPoolExecutor pool, StartedThreads made) {
      return new TaskPool(
          pool,
          () -> OptionalInt.of(pool.getPoolSize()),
          made::counted,
          OptionalInt::empty,
          () -> TaskExecutor.end(pool));
    }

    /** A thread for each task; they are counted only where threads are what costs. */
    static TaskPool threadPerTask(ThreadFactory factory, Supplier<OptionalInt> started) {
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
            thread.start();
          },
          () -> started.get().isPresent() ? OptionalInt.of(alive.size()) : OptionalInt.empty(),
          started,
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
     * Ends the pool: what waits is not run, what runs is interrupted, and its threads are waited
     * for, so that they are not there any more when the next pool is measured.
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
}
