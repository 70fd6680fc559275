package dev.flyball.pool.dispatch;

import dev.flyball.admission.Arrival;
import dev.flyball.base.ThreadDeadline;
import dev.flyball.measure.ArrivalSampler;
import dev.flyball.measure.KindProfile;
import dev.flyball.measure.WorkerMeter;
import dev.flyball.measure.thread.RunQueue;
import dev.flyball.measure.thread.ThreadCpu;
import dev.flyball.pool.base.Offspring;
import dev.flyball.pool.base.PoolFuture;
import dev.flyball.pool.base.Submitter;
import dev.flyball.pool.base.TaskOwner;
import dev.flyball.pool.base.ThreadSettings;
import dev.flyball.pool.dispatch.queue.CoarseClock;
import dev.flyball.pool.dispatch.queue.TaskSlot;
import dev.flyball.pool.dispatch.queue.WaitingTask;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One worker of a pool: takes tasks and runs them until the dispatcher tells it to go.
 *
 * <p><b>States.</b> Starting (hired, its thread not yet at the queue) - working - idle (in the idle
 * stack, parked) - called (taken off the stack, on its way back) - polling - gone. Every change is
 * made under the dispatcher's lock.
 *
 * <p><b>Locking.</b> The links of the idle stack, {@code idle}, {@code starting} and {@code called}
 * are guarded by that lock; {@code called} is volatile so that the parked worker may look without
 * it. The slot belongs to the worker's thread. The sensors are written by the worker's thread and
 * read by any thread that measures.
 *
 * <p><b>Exceptions.</b> What a task throws reaches its owner: the future where it was submitted,
 * the thread's uncaught-exception handler where it was executed. The worker lives on. Should it die
 * of an error outside of a task, the dispatcher counts it out.
 *
 * <p><b>What a task leaves behind</b> does not reach the next one: its interrupt is cleared, and
 * what it has changed of the thread is restored ({@link ThreadSettings}). Thread-locals stay.
 */
final class Worker extends Submitter implements Runnable {

  private final Dispatcher dispatcher;
  private final WorkSource source;
  final WorkerMeter meter = new WorkerMeter();
  final TaskSlot slot = new TaskSlot();

  // Guarded by the dispatcher's lock.
  @Nullable Worker idleAbove;
  @Nullable Worker idleBelow;
  boolean idle;
  boolean starting = true;

  /** Taken off the idle stack and on its way to the queue, where it is cleared. */
  volatile boolean called;

  long suspectStamp; // when it became a suspect
  long pausedNanos; // how long its task was a suspect until now
  boolean leaving; // called because there are too many
  boolean dismissed; // counted out
  long takenBefore; // tasks that had been taken when it was called or last looked
  long polledNanos; // when that was

  /** Seems to wait for a task of this pool: its place is lent. Written under the lock. */
  volatile boolean suspect;

  /** Whether it is or was a suspect, since its task began. Written under the lock. */
  volatile boolean wasSuspect;

  /** Set once, by the thread that starts this worker, before it starts. */
  volatile @Nullable Thread thread;

  /** Tasks of which so many in a row are not clocked at most. */
  private static final int UNCLOCKED_MAX = 64;

  /** Where fewer follow one another, a caller may submit one at a time and wait for it. */
  private static final int STREAM_MIN = 8;

  /** A worker whose tasks take longer each clocks all of them. */
  private static final long EXACT_NANOS_MIN = 2_000;

  /** A deadline this far off by the coarse clock is not over, however late that is. */
  private static final long FAR_NANOS = 20 * CoarseClock.TICK_NANOS;

  // Of the worker's thread.
  boolean spins; // counts as one that looks for a task, and has to say when it does no more
  private boolean busy;
  private boolean exact = true;
  private int unclocked; // tasks since the clock was read
  private long lastStamp; // what it said then
  private @Nullable ThreadDeadline deadline; // known from the first task on that has one
  private int unbroken; // tasks that have followed one another
  private int unbrokenBefore; // the last time that any did
  private long awayNanos; // since the clock was read at a cut: of waits for tasks of this pool
  private long waitBeganNanos;

  /** Whether it waits for a task of this pool in a way that the pool sees; any thread. */
  private volatile boolean waits;

