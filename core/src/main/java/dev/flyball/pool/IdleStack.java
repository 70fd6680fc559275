package dev.flyball.pool;

import org.jspecify.annotations.Nullable;

/**
 * The workers that wait for a task, last in first out, so that the warmest is woken and the others
 * can reach the end of their idle time.
 *
 * <p>A doubly linked list through the workers themselves. Not thread-safe: guarded by the lock of
 * the pool.
 */
final class IdleStack {

  private @Nullable Worker top;
  private int size;

  int size() {
    return size;
  }

  void push(Worker worker) {
    worker.idleBelow = top;
    worker.idleAbove = null;
    if (top != null) {
      top.idleAbove = worker;
    }
    top = worker;
    size++;
  }

  /** Takes the worker that went idle last; null when none is idle. */
  @Nullable Worker pop() {
    Worker popped = top;
    if (popped != null) {
      remove(popped);
    }
    return popped;
  }

  /** Takes out a worker that is in the stack. */
  void remove(Worker worker) {
    Worker above = worker.idleAbove;
    Worker below = worker.idleBelow;
    if (above == null) {
      top = below;
    } else {
      above.idleBelow = below;
    }
    if (below != null) {
      below.idleAbove = above;
    }
    worker.idleAbove = null;
    worker.idleBelow = null;
    size--;
  }
}
