package dev.flyball.pool;

import dev.flyball.measure.RunQueue;
import dev.flyball.measure.ThreadCpu;
import dev.flyball.measure.WorkerMeter;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One worker of a pool: takes tasks and runs them until the pool tells it to go.
 *
 * <p><b>States.</b> Called (made and starting, or taken off the idle stack: on its way to the
 * queue) - working - idle (in the idle stack, parked) - gone. Every change is made under the pool's
 * lock.
 *
 * <p><b>Who may touch what.</b> The links of the idle stack and {@code called} are guarded by the
 * pool's lock; {@code called} is volatile so that the parked worker may look without it. The slot
 * belongs to the worker's thread. The sensors are written by the worker's thread and read by
 * whoever measures.
 */
final class Worker implements Runnable {

  private final AdaptivePool pool;
  final WorkerMeter meter;
  final TaskSlot slot = new TaskSlot();

  // Guarded by the pool's lock.
  @Nullable Worker idleAbove;
  @Nullable Worker idleBelow;
  boolean idle;

  /** Set once, by the thread that starts this worker, before it starts. */
  volatile @Nullable Thread thread;

  /** On its way to the queue: starting, or taken off the idle stack. The worker clears it. */
  volatile boolean called = true;

  private volatile Optional<RunQueue> runQueue = Optional.empty();
  private volatile boolean began;
  private volatile OptionalLong cpuNanosAtEnd = OptionalLong.empty();
  private volatile OptionalLong runQueueNanosAtEnd = OptionalLong.empty();

  Worker(AdaptivePool pool, WorkerMeter meter) {
    this.pool = pool;
    this.meter = meter;
  }

  @Override
  public void run() {
    if (pool.measuresProcessor()) {
      runQueue = RunQueue.ofCurrentThread();
    }
    began = true;
    long lastEndStamp = 0;
    boolean ranBefore = false;
    Taken taken = pool.take(this);
    while (taken != Taken.LEAVE) {
      // While tasks follow one another, the end of one is the start of the next: one clock reading.
      boolean follows = ranBefore && taken == Taken.TASK_AT_ONCE;
      lastEndStamp = pool.run(this, follows ? lastEndStamp : pool.stamp());
      ranBefore = true;
      slot.clear();
      taken = pool.take(this);
    }
  }

  /** What a worker comes back with when it asks its pool for a task. */
  enum Taken {
    /** A task, and no time has passed. */
    TASK_AT_ONCE,
    /** A task, after having been idle. */
    TASK_AFTER_IDLING,
    /** Nothing: the worker is counted out and must end. */
    LEAVE
  }

  /** Parks until called, until the time is over, or until the pool stops. */
  void awaitCall(long idleNanosMax) {
    long deadline = System.nanoTime() + idleNanosMax;
    while (!called && !pool.stopping()) {
      long leftNanos = deadline - System.nanoTime();
      if (leftNanos <= 0) {
        return;
      }
      LockSupport.parkNanos(pool, leftNanos);
      Thread.interrupted(); // left over from a task, or the pool stops, which the condition sees
    }
  }

  /** The worker's last act before it is counted out: what it used remains known. */
  void closeSensors() {
    cpuNanosAtEnd = ThreadCpu.ofCurrentThread();
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