  private volatile Optional<RunQueue> runQueue = Optional.empty();
  private volatile boolean began;
  private volatile OptionalLong cpuNanosAtEnd = OptionalLong.empty();
  private volatile OptionalLong runQueueNanosAtEnd = OptionalLong.empty();

  Worker(Dispatcher dispatcher) {
    this.dispatcher = dispatcher;
    this.source = dispatcher.source();
  }

  /** Whether it is one of that dispatcher's. */
  @SuppressWarnings("ReferenceEquality") // that very one
  boolean isOf(Dispatcher other) {
    return dispatcher == other;
  }

  /** Whether its thread has run, and does no more. */
  boolean hasEnded() {
    Thread its = thread;
    return its != null && its.getState() == Thread.State.TERMINATED;
  }

  /** Whether it is counted as on its way to the queue. */
  boolean isExpected() {
    return starting || called;
  }

  @Override
  public void run() {
    if (thread == null || !source.admits(this)) {
      return; // the factory started it by itself, or it was given up when it seemed not to start
    }
    boolean inOrder = false;
    try {
      WorkerThread.isOf(this);
      openSensors();
      work();
      inOrder = true;
    } finally {
      if (!inOrder) {
        try {
          rests();
          closeSensors();
        } finally {
          source.lost(this);
        }
      }
    }
  }

  @SuppressWarnings("UnusedVariable") // the store of null is for the collector
  private void work() {
    ThreadSettings settings = ThreadSettings.ofCurrentThread();
    Runnable taken = source.take(this);
    while (taken != null) {
      boolean isToken = slot.deadlineNanos == Admitting.OF_TOKEN;
      Runnable task = isToken ? redeemed() : taken;
      if (task == null) {
        rests();
      } else if (task instanceof PoolFuture<?> future && !begins(future)) {
        rests();
        source.passOver(slot);
      } else if (isCancelled(task)) {
        rests(); // what it takes to skip them is no task's service
        source.countWithdrawn(task, slot);
      } else if (!isToken && slot.deadlineNanos != Arrival.NO_DEADLINE && !isInTime(task)) {
        rests();
        dispatcher.lookAfterShed();
      } else if (dispatcher.measured()) {
        runMeasured(task);
      } else {
        runUnmeasured(task);
      }
      settings.restore();
      taskEnded();
      taken = null; // or this frame, where it is interpreted, would keep it while the worker waits
      taken = source.take(this);
    }
  }

  /** Whether a task may start that is claimed, and has a deadline; if not, it is shed. */
  private boolean isInTime(Runnable task) {
    if (!exact && CoarseClock.SHARED.isFar(slot.deadlineNanos, FAR_NANOS)) {
      return true;
    }
    KindProfile kind = slot.kind();
    boolean justRead = busy && unclocked == 0;
    long leftNanos = slot.deadlineNanos - (justRead ? lastStamp : System.nanoTime());
    boolean isNear = leftNanos <= Math.max(0, kind.recentNanos() + kind.deviationNanos());
    return !isNear || source.mayStart(task, slot);
  }

  private @Nullable Runnable redeemed() {
    if (busy && unclocked > 0) {
      cut(lastStamp);
    }
    Runnable task = source.redeem(this);
    if (busy) {
      lastStamp = System.nanoTime(); // what it takes to find the task is not its service
    }
    return task;
  }

  private void run(Runnable task) {
    show(slot.deadlineNanos);
    task.run();
  }

  /** Has tasks of this thread see that deadline; it stays until the next one that has another. */
  private void show(long deadlineNanos) {
    ThreadDeadline own = deadline;
    if (own == null) {
      if (deadlineNanos == ThreadDeadline.NONE) {
        return;
      }
      own = ThreadDeadline.ofThread();
      deadline = own;
    }
    if (own.get() != deadlineNanos) {
      own.set(deadlineNanos);
    }
  }

  /** Claims a future that was taken; false where it was handed over to another worker. */
  private boolean begins(PoolFuture<?> future) {
    if (future.begin() || !future.isHandedOver()) {
      return true; // one that has run before does nothing
    }
    return slot.number == TaskSlot.OF_NO_QUEUE && future.startHandedOver();
  }

