package dev.flyball.pool.admit;

import dev.flyball.admission.ShedListener;
import dev.flyball.admission.ShedTotals;
import dev.flyball.admission.TaskOptions;
import dev.flyball.admission.TaskShedException;
import dev.flyball.admission.Verdict;
import dev.flyball.admission.line.WaitingLine;
import dev.flyball.base.VirtualThreads;
import dev.flyball.measure.KindProfile;
import dev.flyball.pool.base.AdmissionSettings;
import dev.flyball.pool.base.Aftermath;
import dev.flyball.pool.base.Decoration;
import dev.flyball.pool.base.Intake;
import dev.flyball.pool.base.Lifecycle;
import dev.flyball.pool.base.Offspring;
import dev.flyball.pool.base.OwnWait;
import dev.flyball.pool.base.PoolFuture;
import dev.flyball.pool.base.RoomWait;
import dev.flyball.pool.base.SafeLog;
import dev.flyball.pool.base.SaturationAlarm;
import dev.flyball.pool.base.ShedTeller;
import dev.flyball.pool.base.State;
import dev.flyball.pool.base.Submitter;
import dev.flyball.pool.base.TaskSink;
import dev.flyball.pool.standstill.Standstill;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The admission of tasks to a limiter: takes each task in and starts it on a thread of its own.
 *
 * <p><b>How is it designed, and why?</b> A task needs a slot; there are as many slots as the limit.
 * How a slot is taken without a lock is in {@link Slots}. A task that ends while others wait does
 * not give its slot back but hands it on: its thread starts the thread of the next task, and its
 * end is the next one's start, by one reading of the clock. So while the limit binds, no thread is
 * woken or parked: there are no workers. {@link TaskStarter} does that.
 *
 * <p><b>Shrinking</b> makes ending tasks give their slots back until few enough are taken. It waits
 * for no task and interrupts none. <b>Growing</b> starts waiting tasks at once, in the thread that
 * grows the limit.
 *
 * <p><b>Steps of a task.</b> Offered - (waiting in the line -) holding a slot - running - ended,
 * its slot handed on or given back. A task that cannot be taken is refused and leaves no trace but
 * a count. Its measured service begins when it has its slot, not when its thread first gets a
 * processor: that is how long it keeps other tasks from the slot.
 *
 * <p><b>States:</b> those of {@link State}. The slots are closed before the state changes, so no
 * task enters after the last has gone. Stopping comes before the line is drained, so no task is put
 * back into a drained line.
 *
 * <p><b>Guarantees.</b> Those of {@link Slots}; and: a task that was taken in runs exactly once, or
 * is handed back, withdrawn or cancelled. While a task waits no slot is free, except after failed
 * starts. No foreign code (thread factories, handlers, tasks, alarms) is called with a lock held.
 */
public final class AdmissionControl implements TaskSink {

  private final TaskThreads threads;
  private final TaskMeters meters = new TaskMeters(Runtime.getRuntime().availableProcessors());
  private final AdmissionSettings settings;
  private final Slots slots;
  private final LentSlots lending;
  private final RuledSlots ruled;
  private final OwnWaits ownWaits;
  private final Standstill standstill;

  /** Whether the process has to be kept for its tasks, and whether it is. */
  private final boolean keeps;

  private volatile boolean kept;

  /** Whether the rule decides about tasks; once it does, it goes on. */
  private volatile boolean admits;

  private final Lifecycle life;
  private final LongAdder rejected = new LongAdder();
  private final ShedTeller shed;
  private final RoomWaiters roomWaiters = new RoomWaiters();
  private final TaskStarter starter;
  private final LimiterLook look;
  private final BooleanSupplier done;

  /** Called, without a lock, when a task has to wait for a slot or is refused. */
  private volatile Runnable shortage = () -> {};

  /** Called, without a lock, by a thread that had to wait for a task to start. */
  private volatile @Nullable LongConsumer waitListener;

  /**
   * Lets in the tasks of a limiter.
   *
   * @param owner what messages call the limiter, such as "limiter 'orders'"
   * @param log where its messages go
   * @param life the limiter's, which is to be ended through this
   */
  public AdmissionControl(AdmissionPlan plan, String owner, SafeLog log, Lifecycle life) {
    this.shed = new ShedTeller(owner, log);
    this.settings = plan.admission();
    this.slots = new Slots(plan.limit(), plan.queueCapacity(), settings);
    this.lending = slots.lending();
    this.ruled = slots.ruled();
    this.ownWaits = new OwnWaits(this, slots);
    LimiterRescue rescue = new LimiterRescue(this, lending);
    this.standstill = new Standstill(rescue, guesses -> rescue.lendJoining());
    this.threads = threads(plan);
    this.keeps = threads.areOwnDaemons() && !plan.daemon();
    this.life = life;
    this.done = slots::isDone;
    this.starter = new TaskStarter(this, owner, threads, slots, roomWaiters, life, log);
    this.look = new LimiterLook(owner, life, slots, meters, shed, rejected);
    life.onTermination(threads::end);
    if (settings.matter()) {
      admit();
    }
  }

