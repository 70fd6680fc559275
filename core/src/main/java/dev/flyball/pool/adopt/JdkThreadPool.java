package dev.flyball.pool.adopt;

import dev.flyball.pool.foreign.ForeignPool;
import dev.flyball.pool.foreign.PoolReading;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.LongAdder;

/**
 * A {@link ThreadPoolExecutor} of the JDK's.
 *
 * <p><b>Size.</b> A pool whose queue can hold tasks makes threads up to its core size, and beyond
 * it only when the queue is full. So the core size is governed, and the maximum only ever raised
 * with it. Where the queue holds nothing, it is the maximum that is governed.
 *
 * <p>A queue that is none of the JDK's may refuse tasks although it has room, so that the pool
 * makes threads up to its maximum first. Nothing tells before it does. So the maximum is never
 * above the core size that is set; where more threads than the core size show that it does, the
 * maximum is governed. With a queue of the JDK's these are from a time when it was full.
 *
 * <p><b>Shrinking.</b> Threads above the core size would go on as long as tasks come. So the
 * maximum is lowered until they have gone, each after its task, and raised again.
 *
 * <p><b>No task is rejected that the pool would have taken as it was found.</b> Where the maximum
 * is lower than then, it is raised before a task is rejected, and the task comes again. So does one
 * that finds it raised by then, for another thread. The next readings show that size, and that
 * there was a shortage.
 *
 * <p><b>Rejected tasks</b> go on to the handler that was found. They count as rejected where it is
 * one of the JDK's, or throws; a handler of another sort may have had the task done. One that the
 * caller runs is none of the pool's.
 *
 * <p><b>New threads</b> may be made by the thread that governs. They get the context class loader
 * of the adopting thread, and no thread-locals.
 */
final class JdkThreadPool implements ForeignPool {

  /** So often its size and its room are read, until no task has moved meanwhile. */
  private static final int CAPACITY_TRIES = 10;

  /** More is no bound: a queue without one has the room of an {@code int}, less what is in it. */
  private static final int CAPACITY_MAX = Integer.MAX_VALUE / 2;

  private final ThreadPoolExecutor pool;
  private final AdoptedThreads threads;
  private final Handler handler;
  private final boolean byMaximum;
  private final boolean mayPreferThreads;
  private final LongAdder rejected = new LongAdder();

  // Guarded by this.
  private final Setting core;
  private final Setting maximum;
  private boolean released;

  /** Stands before the handler that was found. */
  private final class Handler implements RejectedExecutionHandler {

    private final RejectedExecutionHandler found;
    private final boolean ofTheJdk;

    /** The threads whose task comes again though they made no room themselves; it does so once. */
    private final Set<Thread> again = ConcurrentHashMap.newKeySet();

    Handler(RejectedExecutionHandler found) {
      this.found = found;
      this.ofTheJdk = found.getClass().getEnclosingClass() == ThreadPoolExecutor.class;
    }

    @Override
    public void rejectedExecution(Runnable task, ThreadPoolExecutor executor) {
      if (makesRoom()) {
        executor.execute(task);
        return;
      }
      Thread here = Thread.currentThread();
      if (hasRoom() && again.add(here)) {
        try {
          executor.execute(task);
          return;
        } finally {
          again.remove(here);
        }
      }
      if (ofTheJdk) {
        rejected.increment();
      }
      try {
        found.rejectedExecution(task, executor);
      } catch (Throwable e) {
        if (!ofTheJdk) {
          rejected.increment();
        }
        throw e;
      }
    }
  }

  private JdkThreadPool(ThreadPoolExecutor pool) {
    this.pool = pool;
    this.core = new Setting(pool::getCorePoolSize, pool::setCorePoolSize);
    this.maximum = new Setting(pool::getMaximumPoolSize, pool::setMaximumPoolSize);
    int room = pool.getQueue().remainingCapacity();
    boolean holds = room > 0 || !pool.getQueue().isEmpty();
    this.mayPreferThreads = !ofTheJdk(pool.getQueue());
    boolean prefersThreads =
        room > 0 && mayPreferThreads && pool.getPoolSize() > Math.max(1, core.found());
    this.byMaximum = !holds || prefersThreads;
    this.handler = new Handler(pool.getRejectedExecutionHandler());
    this.threads =
        AdoptedThreads.of(pool::getThreadFactory, pool::setThreadFactory, pool.getPoolSize());
    try {
      pool.setRejectedExecutionHandler(handler);
    } catch (Throwable e) {
      threads.giveBack(() -> {});
      throw e;
    }
  }

