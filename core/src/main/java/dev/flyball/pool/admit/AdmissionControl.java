package dev.flyball.pool.admit;

import dev.flyball.measure.ArrivalMeter;
import dev.flyball.measure.HostMeter;
import dev.flyball.measure.KindProfile;
import dev.flyball.measure.MeterSnapshot;
import dev.flyball.measure.MeterSum;
import dev.flyball.pool.base.Lifecycle;
import dev.flyball.pool.base.SafeLog;
import dev.flyball.pool.base.ShortageAlarm;
import dev.flyball.pool.base.State;
import dev.flyball.pool.base.TaskOwner;
import dev.flyball.pool.base.TaskSink;
import dev.flyball.pool.base.VirtualThreads;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What lets the tasks of one limiter in, and starts each on a thread of its own.
 *
 * <p><b>How is it designed, and why?</b> A task needs a slot, of which there are as many as the
 * limit; how they are taken without a lock is told at {@link Slots}. A task that ends while others
 * wait does not give its slot back but hands it on: its thread starts the thread of the next one,
 * and its end is the next one's start, by one reading of the clock. So while the limit binds nobody
 * is called and nobody is parked: there is no worker that could be.
 *
 * <p><b>Shrinking</b> has the tasks that end give their slots back until there are few enough.
 * Nobody waits for that and nobody is interrupted. <b>Growing</b> starts those who wait at once, in
 * the thread that grows it.
 *
 * <p><b>Steps of a task.</b> Offered - (waiting in the line -) holding a slot - running - ended,
 * its slot handed on or given back. A task that cannot be taken is refused and leaves no trace but
 * a count. What is measured as its service begins when it has its slot, and not when its thread
 * first gets a processor: that is how long it keeps others from the slot.
 *
 * <p><b>A thread that cannot be started</b> (the factory fails, memory is short). A task that had
 * just been offered goes back to its submitter, by an exception. One that waited becomes the first
 * in the line again and is tried {@value #STARTS_MAX} times in all; then its slot is given back,
 * and every task that comes or ends, every change of the limit and every observation tries again;
 * where nothing runs, {@link StartRetry} does so, too. Once nothing more is taken in and nothing
 * runs, what cannot be started is cancelled and logged. Each start that fails counts as a task that
 * failed. A start that throws although the task runs has not failed ({@link RunningTask}).
 *
 * <p><b>States:</b> those of {@link State}. Closing the slots comes before the change of the state,
 * so none can come in after the last has gone; stopping comes before those who wait are drained, so
 * none is put back into a line that was drained.
 *
 * <p><b>Guarantees.</b> Those of {@link Slots}; and: a task that was taken in runs exactly once, or
 * is handed back, withdrawn or cancelled. While a task waits no slot is free, but for starts that
 * failed. No code of anybody else (thread factories, handlers, tasks, alarms) is called with a lock
 * held.
 */
public final class AdmissionControl implements TaskSink {

  /** How often a start is tried before the task is left in the line. */
  private static final int STARTS_MAX = 3;

  private final String owner;
  private final TaskThreads threads;
  private final TaskMeters meters = new TaskMeters(Runtime.getRuntime().availableProcessors());
  private final Slots slots;
  private final Lifecycle life;
  private final LongAdder rejected = new LongAdder();
  private final RoomWaiters roomWaiters = new RoomWaiters();
  private final SafeLog log;
  private final StartRetry retry;

  // Made beforehand: they are asked where memory may be short.
  private final BooleanSupplier stopping;
  private final BooleanSupplier done;

  /** Told when a task has to wait for a slot or is refused; called without a lock. */
  private volatile Runnable shortage = () -> {};

  /**
   * Lets in the tasks of a limiter.
   *
   * @param owner what messages call the limiter, such as "limiter 'orders'"
   * @param log where its messages go
   * @param life the limiter's, which is to be ended through this
   */
  public AdmissionControl(AdmissionPlan plan, String owner, SafeLog log, Lifecycle life) {
    this.owner = owner;
    this.slots = new Slots(plan.limit(), plan.queueCapacity());
    this.threads = threads(plan);
    this.life = life;
    this.log = log;
    this.retry = new StartRetry(log, this::startWaiting);
    this.stopping = life::stopping;
    this.done = slots::isDone;
    life.onTermination(threads::end);
  }

  private static TaskThreads threads(AdmissionPlan plan) {
    return plan.threads()
        .map(TaskThreads::from)
        .orElseGet(() -> TaskThreads.own(VirtualThreads.factory(plan.name())));
  }

  // ---- Tasks in

  @Override
  public boolean offer(Runnable task, KindProfile kind) {
    RunningTask run = new RunningTask(this, task, kind, meters.stripe());
    if (slots.takeAtOnce()) {
      startAtOnce(run);
      return true;
    }
    return !slots.isClosed() && offerToLine(run);
  }

  /** The same where a lock has to decide. */
  private boolean offerToLine(RunningTask run) {
    run.arrivalStamp = System.nanoTime();
    Slots.Answer answer = slots.enter(run);
    switch (answer) {
      case SLOT -> startAtOnce(run);
      case WAITS -> {
        shortage.run();
        startWaiting(); // only where a start has failed before
      }
      case FULL -> shortage.run();
      case CLOSED -> {}
    }
    return answer == Slots.Answer.SLOT || answer == Slots.Answer.WAITS;
  }

  @Override
  public boolean offer(Runnable task, KindProfile kind, long waitNanosMax)
      throws InterruptedException {
    long leftNanos = waitNanosMax;
    roomWaiters.enter();
    try {
      while (!offer(task, kind)) {
        if (leftNanos <= 0 || isShutdown()) {
          return false;
        }
        leftNanos = roomWaiters.await(() -> isShutdown() || slots.hasRoom(), leftNanos);
      }
      return true;
    } finally {
      roomWaiters.leave();
    }
  }

  @Override
  public Optional<Runnable> withdrawOldest() {
    RunningTask oldest = slots.withdrawOldest();
    if (oldest == null) {
      return Optional.empty();
    }
    oldest.stripe.withdrawn(System.nanoTime());
    roomWaiters.signal();
    return Optional.of(oldest.task);
  }

  @Override
  public void countRejected() {
    rejected.increment();
  }

  /** Registers who is told when a task has to wait; told at once if one does. */
  public void onShortage(ShortageAlarm alarm) {
    shortage = alarm;
    if (slots.isShort()) {
      alarm.run();
    }
  }

  // ---- Tasks started

  /** Starts a task that has just come and has a slot; its submitter is told when that fails. */
  private void startAtOnce(RunningTask run) {
    run.stripe.arrivedAndStarted(run);
    Throwable failure = failureOfStart(run);
    if (failure != null) {
      run.stripe.notStarted(run);
      handOn(0);
      throw new RejectedExecutionException("no thread could be started by " + owner, failure);
    }
  }

  /** Starts a task's thread; null when the task runs or will, else why it does not. */
  private @Nullable Throwable failureOfStart(RunningTask run) {
    run.allow();
    try {
      threads.start(run);
      return null;
    } catch (Throwable e) {
      return run.forbid() ? e : null;
    }
  }

  /**
   * Hands on the slot of a task that has ended to the one that has waited longest; gives it back
   * when nobody waits, or when there are more slots taken than there should be.
   *
   * @param endStamp the clock's reading when the task ended; 0 when the clock is to be read
   * @return whether it could be done; false when no thread could be started, and tasks still wait
   */
  @SuppressWarnings("CanIgnoreReturnValueSuggester") // false matters only to one who would go on
  boolean handOn(long endStamp) {
    int failures = 0;
    long stamp = endStamp;
    for (RunningTask next = nextOrGiveBack(); next != null; next = nextOrGiveBack()) {
      stamp = stamp == 0 ? System.nanoTime() : stamp;
      roomWaiters.signal();
      if (next.isCancelled()) {
        next.stripe.withdrawn(stamp);
        continue;
      }
      Throwable failure = start(next, stamp);
      if (failure == null) {
        return true;
      }
      putBack(next);
      log.log(System.Logger.Level.WARNING, "could not start a thread", failure);
      failures++;
      if (failures == STARTS_MAX) {
        slots.giveBack();
        slotGivenBack();
        drop(slots.drainIfStuck());
        if (slots.isStuck()) {
          retry.plan();
        }
        life.terminateIf(done);
        return false;
      }
    }
    return true;
  }

  private @Nullable RunningTask nextOrGiveBack() {
    RunningTask next = slots.nextOrGiveBack();
    if (next == null) {
      slotGivenBack();
    }
    return next;
  }

  private void slotGivenBack() {
    roomWaiters.signal();
    if (slots.isClosed()) {
      life.terminateIf(done);
    }
  }

  /** Starts a task that waited and has a slot now; null, or why that fails. */
  private @Nullable Throwable start(RunningTask run, long stamp) {
    run.startStamp = Math.max(stamp, run.arrivalStamp); // it may have come after that reading
    run.stripe.started(run);
    Throwable failure = failureOfStart(run);
    if (failure != null) {
      run.stripe.notStarted(run);
      run.stripe.arrived(run); // for it goes on waiting
    }
    return failure;
  }

  /** A task whose thread did not start becomes the first in the line again; its slot is kept. */
  private void putBack(RunningTask run) {
    if (!slots.putBack(run, stopping)) {
      log.drops(1, drop(run));
    }
  }

  /** Starts those who wait as long as slots are free; called by whoever may have freed some. */
  public void startWaiting() {
    boolean started = true;
    while (started && slots.takeForWaiting()) {
      started = handOn(0);
    }
  }

  /** Tells those that they will not run: all is shut down, and no thread can be started. */
  private void drop(List<RunningTask> runs) {
    Throwable failure = null;
    for (RunningTask run : runs) {
      Throwable thrown = drop(run);
      failure = failure == null ? thrown : failure;
    }
    if (!runs.isEmpty()) {
      log.drops(runs.size(), failure);
    }
  }

  private static @Nullable Throwable drop(RunningTask run) {
    run.stripe.withdrawn(System.nanoTime());
    return TaskOwner.cancel(run.task);
  }

  // ---- Limit and end

  /** Changes the number of slots. */
  public void resize(int limit) {
    slots.resize(limit);
    startWaiting();
    roomWaiters.signalAll();
  }

  /** Takes nothing more; what waits is run. */
  public void shutdown() {
    close(State.SHUTDOWN);
    startWaiting();
    life.terminateIf(done);
  }

  /** Takes nothing more, interrupts what runs, and hands back what waits. */
  public List<Runnable> stop() {
    close(State.STOPPING);
    List<RunningTask> left = slots.drain();
    for (RunningTask run : left) {
      run.stripe.withdrawn(System.nanoTime());
    }
    threads.interruptAll();
    life.terminateIf(done);
    return left.stream().map(run -> run.task).toList();
  }

  private void close(State later) {
    slots.close();
    life.advance(later);
    roomWaiters.signalAll();
  }

  /** Called by a task's thread before the task: where all is being stopped, it is interrupted. */
  void passOnStop() {
    if (life.stopping()) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public boolean isShutdown() {
    return slots.isClosed();
  }

  // ---- Figures

  /**
   * The limiter at one moment.
   *
   * @param limit how many tasks may run at once
   * @param taken how many do
   * @param waiting tasks that wait
   */
  public record Standing(int limit, int taken, int waiting) {}

  /** What it is like now. */
  public Standing standing() {
    Slots.Standing now = slots.standing();
    return new Standing(now.limit(), now.taken(), now.waiting());
  }

  /**
   * Everything counted so far: one look at the tasks' meters, then at the slots.
   *
   * @param host where the processors are read
   */
  public MeterSnapshot totals(Supplier<HostMeter.Reading> host) {
    long beganNanos = System.nanoTime();
    MeterSum tasks = new MeterSum();
    ArrivalMeter arrivals = new ArrivalMeter();
    meters.addTo(tasks, arrivals);
    Slots.Standing now = slots.standing();
    return new MeterSnapshot(
        now.atNanos(),
        now.atNanos() - beganNanos,
        now.limit(),
        Math.max(now.limit(), now.taken()),
        now.slotNanos(),
        rejected.sum(),
        arrivals,
        tasks,
        OptionalLong.empty(),
        OptionalLong.empty(),
        host.get());
  }

  /** What it is like, in one line. */
  public String state() {
    State state = life.state(); // first: states only move on
    Slots.Standing now = slots.standing();
    return String.format(
        Locale.ROOT,
        "%s (%s): %d places, %d taken, %d queued%s",
        owner,
        (state == State.RUNNING && isShutdown() ? State.SHUTDOWN : state)
            .name()
            .toLowerCase(Locale.ROOT),
        now.limit(),
        now.taken(),
        now.waiting(),
        slots.bound());
  }
}
