package dev.flyball.pool.dispatch;

import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * The workers that wait for a task, last in first out, so that the warmest is woken and the others
 * can reach the end of their idle time.
 *
 * <p>A doubly linked list through the workers themselves. Not thread-safe: guarded by the lock of
 * the dispatcher.
 */
final class IdleStack {

  private @Nullable Worker top;
  private @Nullable Worker bottom;
  private int size;

  int size() {
    return size;
  }

  void push(Worker worker) {
    worker.idle = true;
    worker.idleBelow = top;
    worker.idleAbove = null;
    if (top == null) {
      bottom = worker;
    } else {
      top.idleAbove = worker;
    }
    top = worker;
    size++;
  }

  /** Puts a worker below all others: one that has been idle long, and stays so. */
  void pushOldest(Worker worker) {
    worker.idle = true;
    worker.idleAbove = bottom;
    worker.idleBelow = null;
    if (bottom == null) {
      top = worker;
    } else {
      bottom.idleBelow = worker;
    }
    bottom = worker;
    size++;
  }

  /** Takes the worker that went idle last. */
  Worker pop() {
    return taken(top);
  }

  /** Takes the worker that has been idle longest. */
  Worker popOldest() {
    return taken(bottom);
  }

  private Worker taken(@Nullable Worker worker) {
    if (worker == null) {
      throw new NoSuchElementException("no worker is idle");
    }
    remove(worker);
    return worker;
  }

  /** Takes this worker out; false when it is not in the stack. */
  boolean remove(Worker worker) {
    if (!worker.idle) {
      return false;
    }
    Worker above = worker.idleAbove;
    Worker below = worker.idleBelow;
    if (above == null) {
      top = below;
    } else {
      above.idleBelow = below;
    }
    if (below == null) {
      bottom = above;
    } else {
      below.idleAbove = above;
    }
    worker.idleAbove = null;
    worker.idleBelow = null;
    worker.idle = false;
    size--;
    return true;
  }
}
