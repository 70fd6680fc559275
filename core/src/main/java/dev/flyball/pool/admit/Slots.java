package dev.flyball.pool.admit;

import dev.flyball.admission.Verdict;
import dev.flyball.measure.AdmissionCount;
import dev.flyball.pool.base.AdmissionSettings;
import dev.flyball.pool.base.Aftermath;
import dev.flyball.pool.base.PoolFuture;
import dev.flyball.pool.base.SlotCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The slots of a limiter, and the tasks that wait for one.
 *
 * <p><b>How is it designed, and why?</b> The simplest design is a lock around a count and a queue;
 * under it every task of every thread would meet. But most tasks of most limiters find a slot at
 * once, and for those one word is enough:
 *
 * <pre>
 *   word = | free slots, signed : 32 | closed : 1 | tasks that wait : 31 |
 * </pre>
 *
 * <p>While no task waits, a task takes a slot and gives it back by one exchange of the word each,
 * without a lock. Once all slots are taken, tasks wait in the line, under {@code lock}.
 *
 * <p>Shrinking lowers the number of free slots, below 0 where more are taken than are left; then
 * slots that are given back are gone until it is 0 again. It is the same when a task takes back the
 * slot that it has lent while it waited for another ({@link OwnWaits}, {@link LimiterRescue}).
 *
 * <p>Once something is said of a task that matters to the rule for who gets in, tasks wait in a
 * line of another order, {@link AdmittedTasks}, which the rule may turn away again. Only a task
 * whose thread could not be started goes before all of those.
 *
 * <p><b>Locking.</b> {@code lock} guards the lines and the limit. The number of waiting tasks, in
 * the word, changes under it only; the free slots change without it as well. So under the lock the
 * line is as long as the word says. No foreign code is called with the lock held.
 *
 * <p><b>Guarantees.</b> Never more slots are taken than the limit was when the last of them was
 * taken, lent ones that were taken back aside. No task takes a free slot past the line. Each
 * waiting task is handed out once. <b>Progress:</b> what does not touch the line is lock-free.
 */
final class Slots {

  private static final long ONE_FREE = 1L << 32;
  private static final long CLOSED = 1L << 31;
  private static final long WAITING_MASK = CLOSED - 1;

  private final AdmissionSettings settings;
  private final int queueCapacity;
  private final AtomicLong word;
  private final SpinLock lock = new SpinLock();

  // Guarded by lock.
  private final TaskLine line = new TaskLine();
  private @Nullable AdmittedTasks admitted; // of other tasks than those in the line
  private final SlotCount slots;
  private final SuspectedWaits suspected = new SuspectedWaits();
  private int lent;
  private long handedOut; // tasks that have left the line one by one

  /** Whether tasks have been shed, or the rule has failed, which is to be looked after. */
  private volatile boolean aftermath;

  Slots(int limit, int queueCapacity, AdmissionSettings settings) {
    this.queueCapacity = queueCapacity;
    this.settings = settings;
    this.slots = new SlotCount(limit, System.nanoTime());
    this.word = new AtomicLong(limit * ONE_FREE);
  }

  private static int free(long word) {
    return (int) (word >> 32);
  }

  private static int waiting(long word) {
    return (int) (word & WAITING_MASK);
  }

  private static boolean isClosed(long word) {
    return (word & CLOSED) != 0;
  }

  private boolean hasRoom(long word) {
    return !isClosed(word) && waiting(word) < queueCapacity + (long) Math.max(0, free(word));
  }

  /** How many may wait, as a part of a sentence; empty where there is no bound. */
  String bound() {
    return queueCapacity == Integer.MAX_VALUE ? "" : " of at most " + queueCapacity;
  }

  /** Whether nothing more is taken in. */
  boolean isClosed() {
    return isClosed(word.get());
  }

  /** Whether a task waits. */
  boolean isShort() {
    return waiting(word.get()) > 0;
  }

  // ---- In

  /** The outcome for an arriving task. */
  enum Answer {
    /** It has a slot. */
    SLOT,
    /** It waits. */
    WAITS,
    /** It is refused, for there is no room. */
    FULL,
    /** It is refused, for nothing more is taken in. */
    CLOSED
  }

  /** Takes a slot for a task that comes, if that is possible without a lock. */
  boolean takeAtOnce() {
    for (long seen = word.get();
        !isClosed(seen) && waiting(seen) == 0 && free(seen) > 0;
        seen = word.get()) {
      if (word.compareAndSet(seen, seen - ONE_FREE)) {
        return true;
      }
    }
    return false;
  }

