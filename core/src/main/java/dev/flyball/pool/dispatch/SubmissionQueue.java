package dev.flyball.pool.dispatch;

import static dev.flyball.admission.Arrival.NO_DEADLINE;

import dev.flyball.admission.TaskOptions;
import dev.flyball.measure.AdmissionCount;
import dev.flyball.measure.ArrivalMeter;
import dev.flyball.measure.ArrivalSampler;
import dev.flyball.measure.KindProfile;
import dev.flyball.pool.base.Aftermath;
import dev.flyball.pool.base.PoolFuture;
import dev.flyball.pool.base.RoomWait;
import dev.flyball.pool.base.ShedTeller;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.Condition;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The entry of the task queue: adds tasks one after the other, and counts them, while there is room
 * and the pool runs. From the first task on of which more is said than its kind, {@link Admitting}
 * decides which.
 *
 * <p><b>Locking.</b> A spin-then-park lock of its own guards all that is not final, for a few
 * stores at a time. It may be taken while the workers' lock is held, never in the other order.
 */
final class SubmissionQueue {

  private final TaskQueue queue;
  private final WorkerRegistry registry;
  private final ShedTeller shed;
  private final DispatchPlan plan;
  private final int capacity;
  private final boolean measured;

  private final SpinThenParkLock lock = new SpinThenParkLock();
  private final Condition roomMade = lock.newCondition();
  private final ArrivalMeter arrivals = new ArrivalMeter();
  private final ArrivalSampler sampler = new ArrivalSampler(System.nanoTime());
  private final TaskSlot removed = new TaskSlot(); // made before memory may be gone
  private final CancelledTasks cancelled = new CancelledTasks();

  /** Null while nothing but kinds has been said of tasks. */
  private @Nullable Admitting admitting;

  /** Whether a rule has left something to do for a thread that holds no lock. */
  private volatile boolean aftermath;

  private volatile boolean closed; // written under the lock
  private long rejected;
  private boolean inner; // whether a task of this pool submits the one that is offered now
  private long innerBefore; // none of those has this number or a higher one
  private Label innerLabel = new Label(new KindProfile(""), TaskOptions.NONE, NO_DEADLINE, true);

  /** Whether an answer says that tasks wait for a worker. */
  private volatile boolean reportsShortages;

  /** Submitters that wait for room; written under the lock, read without it. */
  private volatile int awaitingRoom;

  SubmissionQueue(TaskQueue queue, WorkerRegistry registry, ShedTeller shed, DispatchPlan plan) {
    this.queue = queue;
    this.registry = registry;
    this.shed = shed;
    this.plan = plan;
    this.capacity = plan.queueCapacity();
    this.measured = plan.measured();
    if (plan.admission().matter()) {
      startAdmitting();
    }
  }

  private Admitting startAdmitting() {
    Admitting made = new Admitting(this, queue, registry, sampler, cancelled, shed, plan);
    admitting = made;
    return made;
  }

  /** From now on answers say whether tasks wait for a worker. */
  void reportShortages() {
    reportsShortages = true;
  }

  /**
   * Takes a task in if there is room.
   *
   * @param again whether it was offered before
   * @param byOwn whether a task of this pool submits it
   */
  Answer offer(Runnable task, KindProfile kind, TaskOptions options, boolean again, boolean byOwn) {
    lock.lock();
    try {
      isBy(byOwn);
      return offerHere(task, kind, options, again);
    } finally {
      lock.unlock();
    }
  }

  private Answer offerHere(Runnable task, KindProfile kind, TaskOptions options, boolean again) {
    if (closed) {
      return Answer.CLOSED;
    }
    Admitting rule = admitting;
    boolean passesBy = !options.matter() && (rule == null || rule.isPassedBy());
    if (!passesBy || !hasRoom()) {
      if (passesBy && rule == null) {
        return Answer.NO_ROOM;
      }
      return (rule == null ? startAdmitting() : rule).offer(task, kind, options, again);
    }
    add(task, kind);
    return isShort() ? Answer.TAKEN_SHORT : Answer.TAKEN;
  }

