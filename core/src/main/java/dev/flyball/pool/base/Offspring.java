package dev.flyball.pool.base;

import dev.flyball.admission.Sheddable;
import dev.flyball.admission.TaskShedException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of {@code CompletableFuture}s that one task has given to its own executor, with those
 * that they have given to it in turn: how many of them have not ended.
 *
 * <p><b>What for?</b> A thread that is parked in {@code join} or {@code get} of a {@code
 * CompletableFuture} waits for a task of its own executor as long as its task has open offspring,
 * and for something else when it has none: the executor may lend its place until then, and takes it
 * back when the last of them has ended, in the thread that ended it. A task that has given some
 * away and waits for a remote answer keeps its place as soon as those have ended, so what is behind
 * the executor gets no more calls than the size says.
 *
 * <p>Whether it is parked so, the executor has to look.
 *
 * <p><b>No end is missed.</b> The thread that lends the place first notes that it is lent and then
 * looks whether any is open; the one that ends the last first counts it and then looks whether the
 * place is lent.
 *
 * <p><b>Ancestors.</b> A task counts for each ancestor that has not ended. Those that have wait for
 * nothing, and are left out: a task that gives itself to its executor again and again has no
 * ancestors.
 *
 * <p>Made by the thread of the task; ended by any.
 */
public final class Offspring {

  private final Submitter submitter;
  private final AtomicInteger open = new AtomicInteger();

  /** The nearest ancestor whose task had not ended when somebody looked; null for none. */
  private volatile @Nullable Offspring parent;

  /**
   * That of the task which a submitter runs.
   *
   * @param parent that of which this task is one itself; null where it is none
   */
  Offspring(Submitter submitter, @Nullable Offspring parent) {
    this.submitter = submitter;
    this.parent = parent;
  }

  /** Whether one of them has not ended. */
  public boolean isOpen() {
    return open.get() > 0;
  }

  /** That task as one of these, open from now on. */
  Child child(Runnable task) {
    for (Offspring its = this; its != null; its = its.next()) {
      its.open.incrementAndGet();
    }
    return new Child(task, this);
  }

  private void ended() {
    for (Offspring its = this; its != null; its = its.next()) {
      if (its.open.decrementAndGet() == 0) {
        its.submitter.offspringEnded(its);
      }
    }
  }

  /** The nearest ancestor whose task has not ended; null for none. */
  private @Nullable Offspring next() {
    Offspring its = parent;
    if (its != null && its.isOver()) {
      while (its != null && its.isOver()) {
        its = its.parent;
      }
      parent = its;
    }
    return its;
  }

  private boolean isOver() {
    return !equals(submitter.offspring());
  }

  /**
   * One of them, in the executor's queue or at work. Once it has ended or left it refers to none of
   * those: a task that gives itself on would keep all before it.
   */
  public static final class Child
      implements Sheddable, CompletableFuture.AsynchronousCompletionTask {

    private final Runnable task;
    private final AtomicReference<@Nullable Offspring> among;

    private Child(Runnable task, Offspring among) {
      this.task = task;
      this.among = new AtomicReference<>(among);
    }

    @Override
    public void run() {
      Offspring its = among.get();
      Submitter by = its == null ? null : its.submitter.ofThisThread();
      if (its == null || by == null) {
        runHere();
      } else {
        by.runsOneOf(its, this::runHere);
      }
    }

    private void runHere() {
      try {
        task.run();
      } finally {
        leaves();
      }
    }

    @Override
    public void shed(TaskShedException why) {
      leaves();
      TaskOwner.shed(task, why);
    }

    /** It has ended, or will not run; counted once. */
    void leaves() {
      Offspring its = among.getAndSet(null);
      if (its != null) {
        its.ended();
      }
    }
  }
}