  private static boolean ofTheJdk(BlockingQueue<Runnable> queue) {
    return queue.getClass().getModule().equals(BlockingQueue.class.getModule());
  }

  /** The adapter of a pool; empty for something else. */
  static Optional<ForeignPool> adopt(Object target) {
    if (!(target instanceof ThreadPoolExecutor pool)) {
      return Optional.empty();
    }
    if (pool instanceof ScheduledThreadPoolExecutor) {
      throw new IllegalArgumentException(
          "pool must not be a ScheduledThreadPoolExecutor, whose queue holds tasks that are not yet"
              + " due, so that nothing tells how many wait: use Flyball.scheduled");
    }
    if (pool.isShutdown()) {
      throw new IllegalArgumentException("pool must not be shut down but was " + pool);
    }
    return Optional.of(new JdkThreadPool(pool));
  }

  @Override
  public String kind() {
    return "ThreadPoolExecutor";
  }

  // ---- Reading

  @Override
  public PoolReading read() {
    long completed = pool.getCompletedTaskCount();
    int busy = pool.getActiveCount();
    int queued = pool.getQueue().size();
    int workers = pool.getPoolSize();
    return new PoolReading(size(workers), workers, busy, queued, completed, rejected.sum());
  }

  private synchronized int size(int workers) {
    int most = maximum.now();
    boolean bounded = released || byMaximum || mayPreferThreads;
    if (!bounded && most < maximum.found() && workers <= core.now()) {
      maximum.set(maximum.found()); // those too many have gone
    }
    if (byMaximum) {
      // a maximum that no machine can have was not chosen as a size
      return most == Integer.MAX_VALUE ? Math.max(1, workers) : most;
    }
    return Math.max(1, core.now());
  }

  /** Of the queue as it is now, for there are queues whose capacity can be changed. */
  @Override
  public OptionalInt queueCapacity() {
    BlockingQueue<Runnable> queue = pool.getQueue();
    long capacity;
    int before;
    int tries = 0;
    do {
      before = queue.size();
      capacity = (long) before + queue.remainingCapacity();
    } while (queue.size() != before && ++tries < CAPACITY_TRIES);
    return OptionalInt.of(capacity > CAPACITY_MAX ? Integer.MAX_VALUE : (int) capacity);
  }

  @Override
  public Processor processor(int threadsMax) {
    return threads.processor(pool.getPoolSize(), threadsMax);
  }

  @Override
  public boolean hasThreads() {
    return true;
  }

  // ---- Resizing

  @Override
  public synchronized void resize(int workers) {
    threads.govern(() -> {
      if (byMaximum) {
        set(Math.min(core.found(), workers), workers);
      } else {
        boolean tooMany = mayPreferThreads || pool.getPoolSize() > workers;
        set(workers, tooMany ? workers : Math.max(workers, maximum.found()));
      }
    });
  }

  private void set(int least, int most) {
    Setting.set(core, least, maximum, most);
  }

  /** Raises the maximum to the one that was found, if that makes room. */
  private synchronized boolean makesRoom() {
    if (released || pool.isShutdown() || maximum.now() >= maximum.found()) {
      return false;
    }
    maximum.set(maximum.found());
    return true;
  }

  /**
   * Whether there is room for a thread, which another thread has made meanwhile; or the factory
   * makes none.
   */
  private boolean hasRoom() {
    return !pool.isShutdown() && pool.getPoolSize() < pool.getMaximumPoolSize();
  }

  // ---- The end

  @Override
  public boolean isEnded() {
    return pool.isShutdown();
  }

  @Override
  public synchronized void restore() {
    released = true;
    try {
      threads.giveBack(this::putSizesBack);
    } finally {
      if (pool.getRejectedExecutionHandler().equals(handler)) {
        pool.setRejectedExecutionHandler(handler.found);
      }
    }
  }

  /** A pool that was shut down keeps a size that is larger: it is to be done with what waits. */
  private void putSizesBack() {
    if (pool.isShutdown()) {
      set(Math.max(core.now(), core.found()), Math.max(maximum.now(), maximum.found()));
    } else {
      set(core.found(), maximum.found());
    }
  }
}