  private static boolean isCancelled(Runnable task) {
    try {
      return task instanceof Future<?> future && future.isCancelled();
    } catch (Throwable e) {
      TaskOwner.tell(e);
      return false; // run() will say what it thinks of it
    }
  }

  private void runUnmeasured(Runnable task) {
    try {
      passOnInterrupt();
      run(task);
    } catch (Throwable e) {
      TaskOwner.tell(e);
    }
  }

  /**
   * Runs the task that was taken. The end of one that was clocked is the start of the next that
   * follows, and stretches of tasks that are not clocked are measured as a whole.
   */
  private void runMeasured(Runnable task) {
    long arrivalMark = slot.arrivalMark;
    int weight = ArrivalSampler.weight(arrivalMark);
    boolean clocked = weight > 0 || exact;
    begin(clocked);
    // It may have arrived after the reading was taken that serves as its start.
    boolean early = weight > 0 && lastStamp - arrivalMark < 0;
    long startStamp = early ? arrivalMark : lastStamp;
    meter.startsTask();
    if (weight > 0) {
      meter.started(arrivalMark, startStamp, weight);
    }
    Throwable failure = null;
    try {
      passOnInterrupt();
      run(task);
    } catch (Throwable e) {
      failure = e;
    }
    if (wasSuspect) {
      awayNanos += source.pausedNanos(this);
    }
    unclocked++;
    unbroken++;
    long servedNanos = 0;
    if (clocked || failure != null || unclocked == UNCLOCKED_MAX) {
      servedNanos = cut(startStamp);
    }
    if (weight > 0) {
      KindProfile kind = slot.kind();
      kind.record(servedNanos); // those drawn only: that one was long draws none
      meter.ended(arrivalMark, lastStamp, Math.max(0, kind.referenceNanos()), weight);
    }
    if (failure == null && !(task instanceof PoolFuture<?> f && f.failed())) {
      meter.endsTask();
      return;
    }
    meter.endsFailedTask();
    if (failure != null) {
      TaskOwner.tell(failure);
      lastStamp = System.nanoTime();
    }
  }

  /** Reads the clock where the task to come needs its start. */
  private void begin(boolean clocked) {
    if (!busy) {
      lastStamp = System.nanoTime();
      meter.began(lastStamp);
      busy = true;
    } else if (clocked && unclocked > 0) {
      cut(lastStamp);
    }
  }

  /** Measures the tasks since that reading of the clock as one stretch; how long they took. */
  private long cut(long fromStamp) {
    long nowStamp = System.nanoTime();
    long nanos = nowStamp - fromStamp - awayNanos;
    awayNanos = 0;
    meter.served(nanos);
    exact =
        nanos >= EXACT_NANOS_MIN * unclocked
            || CoarseClock.SHARED.isBehind(nowStamp, FAR_NANOS / 2); // after a pause of all threads
    unclocked = 0;
    lastStamp = nowStamp;
    return nanos;
  }

  // ---- Waits for tasks of its own pool; called by its thread, in a task

  /** It waits from now on; that is neither busy nor service time. */
  void beginsWait() {
    waits = true;
    if (busy) {
      waitBeganNanos = System.nanoTime();
      meter.done(waitBeganNanos);
    }
  }

  /** It waits no more. */
  void endsWait() {
    waits = false;
    if (busy) {
      long nowNanos = System.nanoTime();
      awayNanos += nowNanos - waitBeganNanos;
      meter.began(nowNanos);
    }
  }

  /** Whether it waits for a task of this pool in a way that the pool sees; any thread. */
  boolean waits() {
    return waits;
  }

  // ---- Tasks of this pool that its task may join

  /** The worker of the same pool that the current thread is; null where it is none. */
  @Override
  protected @Nullable Worker ofThisThread() {
    return WorkerThread.current(dispatcher);
  }

  @Override
  protected void offspringEnded(Offspring its) {
    if (suspect) {
      source.takeBack(this, its);
    }
  }

