package dev.flyball.pool;

import dev.flyball.measure.KindProfile;
import dev.flyball.measure.RunQueue;
import dev.flyball.measure.ThreadCpu;
import dev.flyball.measure.WorkerMeter;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One worker of a pool: takes tasks and runs them until the dispatcher tells it to go.
 *
 * <p><b>States.</b> Starting (hired, its thread not yet at the queue) - working - idle (in the idle
 * stack, parked) - called (taken off the stack, on its way back) - gone. Every change is made under
 * the dispatcher's lock.
 *
 * <p><b>Who may touch what.</b> The links of the idle stack, {@code idle}, {@code starting} and
 * {@code called} are guarded by that lock; {@code called} is volatile so that the parked worker may
 * look without it. The slot belongs to the worker's thread. The sensors are written by the worker's
 * thread and read by whoever measures.
 *
 * <p><b>Exceptions.</b> What a task throws reaches its owner: the future where it was submitted,
 * the thread's uncaught-exception handler where it was executed. The worker lives on. Should it die
 * of an error outside of a task, the dispatcher counts it out.
 */
final class Worker implements Runnable {

  private static final System.Logger LOG = System.getLogger(AdaptivePool.class.getName());

  private final Dispatcher dispatcher;
  final WorkerMeter meter = new WorkerMeter();
  final TaskSlot slot = new TaskSlot();

  // Guarded by the dispatcher's lock.
  @Nullable Worker idleAbove;
  @Nullable Worker idleBelow;
  boolean idle;
  boolean starting = true;

  /** Taken off the idle stack and on its way to the queue, where it is cleared. */
  volatile boolean called;

  boolean leaving; // called because there are too many

  /** Set once, by the thread that starts this worker, before it starts. */
  volatile @Nullable Thread thread;

  private volatile Optional<RunQueue> runQueue = Optional.empty();
  private volatile boolean began;
  private volatile OptionalLong cpuNanosAtEnd = OptionalLong.empty();
  private volatile OptionalLong runQueueNanosAtEnd = OptionalLong.empty();

  Worker(Dispatcher dispatcher) {
    this.dispatcher = dispatcher;
  }

  /** What a worker comes back with when it asks for a task. */
  enum Taken {
    /** A task, and no time has passed. */
    TASK_AT_ONCE,
    /** A task, after having been idle. */
    TASK_AFTER_IDLING,
    /** Nothing: the worker is counted out and must end. */
    LEAVE
  }

  @Override
  public void run() {
    boolean inOrder = false;
    try {
      openSensors();
      work();
      inOrder = true;
    } finally {
      if (!inOrder) {
        try {
          closeSensors();
        } finally {
          dispatcher.lost(this);
        }
      }
    }
  }

  private void work() {
    long lastEndStamp = 0;
    boolean ranBefore = false;
    Taken taken = dispatcher.take(this);
    while (taken != Taken.LEAVE) {
      // While tasks follow one another, the end of one is the start of the next: one clock reading.
      boolean follows = ranBefore && taken == Taken.TASK_AT_ONCE;
      lastEndStamp = runTask(follows ? lastEndStamp : dispatcher.stamp());
      ranBefore = true;
      slot.clear();
      taken = dispatcher.take(this);
    }
  }

  /** Runs the task in the slot; returns the clock's reading after it. */
  private long runTask(long nowStamp) {
    Runnable task = slot.task();
    KindProfile kind = slot.kind();
    long arrivalStamp = slot.arrivalStamp;
    // It may have arrived after the reading was taken that serves as its start.
    long startStamp = nowStamp - arrivalStamp < 0 ? arrivalStamp : nowStamp;
    boolean measured = dispatcher.measured();
    Throwable failure = null;
    boolean startedIt = false;
    try {
      if (task instanceof Future<?> future && future.isCancelled()) {
        dispatcher.countWithdrawn();
        return dispatcher.stamp();
      }
      passOnInterrupt();
      if (measured) {
        meter.started(arrivalStamp, startStamp);
      }
      startedIt = true;
      task.run();
    } catch (Throwable e) {
      failure = e;
    }
    long endStamp = dispatcher.stamp();
    if (measured && startedIt) {
      boolean failed = failure != null || (task instanceof PoolFuture<?> f && f.failed());
      kind.record(endStamp - startStamp);
      meter.ended(arrivalStamp, startStamp, endStamp, kind.referenceNanos(), failed);
    }
    if (failure == null) {
      return endStamp;
    }
    tellOwner(failure);
    return dispatcher.stamp();
  }

  /** An interrupt left over from another task is cleared; while stopping, one is set. */
  private void passOnInterrupt() {
    if (dispatcher.stopping() || (Thread.interrupted() && dispatcher.stopping())) {
      Thread.currentThread().interrupt();
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

  /** Parks until called, or until the time is over. */
  void awaitCall(long idleNanosMax) {
    long deadline = System.nanoTime() + idleNanosMax;
    while (!called) {
      long leftNanos = deadline - System.nanoTime();
      if (leftNanos <= 0) {
        return;
      }
      LockSupport.parkNanos(dispatcher, leftNanos);
      Thread.interrupted(); // left over from a task; who stops the pool calls as well
    }
  }

  // ---- Sensors

  private void openSensors() {
    if (dispatcher.measuresProcessor()) {
      runQueue = RunQueue.ofCurrentThread();
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
