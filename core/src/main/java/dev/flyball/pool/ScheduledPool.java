package dev.flyball.pool;

import dev.flyball.pool.base.SafeLog;
import dev.flyball.pool.schedule.Schedule;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
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
 * <p><b>Decoration.</b> The pool's {@link TaskDecorator} is called once for each task, by the
 * thread that schedules it: each run has that thread's context, not the timer's.
 *
 * <p><b>Tasks that the pool refuses.</b> When the pool refuses a due task, a single run ends with
 * the exception, and a series skips the run; see {@link #skipped()}. So it is where the pool takes
 * a run in and turns it away later; a task that is {@link dev.flyball.admission.Sheddable} is told
 * then. {@link Rejection#discard()} cancels the task instead, also a series. {@link
 * Rejection#block} and {@link Rejection#callerRuns()} hold up the timer.
 *
 * <p><b>Owner.</b> The scheduled pool owns its pool: ending one ends the other.
 *
 * <p><b>Threads.</b> Any thread may call any method.
 */
public final class ScheduledPool implements ScheduledExecutorService, AutoCloseable {

  private final MeasuredExecutor pool;
  private final Schedule tasks;

  private ScheduledPool(MeasuredExecutor pool) {
    this.pool = pool;
    this.tasks =
        new Schedule(
            pool,
            pool::submitRun,
            pool.name(),
            new SafeLog(ScheduledPool.class, "scheduled pool '" + pool.name() + "'"));
  }

  /** A scheduled executor whose tasks run on the pool, which it owns from now on. */
  public static ScheduledPool over(AdaptivePool pool) {
    return new ScheduledPool(Objects.requireNonNull(pool, "pool must not be null"));
  }

  /** A scheduled executor whose tasks run on the limiter, which it owns from now on. */
  public static ScheduledPool over(Limiter limiter) {
    return new ScheduledPool(Objects.requireNonNull(limiter, "limiter must not be null"));
  }

  // ---- Scheduled tasks

  @Override
  public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
    Objects.requireNonNull(command, "command must not be null");
    return add(Executors.callable(command), command, delay, unit, 0);
  }

  @Override
  public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
    Objects.requireNonNull(callable, "callable must not be null");
    return add(callable, callable, delay, unit, 0);
  }

  @Override
  public ScheduledFuture<?> scheduleAtFixedRate(
      Runnable command, long initialDelay, long period, TimeUnit unit) {
    long periodNanos = positiveNanos("period", period, unit);
    return series(command, initialDelay, unit, periodNanos);
  }

  @Override
  public ScheduledFuture<?> scheduleWithFixedDelay(
      Runnable command, long initialDelay, long delay, TimeUnit unit) {
    long delayNanos = positiveNanos("delay", delay, unit);
    return series(command, initialDelay, unit, -delayNanos);
  }

  private ScheduledFuture<?> series(
      Runnable command, long initialDelay, TimeUnit unit, long periodNanos) {
    Objects.requireNonNull(command, "command must not be null");
    return add(Executors.callable(command), command, initialDelay, unit, periodNanos);
  }

  /** Its decoration takes from this thread what each run is to have. */
  private <V> ScheduledFuture<V> add(
      Callable<V> task, Object scheduled, long delay, TimeUnit unit, long periodNanos) {
    return tasks.add(pool.decorated(task), scheduled, delayNanos(delay, unit), periodNanos);
  }

  private static long positiveNanos(String name, long time, TimeUnit unit) {
    Objects.requireNonNull(unit, "unit must not be null");
    if (time <= 0) {
      throw new IllegalArgumentException(name + " must be above 0 but was " + time);
    }
    return Math.min(unit.toNanos(time), Schedule.DELAY_NANOS_MAX);
  }

  private static long delayNanos(long delay, TimeUnit unit) {
    Objects.requireNonNull(unit, "unit must not be null");
    return Math.min(unit.toNanos(Math.max(0, delay)), Schedule.DELAY_NANOS_MAX);
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
    if (tasks.isShutdown() && !pool.isShutdown()) { // else the pool itself refuses it
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
    return tasks.delayedAfterShutdown();
  }

  /** Sets whether delayed tasks still run after a shutdown; if not, it cancels them. */
  public void setExecuteExistingDelayedTasksAfterShutdownPolicy(boolean value) {
    tasks.delayedAfterShutdown(value);
  }

  /** Whether series go on after a shutdown; false unless set. */
  public boolean getContinueExistingPeriodicTasksAfterShutdownPolicy() {
    return tasks.seriesAfterShutdown();
  }

  /** Sets whether series go on after a shutdown, until they are cancelled or it is stopped. */
  public void setContinueExistingPeriodicTasksAfterShutdownPolicy(boolean value) {
    tasks.seriesAfterShutdown(value);
  }

  /**
   * Takes nothing more. Delayed tasks still run and series are cancelled, unless set otherwise;
   * then the pool is shut down.
   */
  @Override
  public void shutdown() {
    tasks.shutdown();
  }

  /**
   * Takes nothing more, interrupts what runs, and hands back what waits: in the order in which it
   * is due, then what waited for a worker. The futures handed back stay open, as the JDK's do.
   */
  @Override
  public List<Runnable> shutdownNow() {
    return tasks.stop();
  }

  @Override
  public boolean isShutdown() {
    return tasks.isShutdown();
  }

  @Override
  public boolean isTerminated() {
    return tasks.isTerminated();
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
    return tasks.awaitTermination(unit.toNanos(timeout));
  }

  /**
   * Shuts down and waits until every task has ended; when interrupted, stops them first.
   *
   * @throws IllegalStateException in a task of this executor, which would wait for itself: it is
   *     shut down then, and ends after its tasks
   */
  @Override
  public void close() {
    pool.closeAround(this, tasks.handsOverHere());
  }

  // ---- Figures

  /** Runs that series left out because the pool did not take them. */
  public long skipped() {
    return tasks.skipped();
  }

  /** Scheduled tasks that have not ended: those that wait, and those that run. */
  public int scheduled() {
    return tasks.size();
  }

  @Override
  public String toString() {
    return "scheduled pool '" + pool.name() + "': " + tasks + "; " + pool;
  }
}
