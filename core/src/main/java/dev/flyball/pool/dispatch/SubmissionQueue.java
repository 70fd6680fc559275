package dev.flyball.pool.dispatch;

import dev.flyball.measure.ArrivalMeter;
import dev.flyball.measure.ArrivalSampler;
import dev.flyball.measure.KindProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import org.jspecify.annotations.Nullable;

/**
 * The entry of the task queue: adds tasks one after the other, and counts them, while there is room
 * and the pool runs.
 *
 * <p><b>Locking.</b> A spin-then-park lock of its own guards all that is not final, for a few
 * stores at a time. It may be taken while the workers' lock is held, never in the other order.
 */
final class SubmissionQueue {

  private final TaskQueue queue;
  private final WorkerRegistry registry;
  private final int capacity;
  private final boolean measured;

  private final SpinThenParkLock lock = new SpinThenParkLock();
  private final Condition roomMade = lock.newCondition();
  private final ArrivalMeter arrivals = new ArrivalMeter();
  private final ArrivalSampler sampler = new ArrivalSampler(System.nanoTime());
  private final TaskSlot removed = new TaskSlot(); // made before memory may be gone
  private volatile boolean closed; // written under the lock
  private long rejected;

  /** Whether an answer says that tasks wait for a worker. */
  private volatile boolean reportsShortages;

  /** Submitters that wait for room; written under the lock, read without it. */
  private volatile int awaitingRoom;

  SubmissionQueue(TaskQueue queue, WorkerRegistry registry, DispatchPlan plan) {
    this.queue = queue;
    this.registry = registry;
    this.capacity = plan.queueCapacity();
    this.measured = plan.measured();
  }

  /** From now on answers say whether tasks wait for a worker. */
  void reportShortages() {
    reportsShortages = true;
  }

  /** The outcome of an offer. */
  enum Answer {
    /** It waits to be run, and there are workers for all that wait. */
    TAKEN,
    /** It waits to be run, and some have to wait for a worker to be done with another. */
    TAKEN_SHORT,
    /** As many wait as may. */
    NO_ROOM,
    /** The pool takes no more. */
    CLOSED
  }

  /** Takes a task in if there is room. */
  Answer offer(Runnable task, KindProfile kind) {
    lock.lock();
    try {
      if (closed) {
        return Answer.CLOSED;
      }
      if (!hasRoom()) {
        return Answer.NO_ROOM;
      }
      add(task, kind);
      return isShort() ? Answer.TAKEN_SHORT : Answer.TAKEN;
    } finally {
      lock.unlock();
    }
  }

  /** Takes a task in as soon as there is room; that moment is its arrival. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // written under the lock only
  Answer offerAndWait(Runnable task, KindProfile kind, long waitNanosMax)
      throws InterruptedException {
    lock.lock();
    try {
      long leftNanos = waitNanosMax;
      awaitingRoom++;
      try {
        while (!closed && !hasRoom()) {
          if (leftNanos <= 0) {
            return Answer.NO_ROOM;
          }
          leftNanos = roomMade.awaitNanos(leftNanos);
        }
      } finally {
        awaitingRoom--;
      }
      if (closed) {
        return Answer.CLOSED;
      }
      add(task, kind);
      return isShort() ? Answer.TAKEN_SHORT : Answer.TAKEN;
    } finally {
      lock.unlock();
    }
  }

  private void add(Runnable task, KindProfile kind) {
    if (!measured) {
      queue.add(task, kind, ArrivalSampler.UNCLOCKED);
      return;
    }
    int weight = sampler.next();
    if (weight == 0) {
      queue.add(task, kind, sampler.unclocked());
      arrivals.arrived();
    } else {
      long mark = sampler.clocked(System.nanoTime());
      queue.add(task, kind, mark);
      arrivals.arrived(mark, kind, weight);
    }
  }

  /**
   * Whether more tasks wait than there are workers that are free, on their way, or still to be
   * hired. In a dense stream this is answered without reading what workers have taken lately, since
   * the read would cost more than a tiny task; the answer may then be out of date.
   */
  private boolean isShort() {
    if (!reportsShortages) {
      return false;
    }
    if (!sampler.isDense()) {
      queue.refresh();
    }
    return queue.mayExceed(registry.free());
  }

  /** Whether one more task may wait, not counting tasks that a free worker is about to take. */
  private boolean hasRoom() {
    if (capacity == Integer.MAX_VALUE || !queue.mayExceed(capacity - 1L)) {
      return true;
    }
    // In this order: a worker says that it is not free any more before it takes a task.
    queue.refresh();
    return !queue.mayExceed(capacity - 1L + registry.free());
  }

  /** Wakes one submitter that waits for room. */
  void roomMade() {
    if (awaitingRoom > 0) {
      lock.lock();
      try {
        roomMade.signal();
      } finally {
        lock.unlock();
      }
    }
  }

  /** Wakes all submitters that wait for room. */
  void muchRoomMade() {
    lock.lock();
    try {
      roomMade.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Takes nothing more. */
  void close() {
    lock.lock();
    try {
      closed = true;
      roomMade.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Whether nothing more is taken. */
  boolean isClosed() {
    return closed;
  }

  /** Takes a task out while there is no worker, so no other thread can take it. */
  boolean remove(Runnable task) {
    lock.lock();
    try {
      boolean found = queue.remove(task, removed);
      if (found) {
        withdrawn(removed.arrivalMark);
        roomMade.signal();
      }
      return found;
    } finally {
      lock.unlock();
    }
  }

  /** Takes out the task that has waited longest, while the pool runs; null when none waits. */
  @Nullable Runnable withdrawOldest() {
    TaskSlot slot = new TaskSlot();
    lock.lock();
    try {
      Runnable task = closed ? null : queue.withdraw(slot);
      if (task != null) {
        withdrawn(slot.arrivalMark);
        roomMade.signal();
      }
      return task;
    } finally {
      lock.unlock();
    }
  }

  /** Takes out all that wait, oldest first. */
  List<Runnable> drain() {
    lock.lock();
    try {
      List<Runnable> drained = new ArrayList<>(queue.size());
      TaskSlot slot = new TaskSlot();
      for (Runnable task = queue.withdraw(slot); task != null; task = queue.withdraw(slot)) {
        withdrawn(slot.arrivalMark);
        drained.add(task);
      }
      return drained;
    } finally {
      lock.unlock();
    }
  }

  /** Counts a task that was turned away. */
  void countRejected() {
    lock.lock();
    try {
      rejected++;
    } finally {
      lock.unlock();
    }
  }

  /** Counts a task that was taken out and then not started, because it had been cancelled. */
  void countWithdrawn(long arrivalMark) {
    lock.lock();
    try {
      withdrawn(arrivalMark);
    } finally {
      lock.unlock();
    }
  }

  private void withdrawn(long arrivalMark) {
    if (measured) {
      arrivals.withdrawn(System.nanoTime(), ArrivalSampler.weight(arrivalMark));
    }
  }

  /**
   * The counts of this queue, at one moment.
   *
   * @param atNanos the moment
   * @param rejected tasks turned away
   * @param arrivals a copy of what was counted
   */
  record Count(long atNanos, long rejected, ArrivalMeter arrivals) {}

  Count count() {
    lock.lock();
    try {
      long nowStamp = System.nanoTime();
      sampler.look(nowStamp);
      return new Count(nowStamp, rejected, arrivals.copy());
    } finally {
      lock.unlock();
    }
  }
}
