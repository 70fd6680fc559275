package dev.flyball.pool.dispatch;

import dev.flyball.pool.base.PoolFuture;
import dev.flyball.pool.dispatch.queue.CancelledTasks;
import dev.flyball.pool.dispatch.queue.SpinThenParkLock;
import dev.flyball.pool.dispatch.queue.TaskQueue;
import dev.flyball.pool.dispatch.queue.TaskSlot;
import dev.flyball.pool.dispatch.queue.WaitingTask;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The part of the submission queue by which tasks leave it that no worker takes in their turn: that
 * are withdrawn, cancelled, handed back, or pulled forward because a worker waits for them.
 *
 * <p>The place of such a task in the queue becomes void, and is passed over ({@link
 * CancelledTasks}), or is taken out by a thread that has to move the others.
 *
 * <p><b>Locking.</b> That of {@link SubmissionQueue}, which guards all that is here.
 */
final class OutOfTurn {

  private final SubmissionQueue submissions;
  private final SpinThenParkLock lock;
  private final TaskQueue queue;
  private final CancelledTasks cancelled;
  private final TaskSlot removed = new TaskSlot(); // made before memory may be gone

  /** That of the submission queue with these parts. */
  OutOfTurn(
      SubmissionQueue submissions,
      SpinThenParkLock lock,
      TaskQueue queue,
      CancelledTasks cancelled) {
    this.submissions = submissions;
    this.lock = lock;
    this.queue = queue;
    this.cancelled = cancelled;
  }

  /** Takes a task out while there is no worker, so no other thread can take it. */
  boolean remove(Runnable task) {
    lock.lock();
    try {
      Admitting admitting = submissions.admitting();
      WaitingTask waits = admitting == null ? null : admitting.remove(task);
      if (waits != null) {
        leaves(waits.arrivalMark());
        return true;
      }
      long head = queue.taken();
      boolean found = queue.remove(task, removed);
      if (found) {
        cancelled.movedUp(head, removed.number);
        leaves(removed.arrivalMark);
      }
      return found;
    } finally {
      lock.unlock();
    }
  }

  private void leaves(long arrivalMark) {
    submissions.withdrawn(arrivalMark);
    submissions.signalRoom();
  }

  /** Takes out the task that has waited longest, while the pool runs; null when none waits. */
  @Nullable Runnable withdrawOldest() {
    lock.lock();
    try {
      return submissions.isClosed() ? null : oldest();
    } finally {
      lock.unlock();
    }
  }

  private @Nullable Runnable oldest() {
    Admitting admitting = submissions.admitting();
    WaitingTask waits = admitting == null ? null : admitting.withdrawOldest();
    if (waits != null) {
      leaves(waits.arrivalMark());
      return waits.task();
    }
    TaskSlot slot = new TaskSlot();
    Runnable task = queue.withdraw(slot);
    while (task != null && cancelled.forget(slot.number)) {
      task = queue.withdraw(slot);
    }
    if (task != null) {
      leaves(slot.arrivalMark);
    }
    return task;
  }