  /** Runs the task that it waits for, since there is no thread for it. */
  void runInPlace(WaitingTask its) {
    long deadlineBefore = deadline == null ? ThreadDeadline.NONE : deadline.get();
    boolean wasInterrupted = Thread.interrupted();
    try {
      show(its.who().deadlineNanos());
      if (busy) {
        measureInPlace(its);
      } else {
        its.task().run();
      }
    } finally {
      show(deadlineBefore);
      boolean isItsOwn = its.task() instanceof Future<?> future && future.isCancelled();
      boolean isInterrupted = Thread.interrupted() && !isItsOwn;
      if (wasInterrupted || isInterrupted || dispatcher.stopping()) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** The time it takes is its own service, and not that of the task that waits for it. */
  private void measureInPlace(WaitingTask its) {
    int weight = ArrivalSampler.weight(its.arrivalMark());
    long awayBefore = awayNanos;
    long beganNanos = System.nanoTime();
    meter.startsTask();
    if (weight > 0) {
      meter.started(its.arrivalMark(), beganNanos, weight);
    }
    its.task().run(); // a future, which throws nothing
    long endedNanos = System.nanoTime();
    long servedNanos = endedNanos - beganNanos - (awayNanos - awayBefore);
    awayNanos = awayBefore + endedNanos - beganNanos;
    meter.served(servedNanos);
    if (weight > 0) {
      its.kind().record(servedNanos);
      meter.ended(its.arrivalMark(), endedNanos, Math.max(0, its.kind().referenceNanos()), weight);
    }
    if (its.task() instanceof PoolFuture<?> future && future.failed()) {
      meter.endsFailedTask();
    } else {
      meter.endsTask();
    }
  }

  /** Whether its last tasks were many and tiny, and came densely; not known if unmeasured. */
  boolean cameInDenseStream() {
    return !exact && unbrokenBefore >= STREAM_MIN && ArrivalSampler.isDense(slot.arrivalMark);
  }

  /** Says that no task follows. */
  void rests() {
    show(ThreadDeadline.NONE);
    if (busy) {
      if (unclocked > 0) {
        cut(lastStamp);
      }
      meter.done(lastStamp);
      busy = false;
      unbrokenBefore = unbroken;
      unbroken = 0;
    }
  }

  /** An interrupt left over from another task is cleared; while stopping, one is set. */
  private void passOnInterrupt() {
    if (dispatcher.stopping() || (Thread.interrupted() && dispatcher.stopping())) {
      Thread.currentThread().interrupt();
    }
  }

  /** Parks until called, or until the time is over. */
  void awaitCall(long idleNanosMax) {
    long beganNanos = System.nanoTime();
    while (!called) {
      long leftNanos = idleNanosMax - (System.nanoTime() - beganNanos);
      if (leftNanos <= 0) {
        return;
      }
      LockSupport.parkNanos(dispatcher, leftNanos);
      Thread.interrupted(); // left over from a task; a stop of the pool calls as well
    }
  }

  // ---- Sensors

  private void openSensors() {
    if (dispatcher.measuresProcessor()) {
      runQueue = RunQueue.ofCurrentThread(dispatcher.sensors());
    }
    began = true;
  }

  /** The worker's last act before it is counted out: what it used remains known. */
  void closeSensors() {
    if (dispatcher.measuresProcessor()) {
      cpuNanosAtEnd = ThreadCpu.ofCurrentThread();
    }
    runQueue.ifPresent(queue -> {
      runQueueNanosAtEnd = queue.waitNanos();
      queue.close();
    });
  }

  /** Processor time of a worker that has closed its sensors, or has not begun; else empty. */
  OptionalLong cpuNanosAtRest() {
    return began ? cpuNanosAtEnd : OptionalLong.of(0);
  }

  /** Whether its run queue is read. */
  boolean isSampled() {
    return began && runQueue.isPresent();
  }

  /** Whether it runs, and its run queue is not read. */
  boolean goesUnsampled() {
    return began && runQueue.isEmpty();
  }

  /** Run-queue wait of this worker so far; empty where the system does not tell. */
  OptionalLong runQueueWaitNanos() {
    if (!began) {
      return OptionalLong.of(0);
    }
    if (runQueueNanosAtEnd.isPresent()) {
      return runQueueNanosAtEnd;
    }
    OptionalLong read = runQueue.isPresent() ? runQueue.get().waitNanos() : OptionalLong.empty();
    return read.isPresent() ? read : runQueueNanosAtEnd; // it may have closed meanwhile
  }
}
