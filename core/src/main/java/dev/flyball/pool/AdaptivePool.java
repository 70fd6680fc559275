package dev.flyball.pool;

import dev.flyball.control.Governor;
import dev.flyball.control.Resizable;
import dev.flyball.measure.ArrivalMeter;
import dev.flyball.measure.HostMeter;
import dev.flyball.measure.KindProfile;
import dev.flyball.measure.MeterSum;
import dev.flyball.measure.MeterWindow;
import dev.flyball.measure.Totals;
import dev.flyball.measure.WorkerMeter;
import dev.flyball.policy.Observation;
import dev.flyball.pool.Worker.Taken;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * An executor that measures itself and can be resized while it runs.
 *
 * <p><b>How is it designed, and why?</b> One lock guards one queue of tasks and one stack of idle
 * workers. That is the simplest design, and on few cores also a fast one, because what costs is not
 * the lock but waking workers. So workers are woken sparingly: while one is on its way to the queue
 * no other is called; the one that arrives takes a task, and when more are waiting calls the next
 * before it runs its own. A burst thus wakes workers one after the other, each by the one before.
 *
 * <p>Workers are started when a task waits, no worker is idle, and fewer exist than were asked for.
 * An idle worker ends after the idle time. Shrinking ends idle workers at once and busy ones after
 * their task; no running task is ever interrupted by it.
 *
 * <p><b>States of the pool:</b> RUNNING (takes and runs tasks) - SHUTDOWN (runs what waits, takes
 * nothing) - STOPPING (runs nothing more; what waited was handed back) - TERMINATED (no worker
 * exists). Each only moves to a later one.
 *
 * <p><b>Who may touch what.</b> Everything marked so is guarded by {@code lock}. A worker's meter
 * is written by the worker alone and read by whoever observes. {@link #observe()} belongs to one
 * reader, the governor; {@link #totals()} is for anybody.
 *
 * <p><b>Guarantees.</b> Tasks start in the order of their arrival. Each task that was taken in is
 * run exactly once, or handed back by {@link #shutdownNow()}, or was cancelled or withdrawn before
 * it started. While a task waits and a worker is idle or may be started, some worker is on its way
 * to the queue. What happens before {@code execute} happens before the task.
 *
 * <p><b>Exceptions.</b> What a task throws reaches its owner: the future where it was submitted,
 * the thread's uncaught-exception handler where it was executed. The worker lives on.
 */
public final class AdaptivePool extends AbstractExecutorService
    implements Resizable, AutoCloseable {

  private static final System.Logger LOG = System.getLogger(AdaptivePool.class.getName());

  /** Workers that may be on their way to the queue because of a call, at the same time. */
  private static final int CALLS_MAX = 1;

  private enum State {
    RUNNING,
    SHUTDOWN,
    STOPPING,
    TERMINATED
  }

  private final String name;
  private final ThreadFactory threads;
  private final Rejection rejection;
  private final int queueCapacity;
  private final long idleNanosMax;
  private final boolean measured;
  private final KindProfiles kinds = new KindProfiles();
  private final List<Runnable> afterTermination = new CopyOnWriteArrayList<>();
  private final Optional<Governor> governor;
  private final Totals beginning;
  private final MeterWindow window; // used by observe() only

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition terminated = lock.newCondition();
  private final Condition roomMade = lock.newCondition();

  // Guarded by lock.
  private final TaskQueue queue = new TaskQueue();
  private final IdleStack idle = new IdleStack();
  private final Roster roster;
  private final ArrivalMeter arrivals = new ArrivalMeter();
  private int asked;
  private int arriving; // workers that are called: on their way to the queue
  private int awaitingRoom; // submitters in offer(.., waitNanos)
  private long rejected;

  /** Written under lock; read without it where a stale answer does no harm. */
  private volatile State state = State.RUNNING;

  AdaptivePool(PoolBuilder plan) {
    this.name = plan.name;
    this.threads = plan.threads;
    this.rejection = plan.rejection;
    this.queueCapacity = plan.queueCapacity;
    this.idleNanosMax = plan.idleNanosMax;
    this.measured = plan.measured;
    this.asked = plan.workers;
    this.roster = new Roster(System.nanoTime());
    this.beginning = totals();
    this.window = MeterWindow.from(beginning);
    this.governor = plan.governor(this);
    governor.ifPresent(Governor::start);
  }

  /** Begins the description of a pool; the name appears in thread names, messages and reports. */
  public static PoolBuilder named(String name) {
    return new PoolBuilder(name);
  }

  // ---- Tasks in

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
    if (!offer(task, kind)) {
      Refusal refusal = new Refusal(this, task, kind);
      try {
        rejection.reject(refusal);
      } finally {
        if (!refusal.takenIn()) {
          countRejected();
        }
      }
    }
  }

  /** Takes the task in; false when the pool is shut down or has no room. */
  boolean offer(Runnable task, KindProfile kind) {
    Worker next;
    lock.lock();
    try {
      if (state != State.RUNNING || !hasRoom()) {
        return false;
      }
      next = enqueue(task, kind);
    } finally {
      lock.unlock();
    }
    launchFor(task, next);
    return true;
  }

  /** Takes the task in as soon as there is room; false when it did not become so in time. */
  boolean offer(Runnable task, KindProfile kind, long waitNanosMax) throws InterruptedException {
    Worker next;
    lock.lockInterruptibly();
    try {
      long leftNanos = waitNanosMax;
      awaitingRoom++;
      try {
        while (state == State.RUNNING && !hasRoom()) {
          if (leftNanos <= 0) {
            return false;
          }
          leftNanos = roomMade.awaitNanos(leftNanos);
        }
      } finally {
        awaitingRoom--;
      }
      if (state != State.RUNNING) {
        return false;
      }
      next = enqueue(task, kind);
    } finally {
      lock.unlock();
    }
    launchFor(task, next);
    return true;
  }

  /** Takes the task that has waited longest out of the queue. */
  Optional<Runnable> withdrawOldest() {
    lock.lock();
    try {
      TaskSlot slot = new TaskSlot();
      if (!queue.poll(slot)) {
        return Optional.empty();
      }
      arrivals.withdrawn(stamp());
      return Optional.of(slot.task());
    } finally {
      lock.unlock();
    }
  }

  private void countRejected() {
    lock.lock();
    try {
      rejected++;
    } finally {
      lock.unlock();
    }
  }

  /** Whether one more task may wait: tasks that a free worker is about to take do not count. */
  private boolean hasRoom() {
    int busy = roster.alive() - idle.size() - arriving;
    int free = Math.max(0, asked - busy);
    return (long) queue.size() < (long) queueCapacity + free;
  }

  private @Nullable Worker enqueue(Runnable task, KindProfile kind) {
    long arrivalStamp = stamp();
    queue.add(task, kind, arrivalStamp);
    if (measured) {
      arrivals.arrived(arrivalStamp, kind);
    }
    return nextToLaunch();
  }

  // ---- Workers called and started

  /**
   * The worker to launch because a task waits: an idle one, now called, or a new one, now counted.
   *
   * <p>Precondition: the lock is held. Postcondition: a task that waits has a worker on its way, if
   * any is idle or may be started. The caller launches what it gets after it has let go of the
   * lock.
   */
  private @Nullable Worker nextToLaunch() {
    if (queue.isEmpty() || state.compareTo(State.STOPPING) >= 0) {
      return null;
    }
    if (idle.size() > 0) {
      return arriving < CALLS_MAX ? callIdle() : null;
    }
    if (roster.alive() < asked && queue.size() > arriving) {
      arriving++;
      return roster.hire(this, System.nanoTime());
    }
    return null;
  }

  private @Nullable Worker callIdle() {
    Worker worker = idle.pop();
    if (worker != null) {
      worker.idle = false;
      worker.called = true;
      arriving++;
    }
    return worker;
  }

  /** Wakes or starts a worker; what went wrong with a start, or null. Called without the lock. */
  private @Nullable Throwable launch(@Nullable Worker worker) {
    if (worker == null) {
      return null;
    }
    Thread running = worker.thread;
    if (running != null) {
      LockSupport.unpark(running);
      return null;
    }
    try {
      Thread made = threads.newThread(worker);
      if (made == null) {
        throw new IllegalStateException("the thread factory made no thread");
      }
      roster.note(made);
      worker.thread = made;
      made.start();
      return null;
    } catch (Throwable e) {
      notStarted(worker);
      return e;
    }
  }

  private void launchFor(Runnable task, @Nullable Worker worker) {
    Throwable failure = launch(worker);
    if (failure == null) {
      return;
    }
    boolean stranded;
    lock.lock();
    try {
      stranded = roster.alive() == 0 && queue.remove(task);
      if (stranded) {
        arrivals.withdrawn(stamp());
        rejected++;
      }
    } finally {
      lock.unlock();
    }
    if (stranded) {
      throw new RejectedExecutionException("no worker could be started by " + this, failure);
    }
    logNotStarted(failure);
  }

  private void launchOrLog(@Nullable Worker worker) {
    Throwable failure = launch(worker);
    if (failure != null) {
      logNotStarted(failure);
    }
  }

  private void notStarted(Worker worker) {
    lock.lock();
    try {
      arriving--;
      roster.dismiss(worker, System.nanoTime());
      terminateWhenDone();
    } finally {
      lock.unlock();
    }
  }

  private void logNotStarted(Throwable failure) {
    LOG.log(System.Logger.Level.WARNING, "a worker could not be started by " + this, failure);
  }

  /** Gives a worker its next task, waiting for one, or counts it out. Called by the worker. */
  Taken take(Worker worker) {
    Taken taken = Taken.TASK_AT_ONCE;
    while (true) {
      Worker next = null;
      boolean found;
      lock.lock();
      try {
        boolean idledOut = comeBack(worker);
        if (mustLeave(idledOut)) {
          leave(worker);
          taken = Taken.LEAVE;
          found = true;
        } else {
          found = queue.poll(worker.slot);
        }
        if (found) {
          next = nextToLaunch();
          if (awaitingRoom > 0) {
            roomMade.signal();
          }
        } else {
          idle.push(worker);
          worker.idle = true;
        }
      } finally {
        lock.unlock();
      }
      launchOrLog(next);
      if (found) {
        return taken;
      }
      taken = Taken.TASK_AFTER_IDLING;
      worker.awaitCall(idleNanosMax);
    }
  }

  /** Counts a worker as arrived; true when nobody called it, so its idle time is over. */
  private boolean comeBack(Worker worker) {
    if (worker.called) {
      worker.called = false;
      arriving--;
      return false;
    }
    if (worker.idle) {
      worker.idle = false;
      idle.remove(worker);
      return true;
    }
    return false;
  }

  private boolean mustLeave(boolean idledOut) {
    return state.compareTo(State.STOPPING) >= 0
        || roster.alive() > asked
        || (queue.isEmpty() && (idledOut || state == State.SHUTDOWN));
  }

  private void leave(Worker worker) {
    if (measuresProcessor()) {
      worker.closeSensors();
    }
    roster.dismiss(worker, System.nanoTime());
    terminateWhenDone();
  }

  // ---- Tasks run

  /**
   * Runs the task in the worker's slot; called by the worker, without the lock.
   *
   * @return the clock's reading at the end
   */
  long run(Worker worker, long startStamp) {
    Runnable task = worker.slot.task();
    KindProfile kind = worker.slot.kind();
    long arrivalStamp = worker.slot.arrivalStamp;
    if (task instanceof Future<?> future && future.isCancelled()) {
      countWithdrawn();
      return startStamp;
    }
    passOnInterrupt();
    if (measured) {
      worker.meter.started(arrivalStamp, startStamp);
    }
    Throwable failure = null;
    try {
      task.run();
    } catch (Throwable e) {
      failure = e;
    }
    long endStamp = stamp();
    if (measured) {
      boolean failed = failure != null || (task instanceof PoolFuture<?> f && f.failed());
      worker.meter.ended(arrivalStamp, startStamp, endStamp, failed);
      kind.record(endStamp - startStamp);
    }
    if (failure != null) {
      tellOwner(failure);
      return stamp();
    }
    return endStamp;
  }

  /** An interrupt left over from another task is cleared; while stopping, one is set. */
  private void passOnInterrupt() {
    if (stopping() || (Thread.interrupted() && stopping())) {
      Thread.currentThread().interrupt();
    }
  }

  private void countWithdrawn() {
    lock.lock();
    try {
      arrivals.withdrawn(stamp());
    } finally {
      lock.unlock();
    }
  }

  private static void tellOwner(Throwable failure) {
    Thread thread = Thread.currentThread();
    try {
      thread.getUncaughtExceptionHandler().uncaughtException(thread, failure);
    } catch (Throwable inHandler) {
      LOG.log(System.Logger.Level.ERROR, "the uncaught-exception handler failed", inHandler);
    }
  }

  // ---- Size

  /**
   * {@inheritDoc}
   *
   * <p>Growing starts workers only for tasks that wait. Shrinking ends idle workers at once; busy
   * ones end after their task.
   */
  @Override
  public void resize(int workers) {
    if (workers < 1) {
      throw new IllegalArgumentException("workers must be at least 1 but was " + workers);
    }
    List<Worker> launches = new ArrayList<>();
    lock.lock();
    try {
      asked = workers;
      for (int excess = roster.alive() - asked; excess > 0 && idle.size() > 0; excess--) {
        launches.add(Objects.requireNonNull(callIdle())); // it will find that it must leave
      }
      for (Worker next = nextToLaunch(); next != null; next = nextToLaunch()) {
        launches.add(next);
      }
      roomMade.signalAll();
    } finally {
      lock.unlock();
    }
    launches.forEach(this::launchOrLog);
  }

  // ---- End

  @Override
  public void shutdown() {
    governor.ifPresent(Governor::close);
    callAllIdle(State.SHUTDOWN, new ArrayList<>());
  }

  @Override
  public List<Runnable> shutdownNow() {
    governor.ifPresent(Governor::close);
    List<Runnable> handedBack = new ArrayList<>();
    for (Worker worker : callAllIdle(State.STOPPING, handedBack)) {
      Thread thread = worker.thread;
      if (thread != null) {
        thread.interrupt();
      }
    }
    return handedBack;
  }

  /** Moves on to a later state and wakes whoever waits for something; returns all workers. */
  private List<Worker> callAllIdle(State later, List<Runnable> handedBack) {
    List<Worker> calls = new ArrayList<>();
    List<Worker> workers;
    lock.lock();
    try {
      if (state.compareTo(later) < 0) {
        state = later;
      }
      if (later == State.STOPPING) {
        handedBack.addAll(queue.drain());
        handedBack.forEach(task -> arrivals.withdrawn(stamp()));
      }
      for (Worker worker = callIdle(); worker != null; worker = callIdle()) {
        calls.add(worker);
      }
      roomMade.signalAll();
      workers = roster.workers();
      terminateWhenDone();
    } finally {
      lock.unlock();
    }
    calls.forEach(this::launchOrLog);
    return workers;
  }

  private void terminateWhenDone() {
    if (state.compareTo(State.SHUTDOWN) >= 0
        && state != State.TERMINATED
        && roster.alive() == 0
        && queue.isEmpty()) {
      state = State.TERMINATED;
      terminated.signalAll();
      afterTermination.forEach(Runnable::run);
    }
  }

  /**
   * Registers something to do once the pool has terminated, such as taking it out of a directory;
   * runs in the last worker's thread and must be quick.
   */
  public void onTermination(Runnable action) {
    lock.lock();
    try {
      if (state != State.TERMINATED) {
        afterTermination.add(action);
        return;
      }
    } finally {
      lock.unlock();
    }
    action.run();
  }

  @Override
  public boolean isShutdown() {
    return state != State.RUNNING;
  }

  @Override
  public boolean isTerminated() {
    return state == State.TERMINATED;
  }

  boolean stopping() {
    return state.compareTo(State.STOPPING) >= 0;
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
    long leftNanos = unit.toNanos(timeout);
    lock.lockInterruptibly();
    try {
      while (state != State.TERMINATED) {
        if (leftNanos <= 0) {
          return false;
        }
        leftNanos = terminated.awaitNanos(leftNanos);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Shuts down and waits until every task has ended; when interrupted, stops them first. */
  @Override
  public void close() {
    shutdown();
    boolean interrupted = false;
    while (!isTerminated()) {
      try {
        awaitTermination(1, TimeUnit.DAYS);
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
    if (!measured) {
      throw new IllegalStateException("pool '" + name + "' was built unmeasured");
    }
    return window.cut(totals());
  }

  /** What happened since the pool was made, as one window. */
  public Observation lifetime() {
    return MeterWindow.between(beginning, totals());
  }

  /** Everything counted so far; two of them make a window of one's own. */
  public Totals totals() {
    MeterSum sum = new MeterSum();
    for (WorkerMeter meter : roster.meters()) {
      meter.addTo(sum);
    }
    Roster.Usage usage;
    ArrivalMeter arrivalsNow;
    int askedNow;
    long rejectedNow;
    long nowNanos;
    lock.lock();
    try {
      nowNanos = System.nanoTime();
      arrivalsNow = arrivals.copy();
      askedNow = asked;
      rejectedNow = rejected;
      usage = roster.usage(nowNanos);
    } finally {
      lock.unlock();
    }
    OptionalLong cpuNanos = OptionalLong.empty();
    OptionalLong runQueueWaitNanos = OptionalLong.empty();
    if (measuresProcessor()) {
      cpuNanos = usage.cpuNanos();
      runQueueWaitNanos = usage.runQueueWaitNanos();
    }
    HostMeter.Reading host = HostMeter.read();
    return new Totals(
        nowNanos,
        askedNow,
        usage.alive(),
        usage.workerNanos(),
        rejectedNow,
        arrivalsNow,
        sum,
        cpuNanos,
        runQueueWaitNanos,
        host);
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
    return figure(() -> asked);
  }

  /** Workers that exist now. */
  public int workersAlive() {
    return figure(roster::alive);
  }

  /** The most workers that ever existed at one time. */
  public int workersMax() {
    return figure(roster::largest);
  }

  /** Tasks that wait now. */
  public int queued() {
    return figure(queue::size);
  }

  private int figure(IntSupplier reading) {
    lock.lock();
    try {
      return reading.getAsInt();
    } finally {
      lock.unlock();
    }
  }

  /** Whether the sensors of the processor's side apply: not to virtual threads. */
  boolean measuresProcessor() {
    return measured && !roster.virtual();
  }

  /** The clock's reading for the meters; 0 without sensors, so that the clock costs nothing. */
  long stamp() {
    return measured ? System.nanoTime() : 0;
  }

  /** The pool in one line, with every number that explains what it does. */
  @Override
  public String toString() {
    String figures;
    lock.lock();
    try {
      int busy = roster.alive() - idle.size() - arriving;
      figures =
          String.format(
              Locale.ROOT,
              "pool '%s' (%s): %d workers asked for, %d alive, %d busy, %d queued%s",
              name,
              state.name().toLowerCase(Locale.ROOT),
              asked,
              roster.alive(),
              busy,
              queue.size(),
              queueCapacity == Integer.MAX_VALUE ? "" : " of at most " + queueCapacity);
    } finally {
      lock.unlock();
    }
    return figures + governor.map(AdaptivePool::advice).orElse("");
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
