package dev.flyball.pool;

import dev.flyball.control.Governor;
import dev.flyball.control.Resizable;
import dev.flyball.measure.KindProfile;
import dev.flyball.measure.Totals;
import dev.flyball.policy.Observation;
import dev.flyball.pool.Dispatcher.Standing;
import dev.flyball.pool.Dispatcher.State;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.TimeUnit;

/**
 * An executor that measures itself and can be resized while it runs.
 *
 * <pre>{@code
 * AdaptivePool orders = AdaptivePool.named("orders").governed().limits(2, 200).build();
 * orders.execute("invoice", () -> handle(order));
 * }</pre>
 *
 * <p>This type is the pool's face; how tasks and workers find each other is told at {@code
 * Dispatcher}, how one worker works at {@code Worker}.
 *
 * <p><b>Threads.</b> Any thread may call any method. {@link #observe()} belongs to one reader, the
 * governor where there is one; {@link #totals()} and {@link #lifetime()} are for anybody.
 *
 * <p><b>Guarantees.</b> Tasks start in the order of their arrival. Each task that was taken in is
 * run exactly once, or handed back by {@link #shutdownNow()}, or was cancelled or withdrawn before
 * it started. A change of size loses nothing, runs nothing twice, and interrupts no running task.
 * What happens before {@code execute} happens before the task. What a task throws reaches its
 * owner: the future where it was submitted, the thread's uncaught-exception handler where it was
 * executed.
 */