  /**
   * Takes a task in as soon as there is room; that moment is its arrival. A deadline counts from
   * the call, and ends the waiting.
   */
  @SuppressWarnings("NonAtomicVolatileUpdate") // written under the lock only
  Answer offerAndWait(
      Runnable task, KindProfile kind, TaskOptions options, boolean byOwn, long waitNanosMax)
      throws InterruptedException {
    RoomWait wait = RoomWait.fromNow(plan.admission(), options, waitNanosMax);
    lock.lock();
    try {
      awaitingRoom++;
      boolean isIn = false;
      try {
        isBy(byOwn);
        Answer answer = offerHere(task, kind, wait.options(), true);
        for (long left = wait.leftNanos();
            answer.lacksRoom() && left > 0;
            left = wait.leftNanos()) {
          long unused = roomMade.awaitNanos(wait.lookNanos(answer.intake(), left));
          isBy(byOwn);
          answer = offerHere(task, kind, wait.options(), true);
        }
        isIn = answer.isTaken();
        return answer;
      } finally {
        awaitingRoom--;
        if (!isIn) {
          roomMadeHere(); // the signal that it may have taken is for another one
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** A store for each task would cost the workers a cache line: they read fields beside it. */
  private void isBy(boolean own) {
    if (inner != own) {
      inner = own;
    }
  }

  /** Whether a task of this pool submits the one that is offered now; called under the lock. */
  boolean isInner() {
    return inner;
  }

  /** Notes that such a task is taken in, before it is; called under the lock. */
  void noteInner() {
    if (inner) {
      innerBefore = queue.added() + 1;
    }
  }

  private void addToQueue(Runnable task, KindProfile kind, long mark) {
    if (inner) {
      noteInner();
      queue.add(task, innerLabel(kind), mark);
    } else {
      queue.add(task, kind, mark);
    }
  }

  @SuppressWarnings("ReferenceEquality") // the same as of the task before, mostly
  private Label innerLabel(KindProfile kind) {
    if (innerLabel.kind() != kind) {
      innerLabel = new Label(kind, TaskOptions.NONE, NO_DEADLINE, true);
    }
    return innerLabel;
  }

  private void add(Runnable task, KindProfile kind) {
    if (!measured) {
      addToQueue(task, kind, ArrivalSampler.UNCLOCKED);
      return;
    }
    int weight = sampler.next();
    if (weight == 0) {
      addToQueue(task, kind, sampler.unclocked());
      arrivals.arrived();
    } else {
      long mark = sampler.clocked(System.nanoTime());
      addToQueue(task, kind, mark);
      arrivals.arrived(mark, kind, weight);
      if (admitting != null) {
        admitting.passesBy(kind, weight, mark);
      }
    }
  }

  /**
   * Whether more tasks wait than there are workers that are free, on their way, or still to be
   * hired. In a dense stream this is answered without reading what workers have taken lately, since
   * the read would cost more than a tiny task; the answer may then be out of date.
   */
  boolean isShort() {
    if (!reportsShortages) {
      return false;
    }
    if (!sampler.isDense()) {
      queue.refresh();
    }
    return queue.mayExceed(registry.free());
  }

  /** Whether one more task may wait, not counting tasks that a free worker is about to take. */
  boolean hasRoom() {
    if (capacity == Integer.MAX_VALUE || !queue.mayExceed(capacity - 1L)) {
      return true;
    }
    // In this order: a worker says that it is not free any more before it takes a task.
    queue.refresh();
    int gone = cancelled.isEmpty() ? 0 : cancelled.waiting(queue.headSeen());
    return !queue.mayExceed(capacity - 1L + gone + registry.free());
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

  /** The same for a thread that holds the lock. */
  void roomMadeHere() {
    if (awaitingRoom > 0) {
      roomMade.signal();
    }
  }

  /** Takes a task out while there is no worker, so no other thread can take it. */
  boolean remove(Runnable task) {
    lock.lock();
    try {
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
    withdrawn(arrivalMark);
    roomMade.signal();
  }

  /** Takes out the task that has waited longest, while the pool runs; null when none waits. */
  @Nullable Runnable withdrawOldest() {
    lock.lock();
    try {
      return closed ? null : oldest();
    } finally {
      lock.unlock();
    }
  }

  private @Nullable Runnable oldest() {
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
      if (!closed && cancelled.areMost(queue.taken(), queue.size())) {
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
      WaitingTask its = admitting == null ? null : admitting.remove(future);
      if (its != null) {
        boolean unused = future.handOver(); // what waits in a line has not begun
      } else {
        its = pulledFromQueue(future, free);
      }
      if (its != null) {
        roomMade.signal();
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
    if (!closed && cancelled.areMost(queue.taken(), queue.size())) {
      clearOut(null);
    }
    return its;
  }

  /** Whether tasks may wait that tasks of this pool have submitted. */
  boolean mayHoldInner() {
    lock.lock();
    try {
      return innerBefore > queue.taken() || (admitting != null && admitting.mayHoldInner());
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes out all tasks that tasks of this pool have submitted, oldest first; they count as waiting
   * still. Others may be moved meanwhile, so that a worker may have missed them.
   */
  List<WaitingTask> pullInner() {
    lock.lock();
    try {
      List<WaitingTask> found = new ArrayList<>(queue.size());
      if (admitting != null) {
        found.addAll(admitting.removeInner());
      }
      clearOut(found);
      innerBefore = 0;
      roomMade.signalAll();
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
      queue.addAgain(tasks[i], slots[i]);
    }
  }

  // ---- For workers

  /**
   * Gives the task whose turn it is for a token, and what is known of it into the slot. Null where
   * there is none; the token where the worker is to come again.
   */
  @Nullable Runnable redeem(TaskSlot slot) {
    lock.lock();
    try {
      return Objects.requireNonNull(admitting, "admitting").redeem(slot);
    } finally {
      lock.unlock();
    }
  }

  /** Whether a task whose deadline is near may start; if not, it is shed. */
  boolean mayStart(Runnable task, TaskSlot slot) {
    lock.lock();
    try {
      return Objects.requireNonNull(admitting, "admitting").mayStart(task, slot);
    } finally {
      lock.unlock();
    }
  }

  // ---- What the rule leaves

  /** Says that there is something to be done without the lock; called under it. */
  void leavesAftermath() {
    aftermath = true;
  }

  /** Whether there is. */
  boolean hasAftermath() {
    return aftermath;
  }

  Aftermath<WaitingTask> takeAftermath() {
    lock.lock();
    try {
      aftermath = false;
      return Objects.requireNonNull(admitting, "admitting").takeAftermath();
    } finally {
      lock.unlock();
    }
  }

  long ruleFailures() {
    lock.lock();
    try {
      return admitting == null ? 0 : admitting.ruleFailures();
    } finally {
      lock.unlock();
    }
  }

  /** The pool has been given another size. */
  void resized(int workers) {
    lock.lock();
    try {
      if (admitting != null) {
        admitting.resized(workers);
      }
    } finally {
      lock.unlock();
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

  /** Counts a task that was turned away. */
  void countRejected() {
    lock.lock();
    try {
      rejected++;
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
        withdrawn(slot.arrivalMark);
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
      withdrawn(its.arrivalMark());
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

  /** Counts a task that was taken in; called under the lock. */
  void arrived(long mark, KindProfile kind, int weight) {
    if (weight > 0) {
      arrivals.arrived(mark, kind, weight);
    } else if (measured) {
      arrivals.arrived();
    }
  }

  /** Counts a task that leaves without having started; called under the lock. */
  void withdrawn(long arrivalMark) {
    if (measured) {
      arrivals.withdrawn(System.nanoTime(), ArrivalSampler.weight(arrivalMark));
    }
  }

  /**
   * The counts of this queue, at one moment.
   *
   * @param atNanos the moment
   * @param rejected tasks turned away
   * @param admission what the rule has seen
   * @param arrivals a copy of what was counted
   */
  record Count(long atNanos, long rejected, AdmissionCount admission, ArrivalMeter arrivals) {}

  Count count() {
    lock.lock();
    try {
      long nowStamp = System.nanoTime();
      sampler.look(nowStamp);
      AdmissionCount admission = admitting == null ? AdmissionCount.NONE : admitting.count();
      return new Count(nowStamp, rejected, admission, arrivals.copy());
    } finally {
      lock.unlock();
    }
  }
}
