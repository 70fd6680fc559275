package dev.flyball.lab.tasks;

import dev.flyball.lab.tasks.TaskPool.StartedThreads;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.pool.AdaptivePool;
import dev.flyball.pool.PoolBuilder;
import dev.flyball.pool.base.VirtualThreads;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** An executor of tasks, by name: opened anew for every run. */
public final class TaskExecutor {

  private final String name;
  private final Supplier<TaskPool> opening;

  private TaskExecutor(String name, Supplier<TaskPool> opening) {
    this.name = name;
    this.opening = opening;
  }

  /** The JDK's pool of so many threads. */
  public static TaskExecutor fixed(int threads) {
    return ofJdk(fixedName(threads), made -> Executors.newFixedThreadPool(threads, made));
  }

  static String fixedName(int threads) {
    return "fixed(" + threads + ")";
  }

  /** The JDK's pool that starts a thread where none is idle, and keeps it for a minute. */
  public static TaskExecutor cached() {
    return ofJdk("cached", Executors::newCachedThreadPool);
  }

  /** The same with so many threads that are started before the first task and always kept. */
  static TaskExecutor cached(String name, int ready) {
    return ofJdk(
        name,
        made -> {
          ThreadPoolExecutor pool =
              new ThreadPoolExecutor(
                  ready, Integer.MAX_VALUE, 60, TimeUnit.SECONDS, new SynchronousQueue<>(), made);
          pool.prestartAllCoreThreads();
          return pool;
        });
  }

  /** The JDK's pool of one thread. */
  public static TaskExecutor single() {
    return ofJdk("single", made -> Executors.newFixedThreadPool(1, made));
  }

  private static TaskExecutor ofJdk(String name, Function<ThreadFactory, ExecutorService> maker) {
    return new TaskExecutor(
        name,
        () -> {
          StartedThreads factory = new StartedThreads();
          return TaskPool.of(maker.apply(factory), factory);
        });
  }

  /** A new thread for every task. */
  public static TaskExecutor threadPerTask() {
    return new TaskExecutor(
        "thread-per-task", () -> TaskPool.threadPerTask(new StartedThreads(), true));
  }

  /** The published predicting executor. */
  public static TaskExecutor printed(Duration interval) {
    return new TaskExecutor("EMA as published", () -> TaskPool.printed(interval));
  }

  /** Our pool, governed by the policy of a specification, with what else the plan says. */
  public static TaskExecutor adaptive(String name, String policy, UnaryOperator<PoolBuilder> plan) {
    SizingPolicy sizing = Policies.parse(policy);
    return new TaskExecutor(
        name,
        () -> {
          StartedThreads factory = new StartedThreads();
          PoolBuilder governed = AdaptivePool.named(name).governedBy(sizing).threadFactory(factory);
          return TaskPool.of(plan.apply(governed).build(), factory);
        });
  }

  /** A new virtual thread for every task; empty before Java 21. */
  public static Optional<TaskExecutor> virtualThreads() {
    return VirtualThreads.exist()
        ? Optional.of(
            new TaskExecutor(
                "virtual-threads",
                () -> TaskPool.threadPerTask(VirtualThreads.factory("flyball-task"), false)))
        : Optional.empty();
  }

  public String name() {
    return name;
  }

  TaskPool open() {
    return opening.get();
  }
}
