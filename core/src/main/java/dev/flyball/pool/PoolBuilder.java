package dev.flyball.pool;

import dev.flyball.base.Durations;
import dev.flyball.measure.MachineRoom;
import dev.flyball.measure.thread.SensorBudget;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.pool.base.Decoration;
import dev.flyball.pool.dispatch.DispatchPlan;
import dev.flyball.pool.dispatch.WorkerThread;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;

/** A builder of pools; every setting has a default. */
public final class PoolBuilder extends AdmittingBuilder<PoolBuilder> {

  ThreadFactory threads;
  Rejection rejection = Rejection.abort();
  Decoration decoration = Decoration.NONE;
  int workers = Runtime.getRuntime().availableProcessors();
  int queueCapacity = Integer.MAX_VALUE;
  long idleNanosMax = Duration.ofMillis(500).toNanos();
  boolean measured = true;
  boolean prestarted;
  int overflowMax;
  SensorBudget sensors = SensorBudget.SHARED;
  MachineRoom machine = MachineRoom.SHARED;

  PoolBuilder(String name) {
    super(name);
    this.threads = namedThreads(name);
  }

  @Override
  PoolBuilder self() {
    return this;
  }

  /** Of the thread that starts the worker, a submitter or the governor, nothing is inherited. */
  @SuppressWarnings("ThreadPriorityCheck") // back to normal, wherever it was inherited from
  private static ThreadFactory namedThreads(String pool) {
    AtomicLong number = new AtomicLong();
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    return task -> {
      Thread thread = new WorkerThread(task, pool + "-" + number.incrementAndGet());
      thread.setDaemon(false);
      thread.setPriority(Thread.NORM_PRIORITY);
      thread.setContextClassLoader(loader);
      return thread;
    };
  }

  /**
   * The workers at the beginning, at least 1. By default as many as the machine has processors. A
   * governed pool begins with what its policy makes of that: see {@link SizingPolicy#firstSize}.
   */
  public PoolBuilder workers(int count) {
    if (count < 1) {
      throw new IllegalArgumentException("workers must be at least 1 but was " + count);
    }
    this.workers = count;
    return this;
  }

  /**
   * Maximum number of queued tasks, excluding tasks already destined for a free worker. Unbounded
   * by default. With 0 a task is taken only when a worker is free for it. A worker is free again
   * when it has come back from its task, which is a moment after the task's own future is done.
   */
  public PoolBuilder queueCapacity(int tasks) {
    if (tasks < 0) {
      throw new IllegalArgumentException("queueCapacity must be at least 0 but was " + tasks);
    }
    this.queueCapacity = tasks;
    return this;
  }

  /** How long a worker may be idle before it ends, positive. 500 milliseconds by default. */
  public PoolBuilder keepAlive(Duration time) {
    Objects.requireNonNull(time, "time must not be null");
    this.idleNanosMax = Durations.nanos("keepAlive", time);
    return this;
  }

  /**
   * Keeps a thread ready for each worker asked for. It is started with the pool, or by the thread
   * that resizes the pool, before any task needs it, and does not end for being idle. Such a pool
   * must be shut down: its threads keep it and the process.
   *
   * <p>For tasks that must not wait until a thread has started. It costs a stack per worker;
   * without it only as many workers exist as tasks have needed.
   */
  public PoolBuilder prestart() {
    this.prestarted = true;
    return this;
  }

  /**
   * Lets a task that finds no free worker start one beyond the size, up to {@code workersMax}
   * workers in all, as a cached pool does. Workers beyond the size end after the idle time. None by
   * default.
   *
   * <p>The size is then what the pool keeps ready with {@link #prestart()}, not a bound on the
   * tasks that run at once; a policy that relies on such a bound cannot steer.
   *
   * @param workersMax the most workers there may be, at least 1
   */
  public PoolBuilder maximumWorkers(int workersMax) {
    if (workersMax < 1) {
      throw new IllegalArgumentException("maximumWorkers must be at least 1 but was " + workersMax);
    }
    this.overflowMax = workersMax;
    return this;
  }

  /**
   * The factory for the workers' threads; it may make virtual threads. By default ordinary threads
   * named after the pool, which inherit nothing of the thread that starts them, and have the
   * context class loader of the thread that described the pool.
   *
   * <p>The factory is called by the thread that starts a worker: a submitter, another worker, or
   * the governor. Its threads may inherit something of any of these (inheritable thread-locals, the
   * context class loader). After each task a worker's thread gets back the name, the priority, the
   * context class loader and the uncaught-exception handler that it began with; thread-locals stay.
   */
  public PoolBuilder threadFactory(ThreadFactory factory) {
    Objects.requireNonNull(factory, "factory must not be null");
    this.threads = factory;
    return this;
  }

  /** What happens to a task that cannot be taken. Aborts by default. */
  public PoolBuilder rejection(Rejection way) {
    Objects.requireNonNull(way, "way must not be null");
    this.rejection = way;
    return this;
  }

  /**
   * Decorates each task, such as to carry a context from the submitting thread to the one that runs
   * the task. None by default.
   */
  public PoolBuilder decorate(TaskDecorator decorator) {
    Objects.requireNonNull(decorator, "decorator must not be null");
    this.decoration = Decoration.by(decorator::decorate);
    return this;
  }

  /**
   * Leaves all sensors out. Such a pool is not governed, and can be resized but not observed. It
   * exists to measure what the sensors cost.
   */
  public PoolBuilder unmeasured() {
    this.measured = false;
    return this;
  }

  DispatchPlan dispatching() {
    return new DispatchPlan(
        name,
        threads,
        measured,
        governing.firstSize(workers),
        prestarted,
        overflowMax,
        idleNanosMax,
        queueCapacity,
        admission,
        sensors);
  }

  /**
   * Makes the pool; if it is governed, the governor starts at once.
   *
   * @throws IllegalStateException when it is to be governed or to have signals without sensors, or
   *     has limits, a period, a journal or advice but no policy
   */
  public AdaptivePool build() {
    if (!measured && governing.isAsked()) {
      throw new IllegalStateException(
          "pool '" + name + "' must be measured to be governed but was built unmeasured");
    }
    if (!measured && !signals.isEmpty()) {
      throw new IllegalStateException(
          "pool '" + name + "' must be measured to have signals but was built unmeasured");
    }
    if (!measured) {
      governing.nobody();
    }
    governing.check("pool '" + name + "'");
    return new AdaptivePool(this);
  }
}
