package dev.flyball.pool.admit;

import static dev.flyball.pool.admit.SlotWord.ONE_FREE;
import static dev.flyball.pool.admit.SlotWord.free;
import static dev.flyball.pool.admit.SlotWord.waiting;

import dev.flyball.pool.base.Offspring;
import dev.flyball.pool.base.PoolFuture;
import dev.flyball.pool.base.SlotCount;
import dev.flyball.pool.base.SpinLock;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The slots of a limiter that tasks lend while they wait for other tasks of the same limiter: where
 * they say so ({@link OwnWaits}), and where they seem to ({@link LimiterRescue}).
 *
 * <p>A slot that is lent is a free one more in the word, one that is taken back a free one less.
 *
 * <p><b>Locking.</b> That of {@link Slots}: {@code lock} guards all but the word, and what takes no
 * lock here is called under it.
 */
final class LentSlots {

  private final SpinLock lock;
  private final AtomicLong word;

  // Guarded by lock.
  private final SlotCount slots;
  private final WaitingLines lines;
  private final SuspectedWaits suspected = new SuspectedWaits();
  private int lent;

  /** Those of the slots with that lock and word. */
  LentSlots(SpinLock lock, AtomicLong word, SlotCount slots, WaitingLines lines) {
    this.lock = lock;
    this.word = word;
    this.slots = slots;
    this.lines = lines;
  }

  // ---- Under the lock

  /** A task begins to wait in a line. */
  void enters(RunningTask run) {
    suspected.enters(run);
  }

  /** Slots that are taken, whatever the limit is, as that word says. */
  int taken(long seen) {
    return slots.limit() + suspected.more() - free(seen);
  }

  /** Tasks that have said that they wait, and have lent their slots. */
  int lent() {
    return lent;
  }

  /** Slots that are lent on suspicion. */
  int suspects() {
    return suspected.places();
  }

  /** Whether no task has lent its slot. */
  boolean isNone() {
    return lent == 0 && suspected.isNone();
  }

  // ---- Slots lent by tasks that say that they wait

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
      suspected.ends(run);
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

  /** A task under way submits one that it may join, for the first time. */
  void submits(RunningTask run) {
    lock.lock();
    try {
      suspected.submits(run);
    } finally {
      lock.unlock();
    }
  }

  /** Tasks that wait for a slot. */
  int waitingNow() {
    return waiting(word.get());
  }

  /** Tasks that hold a slot and may join one that they have submitted. */
  List<RunningTask> mayJoin() {
    lock.lock();
    try {
      return suspected.mayJoin();
    } finally {
      lock.unlock();
    }
  }

  /** All has ended that a task has submitted: it has its slot again, if that was lent. */
  @SuppressWarnings("ReferenceEquality") // those of that very task
  void offspringEnded(RunningTask run, Offspring ended) {
    lock.lock();
    try {
      if (run.offspring() == ended) {
        resumes(run);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Those that are seen to run have their slots again; leaves those that have lent theirs. */
  void resume(Set<RunningTask> lenders, List<RunningTask> running) {
    lock.lock();
    try {
      running.forEach(this::resumes);
      lenders.removeIf(run -> !run.suspect);
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
   * @param mayJoin whether a task under way may join one that it has submitted, now or later
   */
  record Line(long handedOut, int taken, boolean mayHoldInner, int suspects, boolean mayJoin) {}

  Line line() {
    lock.lock();
    try {
      return new Line(
          lines.handedOut,
          taken(word.get()),
          suspected.mayHoldInner(),
          suspected.places(),
          suspected.mayJoinAny());
    } finally {
      lock.unlock();
    }
  }

  /** The tasks that wait here and that tasks of this limiter have submitted. */
  List<RunningTask> inner() {
    lock.lock();
    try {
      return suspected.inner(lines);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Lends the slots of tasks that seem to wait, and returns those that still do; inner tasks are
   * the first of the line from now on.
   *
   * @param joining whether of tasks that join, and then only while some of what they may join is
   *     open
   */
  List<RunningTask> suspect(List<RunningTask> lenders, boolean joining) {
    List<RunningTask> lending = new ArrayList<>(lenders.size());
    lock.lock();
    try {
      suspected.innerFirst(lines);
      long nowStamp = System.nanoTime();
      for (RunningTask run : lenders) {
        if ((!joining || run.hasOpenOffspring()) && suspected.suspect(run, nowStamp)) {
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
      suspected.innerFirst(lines);
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
}