  private static TaskThreads threads(AdmissionPlan plan) {
    return plan.threads()
        .map(TaskThreads::from)
        .orElseGet(() -> TaskThreads.own(VirtualThreads.factory(plan.name())));
  }

  // ---- Tasks in

  @Override
  public Intake offer(Runnable task, KindProfile kind, TaskOptions options) {
    Intake intake = offer(task, kind, options, false);
    keepProcess();
    return intake;
  }

  /** Called once a task was taken in. */
  private void keepProcess() {
    if (keeps && !kept) {
      Keeper.SHARED.want(this);
    }
  }

  /** The keeper looks at it from now on, or no more. */
  void kept(boolean isKept) {
    kept = isKept;
  }

  /** Whether a task runs or waits. */
  boolean hasTasks() {
    return !slots.isDone();
  }

  private Intake offer(Runnable task, KindProfile kind, TaskOptions options, boolean again) {
    RunningTask parent = Decoration.isCompletion(task) ? RunningTask.current(this) : null;
    if (parent == null) {
      return offerAsItIs(task, kind, options, again);
    }
    if (parent.offspring() == null) {
      parent.thread = Thread.currentThread(); // first: its end then leaves those that submit
      lending.submits(parent);
    }
    Runnable its = parent.mayJoin(task);
    Intake intake = Intake.REFUSED;
    try {
      intake = offerAsItIs(its, kind, options, again);
      return intake;
    } finally {
      if (intake == Intake.TAKEN) {
        standstill.want(true);
      } else {
        Submitter.leaves(its);
      }
    }
  }

  private Intake offerAsItIs(Runnable task, KindProfile kind, TaskOptions options, boolean again) {
    RunningTask run = new RunningTask(this, task, kind, options, meters.stripe());
    run.asked = again;
    if (options.matter() && !admits) {
      admit();
    }
    if (admits && hasToAsk(run)) {
      return slots.isClosed() ? Intake.CLOSED : askToEnter(run);
    }
    if (slots.takeAtOnce()) {
      startAtOnce(run);
      return Intake.TAKEN;
    }
    if (slots.isClosed()) {
      return Intake.CLOSED;
    }
    return admits ? askToEnter(run) : offerToLine(run) ? Intake.TAKEN : Intake.REFUSED;
  }

  /** Notes the task of this limiter that submits one which may have to wait. */
  private void noteParent(RunningTask run) {
    RunningTask parent = RunningTask.current(this);
    if (parent != null) {
      parent.thread = Thread.currentThread();
      run.parent = parent;
    }
  }

  /**
   * Has the limiter watched, if that task waits and one of its own has submitted it. Not before it
   * waits: the watch ends when it has found none for a second.
   */
  private void watchFor(RunningTask inLine) {
    if (inLine.parent != null) { // it has not started
      standstill.want(false);
    }
  }

  /** The last task has ended that the one which lends its slot may join: it has it again. */
  void offspringEnded(RunningTask run, Offspring ended) {
    lending.offspringEnded(run, ended);
  }

  /** A task ends that has submitted others which may have had to wait. */
  void submitterEnds(RunningTask run) {
    lending.submitterEnds(run);
  }

  /** From the first task on of which something is said that matters, the rule decides. */
  private void admit() {
    ruled.admit();
    admits = true;
  }

  /** Whether the rule has to be asked even where a slot is free; notes the deadline. */
  private boolean hasToAsk(RunningTask run) {
    if (!settings.hasDeadline(run.options)) {
      return !settings.letsInWhatStartsSoon();
    }
    long nowNanos = System.nanoTime();
    run.deadlineNanos = settings.deadlineNanos(run.options, nowNanos);
    return !settings.letsInWhatStartsSoon() || run.deadlineNanos - nowNanos <= 0;
  }

  private Intake askToEnter(RunningTask run) {
    run.arrivalStamp = System.nanoTime();
    noteParent(run);
    Verdict verdict = ruled.askToEnter(run);
    if (verdict == null) {
      lookAfterShed();
      return Intake.CLOSED;
    }
    boolean isIn = verdict.answer() != Verdict.Answer.OUT;
    if (isIn) {
      watchFor(run);
    }
    if (!isIn || slots.isShort()) {
      starter.startWaiting();
      if (!isIn || slots.isShort()) {
        shortage.run();
      }
    }
    lookAfterShed();
    return isIn ? Intake.TAKEN : Intake.shed(shed.exception(verdict));
  }

  /** Looks after what the rule has turned away or failed to answer, if it has; throws nothing. */
  void lookAfterShed() {
    if (ruled.hasAftermath()) {
      Aftermath<RunningTask> aftermath = ruled.takeAftermath();
      for (WaitingLine.Shed<RunningTask> gone : aftermath.gone()) {
        gone.task().stripe.withdrawn(System.nanoTime());
        roomWaiters.signal();
      }
      shed.tell(aftermath, run -> run.task);
    }
  }

