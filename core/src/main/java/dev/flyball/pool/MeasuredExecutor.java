package dev.flyball.pool;

import dev.flyball.admission.Arrival;
import dev.flyball.admission.ShedListener;
import dev.flyball.admission.ShedTotals;
import dev.flyball.admission.TaskOptions;
import dev.flyball.control.Governor;
import dev.flyball.measure.KindProfile;
import dev.flyball.measure.OffloadMeter;
import dev.flyball.pool.base.Decoration;
import dev.flyball.pool.base.Intake;
import dev.flyball.pool.base.Lifecycle;
import dev.flyball.pool.base.PoolFuture;
import dev.flyball.pool.base.SafeLog;
import dev.flyball.pool.base.State;
import dev.flyball.pool.base.TaskSink;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * The part that the executors have in common: tasks of kinds are taken in, refused, and ended.
 *
 * <p>A {@link TaskSink} runs them. Safe for any number of threads.
 */
abstract sealed class MeasuredExecutor extends AbstractExecutorService
    implements ManagedTarget, AutoCloseable permits AdaptivePool, Limiter {

  private final String name;
  private final Rejection rejection;
  private final Decoration decoration;
  private final KindProfiles kinds = new KindProfiles();
  final Lifecycle life;
  final OffloadMeter offload = new OffloadMeter();

  /**
   * An executor of this name.
   *
   * @param log where its messages go
   */
  MeasuredExecutor(String name, SafeLog log, Rejection rejection, Decoration decoration) {
    this.name = name;
    this.rejection = rejection;
    this.decoration = decoration;
    this.life = new Lifecycle(log, this);
  }

  /** Where tasks are taken in. */
  abstract TaskSink sink();

  // ---- Tasks

  @Override
  public void execute(Runnable task) {
    takeIn(task, kinds.unnamed(named(task)), TaskOptions.NONE);
  }

  /** A task that is scheduled, decorated now, in the thread that schedules it. */
  <T> Callable<T> decorated(Callable<T> task) {
    return decoration.of(task);
  }

  /**
   * Submits a run of a task that was decorated when it was scheduled.
   *
   * @param type the class of what was scheduled, by which its service times are learnt
   * @param ended is called when the future has ended in whatever way, by the thread that ends it
   */
  <T> PoolFuture<T> submitRun(
      Class<?> type, Callable<T> run, Consumer<? super PoolFuture<T>> ended) {
    PoolFuture<T> future = new PoolFuture<>(sink(), run, ended::accept);
    offer(future, kinds.unnamed(type), TaskOptions.NONE);
    return future;
  }

  /**
   * Runs a task of a named kind; how long such tasks take is learnt per kind.
   *
   * @param kind what tells apart tasks of different length: a request's path, a message's type; few
   *     of them (a thousand at most are told apart)
   * @param task the task
   */
  public void execute(String kind, Runnable task) {
    takeIn(task, kinds.of(kind), TaskOptions.NONE);
  }

  /**
   * Runs a task of which more is said than its kind: until when its result is wanted, how important
   * it is, which tenant it belongs to. The target's {@link dev.flyball.admission.Admission} decides
   * whether it gets in; what becomes of it otherwise is {@link Rejection}'s.
   *
   * <p>A task that was let in may be turned away later, because its deadline has come too near or a
   * more important one took its place. Then a {@link dev.flyball.admission.Sheddable} is told;
   * other tasks are only counted in {@link #shedTotals()}.
   *
   * @throws dev.flyball.admission.TaskShedException when it is turned away at once, with {@link
   *     Rejection#abort()}
   */
  public void execute(TaskOptions options, Runnable task) {
    takeIn(task, kinds.of(kind(options)), options);
  }

  /**
   * Begins to measure a task's work that the calling thread, which is not of this pool, does while
   * the task waits for it.
   */
  public Offloaded offloaded() {
    return new Offloaded(offload);
  }

  @Override
  public <T> Future<T> submit(Callable<T> task) {
    return takeIn(newTaskFor(task), task);
  }

  @Override
  public Future<?> submit(Runnable task) {
    return takeIn(future(Executors.callable(named(task)), task), task);
  }

  @Override
  public <T> Future<T> submit(Runnable task, T result) {
    return takeIn(newTaskFor(task, result), task);
  }

  private <T> Future<T> takeIn(RunnableFuture<T> future, Object task) {
    takeIn(future, kinds.unnamed(task), TaskOptions.NONE);
    return future;
  }

  /** Submits a task of a named kind; see {@link #execute(String, Runnable)}. */
  public <T> Future<T> submit(String kind, Callable<T> task) {
    PoolFuture<T> future = future(task);
    takeIn(future, kinds.of(kind), TaskOptions.NONE);
    return future;
  }

  /**
   * Submits such a task; see {@link #execute(TaskOptions, Runnable)}. Where it is turned away after
   * it was let in, the future ends with the {@link dev.flyball.admission.TaskShedException}, and a
   * callable that is also {@link dev.flyball.admission.Sheddable} is told.
   */
  public <T> Future<T> submit(TaskOptions options, Callable<T> task) {
    PoolFuture<T> future = future(task);
    takeIn(future, kinds.of(kind(options)), options);
    return future;
  }

  /**
   * Abandons a submitted task, since its client has gone: cancels it. If it still waits, it leaves
   * the queue at once, and counts as turned away, with the cause {@link
   * dev.flyball.admission.ShedCause#GONE}; a callable that is {@link
   * dev.flyball.admission.Sheddable} is told. A task that runs is not interrupted.
   *
   * @param task what this executor has returned when the task was submitted
   * @return whether it had not ended before
   */
  public boolean abandon(Future<?> task) {
    Objects.requireNonNull(task, "task must not be null");
    if (!(task instanceof PoolFuture<?> own) || !own.isOf(sink())) {
      throw new IllegalArgumentException(
          "task must be a future of " + name + " but was " + task.getClass().getName());
    }
    return own.abandon();
  }

  private static String kind(TaskOptions options) {
    return Objects.requireNonNull(options, "options must not be null").kind();
  }

  private <T> PoolFuture<T> future(Callable<T> task) {
    return future(named(task), task);
  }

  private <T> PoolFuture<T> future(Callable<T> call, Object task) {
    return new PoolFuture<>(sink(), decoration.of(call), task);
  }

  /** The task that was handed in, which must be there. */
  private static <T> T named(T task) {
    return Objects.requireNonNull(task, "task must not be null");
  }

  /** The time in which tasks are to be done that bring no deadline; empty for any. */
  public Optional<Duration> deadline() {
    long nanos = sink().deadlineNanos(TaskOptions.NONE, 0);
    return nanos == Arrival.NO_DEADLINE ? Optional.empty() : Optional.of(Duration.ofNanos(nanos));
  }

  @Override
  protected <T> RunnableFuture<T> newTaskFor(Callable<T> task) {
    return future(task);
  }

  @Override
  protected <T> RunnableFuture<T> newTaskFor(Runnable task, T value) {
    return future(Executors.callable(named(task), value), task);
  }

  @Override
  public <T> T invokeAny(Collection<? extends Callable<T>> tasks)
      throws InterruptedException, ExecutionException {
    try {
      return new AnyOf<T>(this, sink(), decoration).get(tasks, Long.MAX_VALUE);
    } catch (TimeoutException e) {
      throw new IllegalStateException("no time was set", e);
    }
  }

  @Override
  public <T> T invokeAny(Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit)
      throws InterruptedException, ExecutionException, TimeoutException {
    return new AnyOf<T>(this, sink(), decoration).get(tasks, nanos(timeout, unit));
  }

  private static long nanos(long time, TimeUnit unit) {
    return Objects.requireNonNull(unit, "unit must not be null").toNanos(time);
  }

  private void takeIn(Runnable task, KindProfile kind, TaskOptions options) {
    named(task);
    offer(isDecorated(task) ? task : decoration.of(task), kind, options);
  }

  private void offer(Runnable task, KindProfile kind, TaskOptions options) {
    boolean offered = false;
    Intake intake = Intake.REFUSED;
    try {
      intake = sink().offer(task, kind, options);
      offered = true;
    } finally {
      if (!offered) {
        sink().countRejected();
      }
    }
    if (!intake.isTaken()) {
      refused(new Refusal(sink(), this::toString, task, kind, options, intake));
    }
  }

  /** A future of ours was decorated inside when it was made. */
  private boolean isDecorated(Runnable task) {
    return task instanceof PoolFuture<?> future && future.isOf(sink());
  }

  private void refused(Refusal refusal) {
    try {
      rejection.reject(refusal);
    } finally {
      refusal.countIfNotTakenIn();
    }
  }

  // ---- Size and end

  /** Takes nothing more; what waits is run. */
  abstract void end();

  /** Takes nothing more, interrupts what runs, and hands back what waits. */
  abstract List<Runnable> stop();

  @Override
  public void shutdown() {
    end();
    governor().ifPresent(Governor::close);
  }

  @Override
  public List<Runnable> shutdownNow() {
    List<Runnable> handedBack = stop();
    governor().ifPresent(Governor::close);
    return handedBack;
  }

  @Override
  public void onTermination(Runnable action) {
    life.onTermination(action);
  }

  @Override
  public boolean isShutdown() {
    return sink().isShutdown();
  }

  @Override
  public boolean isTerminated() {
    return life.state() == State.TERMINATED;
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
    return life.awaitTermination(nanos(timeout, unit));
  }

  /**
   * Shuts down and waits until every task has ended; when interrupted, stops them first.
   *
   * @throws IllegalStateException in a task of this executor, which would wait for itself: it is
   *     shut down then, and ends after the task
   */
  @Override
  public void close() {
    closeAround(this, false);
  }

  /**
   * Closes an executor whose tasks run here, unless one of these tasks calls it.
   *
   * @param inOuterTask whether a task of the outer one calls it in another thread, such as its
   *     timer's
   */
  void closeAround(ExecutorService outer, boolean inOuterTask) {
    if (inOuterTask || sink().runsCurrentThread()) {
      outer.shutdown();
      throw new IllegalStateException(
          "close must not wait for the task that calls it but was called in a task of '"
              + name
              + "', which is shut down now and ends after it");
    }
    Lifecycle.close(outer);
  }

  // ---- Figures

  @Override
  public ShedTotals shedTotals() {
    return sink().shedTotals();
  }

  @Override
  public void onShed(ShedListener listener) {
    sink().onShed(listener);
  }

  /**
   * The kinds seen so far and what is known of their service times, by name. Tasks without a kind
   * are told apart by their class, and measured so; here they are one kind without a name, with the
   * times of the class of which most have ended.
   */
  public SortedMap<String, KindTimes> kinds() {
    SortedMap<String, KindTimes> times = new TreeMap<>();
    kinds.all().forEach((kind, profile) -> times.put(kind, new KindTimes(profile)));
    return times;
  }

  @Override
  public String name() {
    return name;
  }
}
