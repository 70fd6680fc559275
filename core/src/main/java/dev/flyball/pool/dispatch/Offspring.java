package dev.flyball.pool.dispatch;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of {@code CompletableFuture}s that one task has given to its own pool, with those that
 * they have given to it in turn: how many of them have not ended.
 *
 * <p><b>What for?</b> A worker that is parked in {@code join} or {@code get} of a {@code
 * CompletableFuture} waits for a task of its own pool as long as its task has open offspring, and
 * for something else when it has none: the pool may lend its place until then, and takes it back
 * when the last of them has ended, in the thread that ended it. A task that has given some away and
 * waits for a remote answer keeps its place as soon as those have ended, so what is behind the pool
 * gets no more calls than the size says.
 *
 * <p>Whether it is parked so, the pool has to look ({@link PoolRescue}).
 *
 * <p><b>No end is missed.</b> The thread that lends the place first notes that it is lent and then
 * looks whether any is open; the one that ends the last first counts it and then looks whether the
 * place is lent.
 *
 * <p>Made by the worker's thread; ended by any.
 */
final class Offspring {

  private final Worker worker;
  private final @Nullable Offspring parent;
  private final AtomicInteger open = new AtomicInteger();

  /**
   * That of the task which a worker runs.
   *
   * @param parent that of which this task is one itself; null where it is none
   */
  Offspring(Worker worker, @Nullable Offspring parent) {
    this.worker = worker;
    this.parent = parent;
  }

  /** Whether one of them has not ended. */
  boolean isOpen() {
    return open.get() > 0;
  }

  /** That task as one of these, open from now on. */
  Child child(Runnable task) {
    for (Offspring its = this; its != null; its = its.parent) {
      its.open.incrementAndGet();
    }
    return new Child(task);
  }

  private void ended() {
    for (Offspring its = this; its != null; its = its.parent) {
      if (its.open.decrementAndGet() == 0) {
        its.worker.offspringEnded(its);
      }
    }
  }

  /** One of them, in the pool's queue or at work. */
  final class Child implements Runnable, CompletableFuture.AsynchronousCompletionTask {

    private final Runnable task;

    private Child(Runnable task) {
      this.task = task;
    }

    @Override
    public void run() {
      Worker by = worker.ofSamePool();
      if (by == null) {
        runHere();
      } else {
        by.runsOneOf(Offspring.this, this::runHere);
      }
    }

    private void runHere() {
      try {
        task.run();
      } finally {
        ended();
      }
    }

    /** It was not taken in, and will not run. */
    void isRefused() {
      ended();
    }
  }
}