  /** The same where a lock has to decide. */
  private boolean offerToLine(RunningTask run) {
    run.arrivalStamp = System.nanoTime();
    noteParent(run);
    Slots.Answer answer = slots.enter(run);
    switch (answer) {
      case SLOT -> startAtOnce(run);
      case WAITS -> {
        watchFor(run);
        shortage.run();
        starter.startWaiting(); // only where a start has failed before
      }
      case FULL -> shortage.run();
      case CLOSED -> {}
    }
    return answer == Slots.Answer.SLOT || answer == Slots.Answer.WAITS;
  }

  @Override
  public Intake offer(Runnable task, KindProfile kind, TaskOptions options, long waitNanosMax)
      throws InterruptedException {
    RoomWait wait = RoomWait.fromNow(settings, options, waitNanosMax);
    boolean lent = false;
    roomWaiters.enter();
    try {
      long seen = roomWaiters.made();
      Intake intake = offer(task, kind, wait.options(), true);
      for (long left = wait.leftNanos();
          intake.lacksRoom() && left > 0 && !isShutdown();
          left = wait.leftNanos()) {
        lent = lent || ownWaits.beginForRoom();
        roomWaiters.await(seen, wait.lookNanos(intake, left));
        seen = roomWaiters.made();
        intake = offer(task, kind, wait.options(), true);
      }
      keepProcess();
      return intake;
    } finally {
      roomWaiters.leave();
      if (lent) {
        ownWaits.endForRoom();
      }
    }
  }

  @Override
  public Optional<Runnable> withdrawOldest() {
    RunningTask oldest = slots.withdrawOldest();
    if (oldest == null) {
      return Optional.empty();
    }
    oldest.stripe.withdrawn(System.nanoTime());
    Submitter.leaves(oldest.task);
    roomWaiters.signal();
    return Optional.of(oldest.task);
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // this very future
  public void cancelled(PoolFuture<?> future) {
    if (future.entry instanceof RunningTask run && run.task == future && run.isOf(this)) {
      if (slots.remove(run)) {
        roomWaiters.signal();
        leftCancelled(run, System.nanoTime());
        if (slots.isClosed()) {
          life.terminateIf(done);
        }
      }
    }
  }

  /** Counts a task that has left the line because it was cancelled; throws nothing. */
  void leftCancelled(RunningTask run, long nowStamp) {
    run.stripe.withdrawn(nowStamp);
    if (run.task instanceof PoolFuture<?> future && future.isAbandoned()) {
      shed.abandoned(
          future, run.kind.kind(), run.options.importance(), nowStamp - run.arrivalStamp);
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
    return ownWaits.begin(future);
  }

  @Override
  public void stillAwaits(PoolFuture<?> future) {
    // it has no workers that could be lost
  }

  @Override
  public long awaitsNanos(int looks) {
    return Long.MAX_VALUE;
  }

  @Override
  public void waited(OwnWait wait, PoolFuture<?> future) {
    ownWaits.end(future);
  }

  @Override
  public void awaitedIsDone(PoolFuture<?> future) {
    lending.takeBackAll(future);
  }

  @Override
  public long deadlineNanos(TaskOptions options, long arrivedNanos) {
    return settings.deadlineNanos(options, arrivedNanos);
  }

  @Override
  public void countRejected() {
    rejected.increment();
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
    return shed.totals(ruled.ruleFailures());
  }

  /**
   * Sets the callback for tasks that have to wait or are refused; calls it at once if one waits.
   */
  public void onSaturation(SaturationAlarm alarm) {
    shortage = alarm;
    if (slots.isShort()) {
      alarm.run();
    }
  }

  // ---- Tasks started

  /** Starts a task that has just come and has a slot; throws to its submitter if that fails. */
  private void startAtOnce(RunningTask run) {
    run.stripe.arrivedAndStarted(run);
    if (admits && run.stands > 0 && !run.asked) {
      ruled.passedBy(run); // of a quick stream, one for many, as the meters have it
    }
    starter.startAtOnce(run);
  }

  /** What hands slots on and starts threads. */
  TaskStarter starter() {
    return starter;
  }

  /** Starts waiting tasks while slots are free. */
  public void startWaiting() {
    starter.startWaiting();
  }

  // ---- Limit and end

  /** Changes the number of slots. */
  public void resize(int limit) {
    slots.resize(limit);
    starter.startWaiting();
    roomWaiters.signalAll();
  }

  /** Takes nothing more; what waits is run. */
  public void shutdown() {
    close(State.SHUTDOWN);
    starter.startWaiting();
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

  /** Interrupts the current task's thread, before its task, if the limiter is stopping. */
  void passOnStop() {
    if (life.stopping()) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public boolean runsCurrentThread() {
    return RunningTask.current(this) != null;
  }

  @Override
  public boolean isShutdown() {
    return slots.isClosed();
  }

  // ---- Figures

  /** What can be seen of it from outside. */
  public LimiterLook look() {
    return look;
  }
}