  /** Takes out all that wait: oldest first, or in the order in which they would start. */
  List<Runnable> drain() {
    lock.lock();
    try {
      List<Runnable> drained = new ArrayList<>(queue.size());
      Admitting admitting = submissions.admitting();
      if (admitting != null) {
        for (WaitingTask waits : admitting.drain()) {
          leaves(waits.arrivalMark());
          drained.add(waits.task());
        }
      }
      for (Runnable task = oldest(); task != null; task = oldest()) {
        drained.add(task);
      }
      return drained;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes out a future that has been cancelled, if it waits here. Others may be moved meanwhile, so
   * that a worker may have missed them.
   *
   * @param into what is known of it
   * @return whether it waited here
   */
  boolean cancelled(PoolFuture<?> future, TaskSlot into) {
    lock.lock();
    try {
      Admitting admitting = submissions.admitting();
      WaitingTask waits = admitting == null ? null : admitting.remove(future);
      if (waits != null) {
        into.know(waits);
        leaves(waits.arrivalMark());
        return true;
      }
      long number = future.number;
      if (future.isHandedOver() || !queue.holds(future, number, into)) {
        return false; // it has not come yet, or a worker has taken it, and finds it cancelled
      }
      cancelled.note(number);
      leaves(into.arrivalMark);
      if (!submissions.isClosed() && cancelled.areMost(queue.taken(), queue.size())) {
        clearOut(null);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes a future out of its turn, which a worker waits for, and claims it; null when it does not
   * wait here, or fewer tasks are before it than workers are free. It counts as waiting still.
   * Others may be moved meanwhile, so that a worker may have missed them.
   */
  @Nullable WaitingTask pullForward(PoolFuture<?> future, int free) {
    lock.lock();
    try {
      Admitting admitting = submissions.admitting();
      WaitingTask its = admitting == null ? null : admitting.remove(future);
      if (its != null) {
        boolean unused = future.handOver(); // what waits in a line has not begun
      } else {
        its = pulledFromQueue(future, free);
      }
      if (its != null) {
        submissions.signalRoom();
      }
      return its;
    } finally {
      lock.unlock();
    }
  }

  /** Its place is noted before it is claimed: see {@link CancelledTasks}. */
  private @Nullable WaitingTask pulledFromQueue(PoolFuture<?> future, int free) {
    long number = future.number;
    if (number - queue.taken() < free || cancelled.has(number)) {
      return null;
    }
    WaitingTask its = null;
    try {
      TaskSlot slot = new TaskSlot();
      if (queue.holds(future, number, slot)) {
        its =
            WaitingTask.of(
                future,
                slot.kind(),
                slot.arrivalMark,
                slot.options(),
                slot.inner(),
                System.nanoTime(),
                slot.deadlineNanos);
        cancelled.note(number);
      }
    } catch (OutOfMemoryError e) {
      boolean unused = cancelled.forget(number);
      return null; // it stays where it is
    }
    if (its == null || !future.handOver()) {
      boolean unused = cancelled.forget(number);
      return null;
    }
    if (!submissions.isClosed() && cancelled.areMost(queue.taken(), queue.size())) {
      clearOut(null);
    }
    return its;
  }

  /**
   * Takes out all tasks that tasks of this pool have submitted, oldest first; they count as waiting
   * still. Others may be moved meanwhile, so that a worker may have missed them.
   */
  List<WaitingTask> pullInner() {
    lock.lock();
    try {
      List<WaitingTask> found = new ArrayList<>(queue.size());
      Admitting admitting = submissions.admitting();
      if (admitting != null) {
        found.addAll(admitting.removeInner());
      }
      clearOut(found);
      submissions.signalMuchRoom();
      return found;
    } finally {
      lock.unlock();
    }
  }

  /** Adds an inner task to a list that has room for it; false where there is no memory. */
  private static boolean addIfInner(
      @Nullable List<WaitingTask> found, Runnable task, TaskSlot slot) {
    if (found == null || !slot.inner()) {
      return false;
    }
    try {
      return found.add(
          WaitingTask.of(
              task,
              slot.kind(),
              slot.arrivalMark,
              slot.options(),
              true,
              System.nanoTime(),
              slot.deadlineNanos));
    } catch (OutOfMemoryError e) {
      return false; // it stays in the queue
    }
  }

  /**
   * Takes the places of cancelled tasks out of the queue, and inner tasks if there is a list for
   * them; the others keep their order.
   */
  private void clearOut(@Nullable List<WaitingTask> found) {
    Runnable[] tasks;
    TaskSlot[] slots;
    try {
      int most = queue.size();
      tasks = new Runnable[most];
      slots = Stream.generate(TaskSlot::new).limit(most + 1L).toArray(TaskSlot[]::new);
      queue.reserve(most);
    } catch (OutOfMemoryError e) {
      return; // they stay; nothing was taken out yet that would be lost now
    }
    submissions.holdsNoInner();
    int left = 0;
    for (Runnable task = queue.withdraw(slots[0]);
        task != null;
        task = queue.withdraw(slots[left])) {
      boolean isVoid = cancelled.forget(slots[left].number);
      if (!isVoid && !addIfInner(found, task, slots[left])) {
        tasks[left] = task;
        left++;
      }
    }
    for (int i = 0; i < left; i++) {
      if (slots[i].inner()) {
        submissions.holdsInnerNext();
      }
      queue.addAgain(tasks[i], slots[i]);
    }
  }

  /** Tasks that wait, those not counted that were cancelled. */
  int waiting() {
    lock.lock();
    try {
      int all = queue.size();
      return cancelled.isEmpty() ? all : Math.max(0, all - cancelled.waiting(queue.taken()));
    } finally {
      lock.unlock();
    }
  }

  /**
   * Counts a task that a worker took and did not start, because it had been cancelled; false when
   * the thread that cancelled it has done so.
   */
  boolean countWithdrawn(TaskSlot slot) {
    lock.lock();
    try {
      boolean isFirst = !cancelled.forget(slot.number);
      if (isFirst) {
        submissions.withdrawn(slot.arrivalMark);
      }
      return isFirst;
    } finally {
      lock.unlock();
    }
  }

  /** Counts a task that was handed over and is not run. */
  void countWithdrawn(WaitingTask its) {
    lock.lock();
    try {
      submissions.withdrawn(its.arrivalMark());
    } finally {
      lock.unlock();
    }
  }

  /** A worker has come to the place of a task that was handed over. */
  void passOver(TaskSlot slot) {
    lock.lock();
    try {
      boolean unused = cancelled.forget(slot.number);
    } finally {
      lock.unlock();
    }
  }
}
