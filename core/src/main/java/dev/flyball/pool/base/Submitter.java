package dev.flyball.pool.base;

import org.jspecify.annotations.Nullable;

/**
 * Who runs a task that may give others to its own executor, and may wait for them in a way that the
 * executor has to look for: {@link Offspring}.
 */
public abstract class Submitter {

  private @Nullable Offspring parent; // of which its task is one; of its thread

  /** Written by its thread. */
  private volatile @Nullable Offspring offspring;

  /** Has given nothing yet. */
  protected Submitter() {}

  /** The one of the same executor that runs a task in the current thread; null for none. */
  protected abstract @Nullable Submitter ofThisThread();

  /** The last of those has ended: it has its place again, if that was lent. Any thread. */
  protected abstract void offspringEnded(Offspring its);

  /** A task that its own task gives to its executor: counted, where it may be joined. */
  public final Runnable mayJoin(Runnable task) {
    if (!Decoration.isCompletion(task)) {
      return task;
    }
    Offspring its = offspring;
    if (its == null) {
      its = new Offspring(this, parent);
      offspring = its;
    }
    return its.child(task);
  }

  /** Says that a task will not run, if it is counted: it was refused, or has left the queue. */
  public static void leaves(Runnable task) {
    if (task instanceof Offspring.Child child) {
      child.leaves();
    }
  }

  /** What its task has given to its executor; null where that is nothing. Any thread. */
  public final @Nullable Offspring offspring() {
    return offspring;
  }

  /** Whether something that its task has given to its executor has not ended. Any thread. */
  public final boolean hasOpenOffspring() {
    Offspring its = offspring;
    return its != null && its.isOpen();
  }

  /** Its task has ended. */
  protected final void taskEnded() {
    if (offspring != null) {
      offspring = null;
    }
  }

  /** Runs a task as one of those; called by its thread, in its task. */
  final void runsOneOf(Offspring its, Runnable task) {
    Offspring before = parent;
    parent = its;
    try {
      task.run();
    } finally {
      parent = before;
    }
  }
}