public final class AdaptivePool extends AbstractExecutorService
    implements Resizable, AutoCloseable {

  private final String name;
  private final int queueCapacity;
  private final Rejection rejection;
  private final Dispatcher dispatcher;
  private final KindProfiles kinds = new KindProfiles();
  private final Optional<PoolFigures> figures;
  private final Optional<Governor> governor;

  AdaptivePool(PoolBuilder plan) {
    this.name = plan.name;
    this.queueCapacity = plan.queueCapacity;
    this.rejection = plan.rejection;
    this.dispatcher = new Dispatcher(plan);
    this.figures =
        plan.measured ? Optional.of(new PoolFigures(dispatcher, plan.signals)) : Optional.empty();
    this.governor = plan.governor(this);
    try {
      dispatcher.prestart();
      governor.ifPresent(Governor::start);
    } catch (Throwable e) {
      dispatcher.stop(); // nobody will have this pool, so nobody else could end its threads
      throw e;
    }
  }

  /** Begins the description of a pool; the name appears in thread names, messages and reports. */
  public static PoolBuilder named(String name) {
    return new PoolBuilder(name);
  }

  // ---- Tasks

  @Override
  public void execute(Runnable task) {
    takeIn(task, kinds.unnamed());
  }

  /**
   * Runs a task of a named kind; per kind the pool learns how long such tasks take.
   *
   * @param kind what tells apart tasks of different length: a request's path, a message's type; few
   *     of them (a thousand at most are told apart)
   * @param task the task
   */
  public void execute(String kind, Runnable task) {
    takeIn(task, kinds.of(kind));
  }

  /** Submits a task of a named kind; see {@link #execute(String, Runnable)}. */
  public <T> Future<T> submit(String kind, Callable<T> task) {
    PoolFuture<T> future = new PoolFuture<>(task);
    takeIn(future, kinds.of(kind));
    return future;
  }

  @Override
  protected <T> RunnableFuture<T> newTaskFor(Callable<T> task) {
    return new PoolFuture<>(task);
  }

  @Override
  protected <T> RunnableFuture<T> newTaskFor(Runnable task, T value) {
    return new PoolFuture<>(() -> {
      task.run();
      return value;
    });
  }

  private void takeIn(Runnable task, KindProfile kind) {
    Objects.requireNonNull(task, "task must not be null");
    boolean takenIn = false;
    try {
      takenIn = dispatcher.offer(task, kind) || takenAfterRefusal(task, kind);
    } finally {
      if (!takenIn) {
        dispatcher.countRejected();
      }
    }
  }

  private boolean takenAfterRefusal(Runnable task, KindProfile kind) {
    Refusal refusal = new Refusal(this, dispatcher, task, kind);
    rejection.reject(refusal);
    return refusal.takenIn();
  }

  // ---- Size and end

  /**
   * {@inheritDoc}
   *
   * <p>Growing starts workers only for tasks that wait, unless the pool {@linkplain
   * PoolBuilder#prestart() starts them beforehand}. Shrinking ends idle workers at once; busy ones
   * end after their task.
   */
  @Override
  public void resize(int workers) {
    if (workers < 1) {
      throw new IllegalArgumentException("workers must be at least 1 but was " + workers);
    }
    dispatcher.resize(workers);
  }

  /**
   * {@inheritDoc}
   *
   * <p>Where the pool has a governor, that one is registered.
   */
  @Override
  public boolean onShortage(Runnable alarm) {
    dispatcher.onShortage(Objects.requireNonNull(alarm, "alarm must not be null"));
    return true;
  }

  @Override
  public void shutdown() {
    dispatcher.shutdown();
    governor.ifPresent(Governor::close);
  }

  @Override
  public List<Runnable> shutdownNow() {
    List<Runnable> handedBack = dispatcher.stop();
    governor.ifPresent(Governor::close);
    return handedBack;
  }

  /**
   * Registers something to do before the pool has terminated, such as taking it out of a directory;
   * it runs in whatever thread ends the pool, and delays the end.
   */
  public void onTermination(Runnable action) {
    dispatcher.onTermination(action);
  }

  @Override
  public boolean isShutdown() {
    return dispatcher.state() != State.RUNNING;
  }

  @Override
  public boolean isTerminated() {
    return dispatcher.state() == State.TERMINATED;
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
    return dispatcher.awaitTermination(unit.toNanos(timeout));
  }

  /** Shuts down and waits until every task has ended; when interrupted, stops them first. */
  @Override
  public void close() {
    shutdown();
    boolean interrupted = false;
    while (!isTerminated()) {
      try {
        dispatcher.awaitTermination(Long.MAX_VALUE);
      } catch (InterruptedException e) {
        if (!interrupted) {
          shutdownNow();
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  // ---- Figures

  /**
   * {@inheritDoc}
   *
   * <p>Belongs to the governor of this pool, if it has one; others read {@link #totals()}.
   *
   * @throws IllegalStateException when the pool was built without its sensors
   */
  @Override
  public Observation observe() {
    dispatcher.prestart(); // again, for what could not be started or was lost
    return figures().observe();
  }

  /**
   * What happened since the pool was made, as one window.
   *
   * @throws IllegalStateException when the pool was built without its sensors
   */
  public Observation lifetime() {
    return figures().lifetime();
  }

  /**
   * Everything counted so far; two of them make a window of one's own.
   *
   * @throws IllegalStateException when the pool was built without its sensors
   */
  public Totals totals() {
    return figures().totals();
  }

  private PoolFigures figures() {
    return figures.orElseThrow(
        () -> new IllegalStateException("pool '" + name + "' was built unmeasured"));
  }

  /** Whether the pool has its sensors. */
  public boolean measured() {
    return figures.isPresent();
  }

  /** The kinds seen so far and what is known of their service times, by name. */
  public SortedMap<String, KindProfile> kinds() {
    return kinds.all();
  }

  public String name() {
    return name;
  }

  /** The governor that this pool was built with. */
  public Optional<Governor> governor() {
    return governor;
  }

  /** The size asked for. */
  public int workersAsked() {
    return dispatcher.standing().asked();
  }

  /** Workers that exist now. */
  public int workersAlive() {
    return dispatcher.standing().alive();
  }

  /** The most workers that ever existed at one time. */
  public int workersMax() {
    return dispatcher.standing().largest();
  }

  /** Tasks that wait now. */
  public int queued() {
    return dispatcher.standing().queued();
  }

  /** The pool in one line, with every number that explains what it does. */
  @Override
  public String toString() {
    Standing now = dispatcher.standing();
    return String.format(
        Locale.ROOT,
        "pool '%s' (%s): %d workers asked for, %d alive, %d busy, %d queued%s%s",
        name,
        now.state().name().toLowerCase(Locale.ROOT),
        now.asked(),
        now.alive(),
        now.busy(),
        now.queued(),
        queueCapacity == Integer.MAX_VALUE ? "" : " of at most " + queueCapacity,
        governor.map(AdaptivePool::advice).orElse(""));
  }

  private static String advice(Governor governor) {
    return ", limits "
        + governor.limits()
        + governor
            .lastAdvice()
            .map(advice ->
                String.format(
                    Locale.ROOT,
                    ", last advice %d workers %.1f s ago (%s)",
                    advice.workers(),
                    governor.lastAdviceAge().orElseThrow().toNanos() / 1e9,
                    advice.why()))
            .orElse(", no advice yet");
  }
}
