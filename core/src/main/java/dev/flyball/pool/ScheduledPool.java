package dev.flyball.pool;

import dev.flyball.pool.base.Lifecycle;
import dev.flyball.pool.base.SafeLog;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A scheduled executor whose tasks run on an {@link AdaptivePool} or a {@link Limiter}: after a
 * delay, at a fixed rate, or with a fixed delay in between.
 *
 * <pre>{@code
 * ScheduledPool jobs = Flyball.scheduled("jobs");
 * jobs.scheduleAtFixedRate(() -> refresh(cache), 0, 30, TimeUnit.SECONDS);
 * }</pre>
 *
 * <p><b>How it works.</b> A timer of one thread hands each task to the pool when it is due, and
 * never runs it. So a slow task delays no other, and the pool's workers follow the load. A task
 * arrives at the pool when it is handed over: its wait is measured from then on. The timer's thread
 * ends a second after the last task; while something is scheduled it keeps the JVM alive.
 *
 * <p><b>Contract.</b> That of {@link ScheduledThreadPoolExecutor}, with {@code
 * setRemoveOnCancelPolicy(true)}. A series never has two runs at once; a run that throws ends it;
 * late runs at a fixed rate follow at once. After {@link #shutdown()}, delayed tasks still run and
 * series are cancelled, unless set otherwise.
 *
 * <p><b>Tasks that the pool refuses.</b> When the pool refuses a due task, a single run ends with
 * the exception, and a series skips the run; see {@link #skipped()}. {@link Rejection#discard()}
 * cancels the task instead, also a series. {@link Rejection#block} and {@link
 * Rejection#callerRuns()} hold up the timer.
 *
 * <p><b>Owner.</b> The scheduled pool owns its pool: ending one ends the other.
 *
 * <p><b>Threads.</b> Any thread may call any method. One lock guards the set of open tasks and
 * their places in the timer. It is taken before the timer's own locks; neither a task nor the pool
 * is called with it held.
 */
public final class ScheduledPool implements ScheduledExecutorService, AutoCloseable {

  /** Time after which an idle timer thread ends. */
  private static final long TIMER_SECONDS = 1;

  /** 146 years; a longer delay could overtake the clock. */
  private static final long DELAY_NANOS_MAX = Long.MAX_VALUE >> 1;

  private enum State {
    RUNNING,
    /** Takes nothing new; what may still run is placed and run. */
    SHUT_DOWN,
    /** Places nothing any more. */
    STOPPED
  }

  private final MeasuredExecutor pool;
  private final SafeLog log;
  private final ScheduledThreadPoolExecutor timer;
  private final ReentrantLock lock = new ReentrantLock();

  private final AtomicLong skipped = new AtomicLong();

  // Written under lock; the volatile ones are read without it.

  private final Set<ScheduledTask<?>> open = new HashSet<>();
  private volatile State state = State.RUNNING;
  private volatile boolean delayedAfterShutdown = true;
  private volatile boolean seriesAfterShutdown;

  private ScheduledPool(MeasuredExecutor pool) {
    this.pool = Objects.requireNonNull(pool, "pool must not be null");
    this.log = new SafeLog(ScheduledPool.class, "scheduled pool '" + pool.name() + "'");
    String threadName = pool.name() + "-timer";
    this.timer = new ScheduledThreadPoolExecutor(1, task -> timerThread(task, threadName));
    timer.setRemoveOnCancelPolicy(true);
    timer.setKeepAliveTime(TIMER_SECONDS, TimeUnit.SECONDS);
    timer.allowCoreThreadTimeOut(true);
  }

  @SuppressWarnings("ThreadPriorityCheck") // not that of the thread that schedules first
  private static Thread timerThread(Runnable task, String name) {
    Thread thread = new Thread(null, task, name, 0, false); // inherits no thread-locals
    thread.setDaemon(false);
    thread.setPriority(Thread.NORM_PRIORITY);
    return thread;
  }

  /** A scheduled executor whose tasks run on the pool, which it owns from now on. */
  public static ScheduledPool over(AdaptivePool pool) {
    return new ScheduledPool(pool);
  }

  /** A scheduled executor whose tasks run on the limiter, which it owns from now on. */
  public static ScheduledPool over(Limiter limiter) {
    return new ScheduledPool(limiter);
  }

  // ---- Scheduled tasks

  @Override
  public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
    return schedule(Executors.callable(command), delay, unit);
  }

  @Override
  public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
    Objects.requireNonNull(callable, "callable must not be null");
    return scheduled(new ScheduledTask<>(this, callable, dueNanos(delay, unit), 0));
  }

  @Override
  public ScheduledFuture<?> scheduleAtFixedRate(
      Runnable command, long initialDelay, long period, TimeUnit unit) {
    long periodNanos = positiveNanos("period", period, unit);
    return scheduled(series(command, initialDelay, unit, periodNanos));
  }

  @Override
  public ScheduledFuture<?> scheduleWithFixedDelay(
      Runnable command, long initialDelay, long delay, TimeUnit unit) {
    long delayNanos = positiveNanos("delay", delay, unit);
    return scheduled(series(command, initialDelay, unit, -delayNanos));
  }

  private ScheduledTask<?> series(
      Runnable command, long initialDelay, TimeUnit unit, long periodNanos) {
    Objects.requireNonNull(command, "command must not be null");
    return new ScheduledTask<>(
        this, Executors.callable(command), dueNanos(initialDelay, unit), periodNanos);
  }

  private static long positiveNanos(String name, long time, TimeUnit unit) {
    Objects.requireNonNull(unit, "unit must not be null");
    if (time <= 0) {
      throw new IllegalArgumentException(name + " must be above 0 but was " + time);
    }
    return Math.min(unit.toNanos(time), DELAY_NANOS_MAX);
  }

  private static long dueNanos(long delay, TimeUnit unit) {
    Objects.requireNonNull(unit, "unit must not be null");
    return System.nanoTime() + Math.min(unit.toNanos(Math.max(0, delay)), DELAY_NANOS_MAX);
  }

  private <T extends ScheduledTask<?>> T scheduled(T task) {
    lock.lock();
    try {
      if (state == State.RUNNING) {
        placeLocked(task); // first: it throws when no thread can be had for the timer
        open.add(task);
        return task;
      }
    } finally {
      lock.unlock();
    }
    throw new RejectedExecutionException("task rejected by " + this);
  }

  /** Places a series' next run in the timer; false if it is to go no further. */
  boolean place(ScheduledTask<?> task) {
    lock.lock();
    try {
      boolean goesOn = mayRun(task) && open.contains(task);
      if (goesOn) {
        placeLocked(task);
      }
      return goesOn;
    } finally {
      lock.unlock();
    }
  }

  private void placeLocked(ScheduledTask<?> task) {
    task.place = timer.schedule(() -> handOver(task), task.delayNanos(), TimeUnit.NANOSECONDS);
  }

  /** For the timer's thread. */
  private void handOver(ScheduledTask<?> task) {
    boolean known;
    lock.lock();
    try {
      task.place = null;
      known = open.contains(task); // not where its place could be had only in part
    } finally {
      lock.unlock();
    }
    if (!known || !mayRun(task)) {
      task.cancel(false);
      return;
    }
    try {
      pool.execute(task);
    } catch (Throwable e) {
      task.notRun(e);
    }
  }

  /** Whether a task that is due may run: always before a shutdown. */
  boolean mayRun(ScheduledTask<?> task) {
    State now = state;
    return now == State.RUNNING
        || (now == State.SHUT_DOWN && (seriesAfterShutdown || !task.isPeriodic()));
  }

  boolean isStopped() {
    return state == State.STOPPED;
  }

  /** Counts a run that a series leaves out; false if it is to end instead. */
  boolean skips(Throwable why) {
    if (pool.isShutdown()) {
      return false; // nothing will ever take it
    }
    if (skipped.getAndIncrement() == 0) {
      log.log(System.Logger.Level.WARNING, "skipped a run of a series; more are only counted", why);
    }
    return true;
  }

  /** A task is done, failed or cancelled. */
  void ended(ScheduledTask<?> task) {
    boolean last;
    lock.lock();
    try {
      open.remove(task);
      Future<?> place = task.place;
      if (place != null) {
        task.place = null;
        place.cancel(false);
      }
      last = isLast();
    } finally {
      lock.unlock();
    }
    endIf(last);
  }

  // ---- Tasks without a delay

  @Override
  public void execute(Runnable command) {
    checkOpen(command);
    pool.execute(command);
  }

  @Override
  public Future<?> submit(Runnable task) {
    checkOpen(task);
    return pool.submit(task);
  }

  @Override
  public <T> Future<T> submit(Runnable task, T result) {
    checkOpen(task);
    return pool.submit(task, result);
  }

  @Override
  public <T> Future<T> submit(Callable<T> task) {
    checkOpen(task);
    return pool.submit(task);
  }

  @Override
  public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks)
      throws InterruptedException {
    checkOpenFor(tasks);
    return pool.invokeAll(tasks);
  }

  @Override
  public <T> List<Future<T>> invokeAll(
      Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit)
      throws InterruptedException {
    checkOpenFor(tasks);
    return pool.invokeAll(tasks, timeout, unit);
  }

  @Override
  public <T> T invokeAny(Collection<? extends Callable<T>> tasks)
      throws InterruptedException, ExecutionException {
    checkOpenFor(tasks);
    return pool.invokeAny(tasks);
  }

  @Override
  public <T> T invokeAny(Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit)
      throws InterruptedException, ExecutionException, TimeoutException {
    checkOpenFor(tasks);
    return pool.invokeAny(tasks, timeout, unit);
  }

  private void checkOpen(Object task) {
    Objects.requireNonNull(task, "task must not be null");
    if (state != State.RUNNING && !pool.isShutdown()) { // else the pool itself refuses it
      throw new RejectedExecutionException("task rejected by " + this);
    }
  }

  private void checkOpenFor(Collection<?> tasks) {
    if (!tasks.isEmpty()) {
      checkOpen(tasks);
    }
  }

  // ---- Settings and end

  /** Whether delayed tasks still run after a shutdown; true unless set. */
  public boolean getExecuteExistingDelayedTasksAfterShutdownPolicy() {
    return delayedAfterShutdown;
  }

  /** Sets whether delayed tasks still run after a shutdown; if not, it cancels them. */
  public void setExecuteExistingDelayedTasksAfterShutdownPolicy(boolean value) {
    delayedAfterShutdown = value;
    dropWhatMayNotRun();
  }

  /** Whether series go on after a shutdown; false unless set. */
  public boolean getContinueExistingPeriodicTasksAfterShutdownPolicy() {
    return seriesAfterShutdown;
  }

  /** Sets whether series go on after a shutdown, until they are cancelled or it is stopped. */
  public void setContinueExistingPeriodicTasksAfterShutdownPolicy(boolean value) {
    seriesAfterShutdown = value;
    dropWhatMayNotRun();
  }

  /**
   * Takes nothing more. Delayed tasks still run and series are cancelled, unless set otherwise;
   * then the pool is shut down.
   */
  @Override
  public void shutdown() {
    lock.lock();
    try {
      if (state == State.RUNNING) {
        state = State.SHUT_DOWN;
      }
    } finally {
      lock.unlock();
    }
    dropWhatMayNotRun();
  }

  private void dropWhatMayNotRun() {
    List<ScheduledTask<?>> dropped = new ArrayList<>();
    boolean last;
    lock.lock();
    try {
      if (state == State.SHUT_DOWN) {
        open.stream().filter(task -> task.place != null && !goesOn(task)).forEach(dropped::add);
      }
      last = isLast();
    } finally {
      lock.unlock();
    }
    dropped.forEach(task -> task.cancel(false));
    endIf(last);
  }

  /** Whether a task that waits in the timer stays there after a shutdown; a due one does. */
  private boolean goesOn(ScheduledTask<?> task) {
    return task.isPeriodic() ? seriesAfterShutdown : delayedAfterShutdown || task.delayNanos() <= 0;
  }

  private boolean isLast() {
    return state == State.SHUT_DOWN && open.isEmpty();
  }

  private void endIf(boolean last) {
    if (last) {
      timer.shutdown();
      pool.shutdown();
    }
  }

  /**
   * Takes nothing more, interrupts what runs, and hands back what waits: in the order in which it
   * is due, then what waited for a worker. The futures handed back stay open, as the JDK's do.
   */
  @Override
  public List<Runnable> shutdownNow() {
    List<Runnable> handedBack = new ArrayList<>();
    lock.lock();
    try {
      state = State.STOPPED;
      Set<Object> places = Collections.newSetFromMap(new IdentityHashMap<>());
      places.addAll(timer.shutdownNow());
      open.stream()
          .filter(task -> isIn(places, task.place))
          .sorted(Comparator.naturalOrder())
          .forEach(handedBack::add);
    } finally {
      lock.unlock();
    }
    handedBack.addAll(pool.shutdownNow());
    return handedBack;
  }

  private static boolean isIn(Set<Object> places, @Nullable Object place) {
    return place != null && places.contains(place);
  }

  @Override
  public boolean isShutdown() {
    return state != State.RUNNING;
  }

  @Override
  public boolean isTerminated() {
    return timer.isTerminated() && pool.isTerminated();
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
    long nanosMax = unit.toNanos(timeout);
    long beganNanos = System.nanoTime();
    return pool.awaitTermination(nanosMax, TimeUnit.NANOSECONDS)
        && timer.awaitTermination(
            nanosMax - (System.nanoTime() - beganNanos), TimeUnit.NANOSECONDS);
  }

  /** Shuts down and waits until every task has ended; when interrupted, stops them first. */
  @Override
  public void close() {
    Lifecycle.close(this);
  }

  // ---- Figures

  /** Runs that series left out because the pool did not take them. */
  public long skipped() {
    return skipped.get();
  }

  /** Scheduled tasks that have not ended: those that wait, and those that run. */
  public int scheduled() {
    lock.lock();
    try {
      return open.size();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "scheduled pool '%s' (%s): %d scheduled, %d runs skipped; %s",
        pool.name(),
        state.name().toLowerCase(Locale.ROOT).replace('_', ' '),
        scheduled(),
        skipped(),
        pool);
  }
}
