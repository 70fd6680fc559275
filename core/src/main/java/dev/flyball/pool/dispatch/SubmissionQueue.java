package dev.flyball.pool.dispatch;

import static dev.flyball.admission.Arrival.NO_DEADLINE;

import dev.flyball.admission.TaskOptions;
import dev.flyball.measure.AdmissionCount;
import dev.flyball.measure.ArrivalMeter;
import dev.flyball.measure.ArrivalSampler;
import dev.flyball.measure.KindProfile;
import dev.flyball.pool.base.Aftermath;
import dev.flyball.pool.base.RoomWait;
import dev.flyball.pool.base.ShedTeller;
import dev.flyball.pool.dispatch.queue.CancelledTasks;
import dev.flyball.pool.dispatch.queue.Label;
import dev.flyball.pool.dispatch.queue.SpinThenParkLock;
import dev.flyball.pool.dispatch.queue.TaskQueue;
import dev.flyball.pool.dispatch.queue.TaskSlot;
import dev.flyball.pool.dispatch.queue.WaitingTask;
import java.util.Objects;
import java.util.concurrent.locks.Condition;
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
  private final CancelledTasks cancelled = new CancelledTasks();
  private final OutOfTurn outOfTurn;

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
    this.outOfTurn = new OutOfTurn(this, lock, queue, cancelled);
    if (plan.admission().matter()) {
      startAdmitting();
    }
  }

  private Admitting startAdmitting() {
    Admitting made = new Admitting(this, queue, registry, sampler, cancelled, shed, plan);
    admitting = made;
    return made;
  }

  /** What takes tasks out of it that no worker takes in their turn. */
  OutOfTurn outOfTurn() {
    return outOfTurn;
  }

  /** What the rule decides; null while nothing but kinds has been said. Called under the lock. */
  @Nullable Admitting admitting() {
    return admitting;
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
      holdsInnerNext();
    }
  }

  /** The task that is added next is one of those; called under the lock. */
  void holdsInnerNext() {
    innerBefore = queue.added() + 1;
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
    int weight = sampler.next(kind);
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

  /** Wakes one submitter, if any waits; called under the lock. */
  void signalRoom() {
    roomMade.signal();
  }

  /** Wakes all submitters that wait for room; called under the lock. */
  void signalMuchRoom() {
    roomMade.signalAll();
  }

  /** The same for a thread that holds the lock. */
  void roomMadeHere() {
    if (awaitingRoom > 0) {
      roomMade.signal();
    }
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

  /** All that wait are taken out, but those in a line; called under the lock. */
  void holdsNoInner() {
    innerBefore = 0;
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

  /** Counts a task that was turned away. */
  void countRejected() {
    lock.lock();
    try {
      rejected++;
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
