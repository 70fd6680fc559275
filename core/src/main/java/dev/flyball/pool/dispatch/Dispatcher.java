package dev.flyball.pool.dispatch;

import dev.flyball.admission.ShedListener;
import dev.flyball.admission.ShedTotals;
import dev.flyball.admission.TaskOptions;
import dev.flyball.admission.TaskShedException;
import dev.flyball.measure.ArrivalSampler;
import dev.flyball.measure.KindProfile;
import dev.flyball.measure.thread.SensorBudget;
import dev.flyball.pool.base.AdmissionSettings;
import dev.flyball.pool.base.Intake;
import dev.flyball.pool.base.Lifecycle;
import dev.flyball.pool.base.Offspring;
import dev.flyball.pool.base.OwnWait;
import dev.flyball.pool.base.PoolFuture;
import dev.flyball.pool.base.SafeLog;
import dev.flyball.pool.base.SaturationAlarm;
import dev.flyball.pool.base.ShedTeller;
import dev.flyball.pool.base.StartRetry;
import dev.flyball.pool.base.State;
import dev.flyball.pool.base.Submitter;
import dev.flyball.pool.base.TaskSink;
import dev.flyball.pool.dispatch.queue.IdleSpin;
import dev.flyball.pool.dispatch.queue.TaskQueue;
import dev.flyball.pool.dispatch.queue.TaskSlot;
import dev.flyball.pool.dispatch.queue.WaitingTask;
import dev.flyball.pool.standstill.Standstill;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The dispatcher that brings the tasks and the workers of one pool together.
 *
 * <p><b>How is it designed, and why?</b> On few cores the largest cost is waking a worker; the next
 * is two processors that write to one cache line. So tasks go through a ring whose two ends share
 * nothing but the tasks ({@link TaskQueue}). A submitter holds the lock of the {@link
 * SubmissionQueue} for a few stores. A worker takes a task without any lock. The lock in this class
 * is needed only when a worker is called, hired, parks or leaves ({@link WorkerRegistry}). How a
 * worker gets its next task is in {@link WorkSource}. Workers are woken sparingly: the rule is in
 * {@code WorkerRegistry}; when a worker spins before it parks is in {@link IdleSpin}.
 *
 * <p><b>No call is lost.</b> A submitter adds the task and then checks whether a worker is wanted.
 * Before a worker parks, or ends its spin or its napping poll, it publishes that a worker is
 * wanted, and then re-checks the queue. Each side has a volatile write between its two steps (the
 * submitter's is the unlock of the submission queue), so at least one of them sees the other.
 *
 * <p><b>States:</b> those of {@link State}; no worker exists from TIDYING on. The state changes
 * before the submission queue is closed, and nothing ends before that, so no task enters after the
 * end. An idle worker ends after the idle time. Shrinking ends idle workers at once, the longest
 * idle first, and busy workers after their task. It interrupts no running task.
 *
 * <p><b>Locking.</b> {@code lock} guards the registry; the {@link WorkerStarter} takes it as well.
 * The submission queue's lock may be taken while this one is held, and this one while that of the
 * {@link Lifecycle} is held, never in the other order. No foreign code (thread factories, handlers,
 * tasks, termination actions) is called with a lock held.
 *
 * <p><b>Guarantees.</b> Tasks start in the order of their arrival. A task that was taken in is
 * polled, drained or withdrawn exactly once. A task is rejected for want of room only if at one
 * moment the queue was full, not counting the tasks for which a worker was free. While a task waits
 * and a worker is idle or may be hired, some worker is on its way to the queue or polls it. {@link
 * WorkerStarter} handles tasks whose worker's thread does not start. <b>Progress:</b> a submitter
 * may have to wait for another submitter that lost its processor inside the submission queue, and,
 * where there is no room, for a worker that lost its processor while it took a task. A busy worker
 * waits for no other thread.
 */
public final class Dispatcher implements TaskSink {

  /** How long a submitter parks while a spinning worker takes a task. */
  private static final long TAKING_NANOS = 1_000;

  private final String name;
  private final boolean measured;
  private final SensorBudget sensors;
  private final TaskQueue queue = new TaskQueue();
  private final IdleSpin spin = new IdleSpin(queue);
  private final SubmissionQueue submissions;
  private final ReentrantLock lock = new ReentrantLock();
  private final WorkerRegistry registry; // guarded by lock
  private final Lifecycle life;
  private final AdmissionSettings admission;
  private final ShedTeller shed;
  private final WorkerStarter starter;
  private final NestedWaits nested;
  private final Standstill standstill;
  private final WorkSource source;
  private final DispatcherLook look;
  private final BooleanSupplier done = this::isDone;

  /** Called, without a lock, when a task has to wait for a worker. */
  private volatile @Nullable Runnable shortage;

  /** Called, without a lock, by a thread that had to wait for a task to start. */
  private volatile @Nullable LongConsumer waitListener;

  /**
   * Makes the dispatcher of a pool.
   *
   * @param log where its messages go
   * @param life the pool's life cycle, which this dispatcher ends
   */
  public Dispatcher(DispatchPlan plan, SafeLog log, Lifecycle life) {
    this.name = plan.name();
    this.admission = plan.admission();
    this.measured = plan.measured();
    this.sensors = plan.sensors();
    StartRetry retry = new StartRetry(log, this::startMissing);
    this.registry = new WorkerRegistry(this, queue, spin, retry, plan);
    this.shed = new ShedTeller("pool '" + name + "'", log);
    this.submissions = new SubmissionQueue(queue, registry, shed, plan);
    this.life = life;
    this.starter =
        new WorkerStarter(plan, log, lock, registry, submissions, queue, life, done, retry);
    this.nested = new NestedWaits(lock, registry, submissions, starter);
    PoolRescue rescue = new PoolRescue(lock, registry, submissions, queue, starter);
    this.standstill = new Standstill(rescue, rescue::lendJoining);
    this.source =
        new WorkSource(this, lock, registry, queue, submissions, spin, starter, nested, life, done);
    this.look = new DispatcherLook(this, lock, registry, submissions);
  }

  // ---- Tasks in

  @Override
  public Intake offer(Runnable task, KindProfile kind, TaskOptions options) {
    Worker own = WorkerThread.current(this);
    if (own != null) {
      return offerInner(own.mayJoin(task), kind, options);
    }
    Answer answer = submissions.offer(task, kind, options, false, false);
    return followUp(answer.lacksRoom() ? offerAgain(task, kind, options) : answer, task);
  }

  private Intake offerInner(Runnable task, KindProfile kind, TaskOptions options) {
    Intake intake = Intake.REFUSED;
    try {
      Answer answer = submissions.offer(task, kind, options, false, true);
      answer = answer.lacksRoom() ? offerAgain(task, kind, options) : answer;
      watchFor(task, answer);
      intake = followUp(answer, task);
      return intake;
    } finally {
      if (intake != Intake.TAKEN) {
        Submitter.leaves(task);
      }
    }
  }

  /**
   * Has the pool watched, now that a task waits which one of its own tasks has submitted. Not
   * before it waits: the watch ends when it has found none for a second.
   */
  private void watchFor(Runnable inner, Answer answer) {
    if (answer.isTaken()) {
      standstill.want(inner instanceof Offspring.Child);
    }
  }

  /** The pool's name. */
  String name() {
    return name;
  }

  /** Whether the current thread runs a task of this pool. */
  private boolean isInner() {
    return WorkerThread.current(this) != null;
  }

  @Override
  public Intake offer(Runnable task, KindProfile kind, TaskOptions options, long waitNanosMax)
      throws InterruptedException {
    Worker own = WorkerThread.current(this);
    Runnable its = own == null ? task : own.mayJoin(task);
    Intake intake = Intake.REFUSED;
    try {
      Answer answer = offerAndWait(its, kind, options, waitNanosMax);
      answer = answer.lacksRoom() ? offerAgain(its, kind, options) : answer;
      if (own != null) {
        watchFor(its, answer);
      }
      intake = followUp(answer, its);
      return intake;
    } finally {
      if (intake != Intake.TAKEN) {
        Submitter.leaves(its);
      }
      lookAfterShed();
    }
  }

  private Answer offerAndWait(
      Runnable task, KindProfile kind, TaskOptions options, long waitNanosMax)
      throws InterruptedException {
    if (!isInner()) {
      return submissions.offerAndWait(task, kind, options, false, waitNanosMax);
    }
    nested.beginsForRoom();
    try {
      return submissions.offerAndWait(task, kind, options, true, waitNanosMax);
    } finally {
      nested.endsForRoom();
    }
  }

  /**
   * Offers a task again that found no room, at a moment when no worker is between publishing that
   * it is not free any more and taking its task. Such a worker counts twice: itself, and its task,
   * which still waits. A worker that was parked does both steps under the lock; a spinning worker
   * does them without it.
   */
  private Answer offerAgain(Runnable task, KindProfile kind, TaskOptions options) {
    while (true) {
      lookAfterShed(); // of the answer before, since the next one may be that the pool is closed
      int before = spin.state();
      if (IdleSpin.isTaking(before)) {
        LockSupport.parkNanos(this, TAKING_NANOS); // without the lock: others may need it
        continue;
      }
      Answer answer = offerUnderLock(task, kind, options);
      if (!answer.lacksRoom() || IdleSpin.isSameTurn(before, spin.state())) {
        return answer;
      }
    }
  }

  private Answer offerUnderLock(Runnable task, KindProfile kind, TaskOptions options) {
    lock.lock();
    try {
      return submissions.offer(task, kind, options, true, isInner());
    } finally {
      lock.unlock();
    }
  }

  private Intake followUp(Answer answer, Runnable task) {
    try {
      if (answer.isTaken() && registry.wanted()) {
        starter.launchFor(task);
      }
      Runnable alarm = shortage;
      if (alarm != null && answer.isShort()) {
        alarm.run();
      }
    } finally {
      if (answer.wasAsked()) {
        lookAfterAsking();
      }
    }
    return answer.intake();
  }

  /** What waited may have been moved, and been missed by a worker. */
  private void lookAfterAsking() {
    if (registry.wanted()) {
      starter.launchNext();
    }
    lookAfterShed();
  }

  /** Looks after what the rule has turned away or failed to answer, if it has. */
  void lookAfterShed() {
    if (submissions.hasAftermath()) {
      shed.tell(submissions.takeAftermath(), WaitingTask::task);
    }
  }

  /**
   * Sets the callback for tasks that queue or are rejected because no worker is free; replaces any
   * previous one. Calls it at once if a task waits for a worker now.
   */
  public void onSaturation(SaturationAlarm alarm) {
    shortage = alarm;
    submissions.reportShortages();
    if (queue.size() > registry.free()) {
      alarm.run();
    }
  }

  @Override
  public Optional<Runnable> withdrawOldest() {
    Optional<Runnable> oldest = Optional.ofNullable(submissions.outOfTurn().withdrawOldest());
    oldest.ifPresent(Submitter::leaves);
    return oldest;
  }

  @Override
  public void cancelled(PoolFuture<?> future) {
    TaskSlot its = new TaskSlot();
    if (submissions.outOfTurn().cancelled(future, its)) {
      if (registry.wanted()) {
        starter.launchNext();
      }
      tellIfAbandoned(future, its);
    }
  }

  void tellIfAbandoned(Runnable task, TaskSlot its) {
    if (task instanceof PoolFuture<?> future && future.isAbandoned()) {
      boolean clocked = ArrivalSampler.weight(its.arrivalMark) > 0;
      shed.abandoned(
          future,
          its.kind().kind(),
          its.options().importance(),
          clocked ? System.nanoTime() - its.arrivalMark : 0);
    }
  }

  @Override
  public void onWait(@Nullable LongConsumer waitedNanos) {
    waitListener = waitedNanos;
  }

  @Override
  public @Nullable LongConsumer waitListener() {
    return waitListener;
  }

  @Override
  public OwnWait awaits(PoolFuture<?> future, boolean isTimed) {
    Worker own = WorkerThread.current(this);
    return own == null || Thread.currentThread().isInterrupted()
        ? OwnWait.NONE
        : nested.begins(own, future, isTimed);
  }

  @Override
  public void stillAwaits(PoolFuture<?> future) {
    nested.lasts(Objects.requireNonNull(WorkerThread.current(this), "worker"), future);
  }

  @Override
  public long awaitsNanos(int looks) {
    return NestedWaits.lookNanos(looks);
  }

  @Override
  public void waited(OwnWait wait, PoolFuture<?> future) {
    nested.ends(Objects.requireNonNull(WorkerThread.current(this), "worker"), future);
  }

  @Override
  public void awaitedIsDone(PoolFuture<?> future) {
    nested.isDone(future);
  }

  @Override
  public long deadlineNanos(TaskOptions options, long arrivedNanos) {
    return admission.deadlineNanos(options, arrivedNanos);
  }

  @Override
  public void countRejected() {
    submissions.countRejected();
  }

  @Override
  public void countShed(KindProfile kind, TaskOptions options, TaskShedException why) {
    shed.turnedAway(kind.kind(), options.importance(), why);
  }

  @Override
  public void onShed(ShedListener listener) {
    shed.onShed(listener);
  }

  @Override
  public ShedTotals shedTotals() {
    return shed.totals(submissions.ruleFailures());
  }

  // ---- Size and end

  public void resize(int workers) {
    List<Worker> launches;
    lock.lock();
    try {
      registry.ask(workers);
      launches = registry.toLaunchAfterResize();
    } finally {
      lock.unlock();
    }
    submissions.resized(workers);
    submissions.muchRoomMade();
    starter.launchAll(launches);
  }

  /**
   * Starts the workers asked for, if the pool is prestarted, and retries for tasks that wait
   * because a worker could not be started.
   */
  public void startMissing() {
    ArrayList<Worker> launches = new ArrayList<>();
    lock.lock();
    try {
      registry.addPrestarts(launches);
      launches.ensureCapacity(launches.size() + 1);
      Worker next = registry.nextIfAny();
      if (next != null) {
        launches.add(next);
      }
    } finally {
      lock.unlock();
    }
    starter.launchAll(launches);
  }

  /** Takes nothing more; what waits is run. */
  public void shutdown() {
    end(State.SHUTDOWN);
  }

  /** Takes nothing more, interrupts what runs, and hands back what waits. */
  public List<Runnable> stop() {
    List<Runnable> handedBack = end(State.STOPPING);
    List<Worker> workers;
    lock.lock();
    try {
      workers = registry.workerSet.workers();
    } finally {
      lock.unlock();
    }
    for (Worker worker : workers) {
      Thread thread = worker.thread;
      if (thread != null) {
        thread.interrupt();
      }
    }
    return handedBack;
  }

  private List<Runnable> end(State later) {
    List<Worker> launches;
    List<Runnable> handedBack = List.of();
    life.advance(later);
    lock.lock();
    try {
      submissions.close();
      registry.shutDown(later == State.STOPPING);
      if (later == State.STOPPING) {
        handedBack = nested.drain();
        handedBack.addAll(submissions.outOfTurn().drain());
      }
      registry.dismissLost();
      launches = registry.callAll();
    } finally {
      lock.unlock();
    }
    starter.launchAll(launches);
    starter.dropWhatCannotRun();
    life.terminateIf(done);
    return handedBack;
  }

  @Override
  public boolean runsCurrentThread() {
    return WorkerThread.current(this) != null;
  }

  @Override
  public boolean isShutdown() {
    return submissions.isClosed();
  }

  /** Whether nothing is left to be done, and nothing can come in any more. */
  private boolean isDone() {
    lock.lock();
    try {
      return submissions.isClosed() && registry.alive() == 0 && queue.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /** Whether what runs is to be interrupted. */
  boolean stopping() {
    return life.stopping();
  }

  // ---- Figures

  boolean measured() {
    return measured;
  }

  /** Whether a thread of a factory that is not ours may be a worker's. */
  boolean hasOtherThreads() {
    return registry.workerSet.hasOtherThreads();
  }

  /** Whether the sensors of the processor's side apply: not to virtual threads. */
  boolean measuresProcessor() {
    return measured && !isVirtual();
  }

  /** Whether its workers are virtual threads, as far as any were made. */
  public boolean isVirtual() {
    return registry.workerSet.virtual();
  }

  SensorBudget sensors() {
    return sensors;
  }

  /** How many tasks the rule has turned away, to be appended to a line; empty for none. */
  public String shedText() {
    return shed.text();
  }

  /** What can be seen of it from outside. */
  public DispatcherLook look() {
    return look;
  }

  /** Where its workers get their tasks. */
  WorkSource source() {
    return source;
  }
}