  /** Has the rule decide about all that wait, from now on. */
  void admit() {
    lock.lock();
    try {
      if (admitted == null) {
        AdmittedTasks made = new AdmittedTasks(settings, queueCapacity, slots.limit());
        line.forEach(made::admit);
        line.clear(); // all is made that may fail for want of memory
        admitted = made;
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Asks the rule, once {@link #admit} was called, and has the task wait if it is let in; null when
   * nothing more is taken in.
   */
  @Nullable Verdict askToEnter(RunningTask run) {
    lock.lock();
    try {
      AdmittedTasks all = Objects.requireNonNull(admitted, "admitted");
      int before = all.size();
      Verdict verdict = asked(run, all);
      boolean isIn = verdict.answer() != Verdict.Answer.OUT;
      for (long seen = word.get(); !isIn || !isClosed(seen); seen = word.get()) {
        if (word.compareAndSet(seen, seen + all.size() - before)) {
          if (isIn) {
            suspected.enters(run);
            note(run);
            run.stripe.arrived(run);
          }
          return verdict;
        }
      }
      all.remove(run);
      word.getAndAdd(all.size() - before);
      return null;
    } finally {
      lock.unlock();
    }
  }

  /** Where that fails, for want of memory, the word knows all the same of what had to go. */
  private Verdict asked(RunningTask run, AdmittedTasks all) {
    int before = all.size();
    boolean answered = false;
    try {
      Verdict verdict = all.offer(run, slots.limit(), free(word.get()));
      answered = true;
      return verdict;
    } finally {
      aftermath |= all.hasAftermath();
      if (!answered) {
        word.getAndAdd(all.size() - before);
      }
    }
  }

  /** A task has taken a slot without a lock, and without that the rule was asked. */
  void passedBy(RunningTask run) {
    lock.lock();
    try {
      if (admitted != null) {
        admitted.passedBy(run);
      }
    } finally {
      lock.unlock();
    }
  }

  private static void note(RunningTask run) {
    if (run.task instanceof PoolFuture<?> future) {
      future.entry = run;
    }
  }

  /** Takes a slot for a task that comes, or has it wait, or refuses it. */
  Answer enter(RunningTask run) {
    lock.lock();
    try {
      while (true) {
        long seen = word.get();
        if (isClosed(seen)) {
          return Answer.CLOSED;
        }
        if (waiting(seen) == 0 && free(seen) > 0) {
          if (word.compareAndSet(seen, seen - ONE_FREE)) {
            return Answer.SLOT;
          }
        } else if (!hasRoom(seen) || waiting(seen) == WAITING_MASK) {
          return Answer.FULL;
        } else if (word.compareAndSet(seen, seen + 1)) {
          run.stripe.arrived(run);
          line.addLast(run);
          suspected.enters(run);
          note(run);
          return Answer.WAITS;
        }
      }
    } finally {
      lock.unlock();
    }
  }

  // ---- Out

  /** Takes a free slot for a waiting task; false when either is missing. */
  boolean takeForWaiting() {
    for (long seen = word.get(); waiting(seen) > 0 && free(seen) > 0; seen = word.get()) {
      if (word.compareAndSet(seen, seen - ONE_FREE)) {
        return true;
      }
    }
    return false;
  }

  /**
   * The task that takes over a slot; null when there is none, and then the slot is given back.
   *
   * @param lookAfter is called where tasks had to go, before: so all are told before the end
   */
  @Nullable RunningTask nextOrGiveBack(Runnable lookAfter) {
    for (long seen = word.get(); ; seen = word.get()) {
      if (waiting(seen) > 0 && free(seen) >= 0) {
        RunningTask next = next();
        if (next != null) {
          return next;
        }
        if (aftermath) {
          lookAfter.run();
        }
      } else if (word.compareAndSet(seen, seen + ONE_FREE)) {
        return null;
      }
    }
  }

  private @Nullable RunningTask next() {
    lock.lock();
    try {
      if (line.isEmpty() && admitted != null) {
        return nextAdmitted(admitted);
      }
      for (long seen = word.get(); waiting(seen) > 0 && free(seen) >= 0; seen = word.get()) {
        if (word.compareAndSet(seen, seen - 1)) {
          handedOut++;
          return line.poll();
        }
      }
      return null;
    } finally {
      lock.unlock();
    }
  }

  /** What could make the free slots fewer than none takes the lock. */
  private @Nullable RunningTask nextAdmitted(AdmittedTasks all) {
    int before = all.size();
    int free = free(word.get());
    if (before == 0 || free < 0) {
      return null;
    }
    RunningTask next = all.poll(slots.limit(), free);
    word.getAndAdd(all.size() - before);
    aftermath |= all.hasAftermath();
    handedOut += next == null ? 0 : 1;
    return next;
  }

  /** Whether tasks have been shed, or the rule has failed, which is to be looked after. */
  boolean hasAftermath() {
    return aftermath;
  }

  Aftermath<RunningTask> takeAftermath() {
    lock.lock();
    try {
      aftermath = false;
      return Objects.requireNonNull(admitted, "admitted").takeAftermath();
    } finally {
      lock.unlock();
    }
  }

  /** What the rule has seen so far, where so many tasks were shed. */
  AdmissionCount count(long shed) {
    lock.lock();
    try {
      return admitted == null ? AdmissionCount.NONE : admitted.count(shed);
    } finally {
      lock.unlock();
    }
  }

  long ruleFailures() {
    lock.lock();
    try {
      return admitted == null ? 0 : admitted.ruleFailures();
    } finally {
      lock.unlock();
    }
  }

  /** Takes a task out of the line; false when it does not wait. */
  boolean remove(RunningTask run) {
    lock.lock();
    try {
      boolean waited = line.remove(run) || (admitted != null && admitted.remove(run));
      if (waited) {
        handedOut++;
        word.getAndDecrement();
      }
      return waited;
    } finally {
      lock.unlock();
    }
  }

  /**
   * A task that holds a slot waits for that future, and lends its slot until it is done; false when
   * it is done by now.
   */
  @SuppressWarnings("NonAtomicVolatileUpdate") // under the lock
  boolean lend(RunningTask waiting, PoolFuture<?> future) {
    lock.lock();
    try {
      resumes(waiting);
      future.ownWaiters++;
      if (future.isDone()) {
        future.ownWaiters--;
        return false;
      }
      waiting.waits = true;
      lent++;
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** A task that holds a slot lends it, whatever it waits for. */
  void lend(RunningTask waiting) {
    lock.lock();
    try {
      resumes(waiting);
      waiting.waits = true;
      lent++;
    } finally {
      lock.unlock();
    }
  }

  /** Takes back the slot that one task lent for that future, unless all were taken back before. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // under the lock
  void takeBackOne(RunningTask waiting, PoolFuture<?> future) {
    lock.lock();
    try {
      waiting.waits = false;
      if (future.ownWaiters > 0) {
        future.ownWaiters--;
        takeBack(1);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Takes back the slots that tasks lent for that future, which is done. */
  void takeBackAll(PoolFuture<?> future) {
    lock.lock();
    try {
      takeBack(future.ownWaiters);
      future.ownWaiters = 0;
    } finally {
      lock.unlock();
    }
  }

  /** Takes back one that was lent without a future. */
  void takeBack(RunningTask waiting) {
    lock.lock();
    try {
      waiting.waits = false;
      takeBack(1);
    } finally {
      lock.unlock();
    }
  }

  /** The free slots may be fewer than none then, as after shrinking. */
  private void takeBack(int tasks) {
    lent -= tasks;
    word.getAndAdd(-tasks * ONE_FREE);
  }

  // ---- Slots lent by tasks that seem to wait for others of the limiter

  /** A task ends that has submitted others; it has its slot again, if that was lent. */
  void submitterEnds(RunningTask run) {
    lock.lock();
    try {
      resumes(run);
      run.over = true;
      run.thread = null;
    } finally {
      lock.unlock();
    }
  }

  private void resumes(RunningTask run) {
    if (suspected.resumes(run)) {
      word.getAndAdd(-ONE_FREE);
    }
  }

  /** Those of the suspects that are seen to run have their slots again. */
  void resume(List<RunningTask> running) {
    lock.lock();
    try {
      running.forEach(this::resumes);
    } finally {
      lock.unlock();
    }
  }

  /**
   * The line as a rescue sees it.
   *
   * @param handedOut how many tasks have left it so far, for a slot or since they were cancelled
   * @param taken slots that are taken, whatever the limit is
   * @param mayHoldInner whether a task may wait that a task of the limiter has submitted
   * @param suspects slots that are lent on suspicion
   */
  record Line(long handedOut, int taken, boolean mayHoldInner, int suspects) {}

  Line line() {
    lock.lock();
    try {
      return new Line(handedOut, taken(), suspected.mayHoldInner(), suspected.places());
    } finally {
      lock.unlock();
    }
  }

  /** The tasks that wait here and that tasks of this limiter have submitted. */
  List<RunningTask> inner() {
    lock.lock();
    try {
      return suspected.inner(line, admitted);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Lends the slots of tasks that seem to wait, and returns those that still do; inner tasks are
   * the first of the line from now on.
   */
  List<RunningTask> suspect(List<RunningTask> lenders) {
    List<RunningTask> lending = new ArrayList<>(lenders.size());
    lock.lock();
    try {
      suspected.innerFirst(line, admitted);
      long nowStamp = System.nanoTime();
      for (RunningTask run : lenders) {
        if (suspected.suspect(run, nowStamp)) {
          lending.add(run);
          word.getAndAdd(ONE_FREE);
        }
      }
      return lending;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Lends so many more slots than there are, at most as many again; returns how many more it lends
   * now.
   */
  int lendMore(int places) {
    lock.lock();
    try {
      suspected.innerFirst(line, admitted);
      int more = suspected.lendMore(places, slots.limit());
      word.getAndAdd(more * ONE_FREE);
      return more;
    } finally {
      lock.unlock();
    }
  }

  /** Takes those back, which are gone as soon as as many are given back. */
  void takeBackMore() {
    lock.lock();
    try {
      word.getAndAdd(-suspected.takeBackMore() * ONE_FREE);
    } finally {
      lock.unlock();
    }
  }

  /** Gives a slot back, even if tasks wait. */
  void giveBack() {
    word.getAndAdd(ONE_FREE);
  }

  /** Puts a task that had taken over a slot back at the head of the line, unless all stops. */
  boolean putBack(RunningTask run, BooleanSupplier stopping) {
    lock.lock();
    try {
      if (stopping.getAsBoolean()) {
        return false;
      }
      word.getAndIncrement();
      line.addFirst(run);
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Takes the oldest task out of the line; null when none waits, or the limiter is closed. */
  @Nullable RunningTask withdrawOldest() {
    lock.lock();
    try {
      if (isClosed() || !isShort()) {
        return null;
      }
      word.getAndDecrement();
      return line.isEmpty() && admitted != null ? admitted.removeOldest() : line.poll();
    } finally {
      lock.unlock();
    }
  }

  // ---- Limit and end

  void resize(int limit) {
    lock.lock();
    try {
      long nowNanos = System.nanoTime();
      word.getAndAdd(slots.change(limit, nowNanos) * ONE_FREE);
      if (admitted != null) {
        admitted.resized(limit, nowNanos);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Takes nothing more in. */
  void close() {
    word.getAndUpdate(seen -> seen | CLOSED);
  }

  /** Takes all tasks out of the line. */
  List<RunningTask> drain() {
    lock.lock();
    try {
      return drained();
    } finally {
      lock.unlock();
    }
  }

  /** The same where nothing more is taken in and no slot is taken; else none. */
  List<RunningTask> drainIfStuck() {
    lock.lock();
    try {
      return isClosed() && taken() == 0 ? drained() : List.of();
    } finally {
      lock.unlock();
    }
  }

  /** Whether tasks wait and no slot is taken, so that no task's end will start them. */
  boolean isStuck() {
    lock.lock();
    try {
      return taken() == 0 && isShort();
    } finally {
      lock.unlock();
    }
  }

  private List<RunningTask> drained() {
    List<RunningTask> drained = line.drain();
    if (admitted != null) {
      drained.addAll(admitted.drain());
    }
    word.getAndAdd(-drained.size());
    return drained;
  }

  /** Whether no slot is taken or lent and no task waits. */
  boolean isDone() {
    lock.lock();
    try {
      return taken() == 0 && lent == 0 && suspected.isNone() && !isShort();
    } finally {
      lock.unlock();
    }
  }

  private int taken() {
    return slots.limit() + suspected.more() - free(word.get());
  }

  /**
   * The slots at one moment.
   *
   * @param limit how many there are
   * @param taken how many are taken
   * @param waiting tasks that wait
   * @param lent tasks that have lent their slot, while they wait for tasks of this limiter
   * @param suspects slots lent by or for tasks that seem to wait for tasks of this limiter
   * @param atNanos the moment
   * @param slotNanos the time that slots have existed, summed
   */
  record Standing(
      int limit, int taken, int waiting, int lent, int suspects, long atNanos, double slotNanos) {}

  Standing standing() {
    lock.lock();
    try {
      long nowNanos = System.nanoTime();
      long seen = word.get();
      return new Standing(
          slots.limit(),
          slots.limit() + suspected.more() - free(seen),
          waiting(seen),
          lent,
          suspected.places(),
          nowNanos,
          slots.slotNanos(nowNanos));
    } finally {
      lock.unlock();
    }
  }
}
