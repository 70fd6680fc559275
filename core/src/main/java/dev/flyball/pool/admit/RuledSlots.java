package dev.flyball.pool.admit;

import static dev.flyball.pool.admit.SlotWord.closed;
import static dev.flyball.pool.admit.SlotWord.free;

import dev.flyball.admission.Verdict;
import dev.flyball.measure.AdmissionCount;
import dev.flyball.pool.base.AdmissionSettings;
import dev.flyball.pool.base.Aftermath;
import dev.flyball.pool.base.SlotCount;
import dev.flyball.pool.base.SpinLock;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The part of the slots of a limiter that the rule for who gets in decides: which tasks may wait,
 * and which of them is the next.
 *
 * <p><b>Locking.</b> That of {@link Slots}: {@code lock} guards all but the word. The rule is asked
 * with it held.
 */
final class RuledSlots {

  private final SpinLock lock;
  private final AtomicLong word;
  private final AdmissionSettings settings;
  private final int queueCapacity;

  // Guarded by lock.
  private final SlotCount slots;
  private final WaitingLines lines;
  private final LentSlots lending;

  /** Whether tasks have been shed, or the rule has failed, which is to be looked after. */
  private volatile boolean aftermath;

  /** That of the slots with that lock and word. */
  RuledSlots(
      SpinLock lock,
      AtomicLong word,
      SlotCount slots,
      WaitingLines lines,
      LentSlots lending,
      AdmissionSettings settings,
      int queueCapacity) {
    this.lock = lock;
    this.word = word;
    this.slots = slots;
    this.lines = lines;
    this.lending = lending;
    this.settings = settings;
    this.queueCapacity = queueCapacity;
  }

  /** Has the rule decide about all that wait, from now on. */
  void admit() {
    lock.lock();
    try {
      if (lines.admitted == null) {
        AdmittedTasks made = new AdmittedTasks(settings, queueCapacity, slots.limit());
        lines.inOrder.forEach(made::admit);
        lines.inOrder.clear(); // all is made that may fail for want of memory
        lines.admitted = made;
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
      AdmittedTasks all = Objects.requireNonNull(lines.admitted, "admitted");
      int before = all.size();
      Verdict verdict = asked(run, all);
      boolean isIn = verdict.answer() != Verdict.Answer.OUT;
      for (long seen = word.get(); !isIn || !closed(seen); seen = word.get()) {
        if (word.compareAndSet(seen, seen + all.size() - before)) {
          if (isIn) {
            lending.enters(run);
            run.noteWaits();
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
      AdmittedTasks admitted = lines.admitted;
      if (admitted != null) {
        admitted.passedBy(run);
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * The task whose turn it is, for a slot that is there; null when there is none. Called under the
   * lock, which is taken by all that could make the free slots fewer than none.
   */
  @Nullable RunningTask next(AdmittedTasks all) {
    int before = all.size();
    int free = free(word.get());
    if (before == 0 || free < 0) {
      return null;
    }
    RunningTask next = all.poll(slots.limit(), free);
    word.getAndAdd(all.size() - before);
    aftermath |= all.hasAftermath();
    lines.handedOut += next == null ? 0 : 1;
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
      return Objects.requireNonNull(lines.admitted, "admitted").takeAftermath();
    } finally {
      lock.unlock();
    }
  }

  /** What the rule has seen so far, where so many tasks were shed. */
  AdmissionCount count(long shed) {
    lock.lock();
    try {
      AdmittedTasks admitted = lines.admitted;
      return admitted == null ? AdmissionCount.NONE : admitted.count(shed);
    } finally {
      lock.unlock();
    }
  }

  long ruleFailures() {
    lock.lock();
    try {
      AdmittedTasks admitted = lines.admitted;
      return admitted == null ? 0 : admitted.ruleFailures();
    } finally {
      lock.unlock();
    }
  }
}
