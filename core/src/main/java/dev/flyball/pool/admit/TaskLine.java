package dev.flyball.pool.admit;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The tasks that wait at a limiter, first in first out, linked through themselves: adding one never
 * fails for want of memory.
 *
 * <p>Not thread-safe: guarded by the lock of the slots.
 */
final class TaskLine {

  private @Nullable RunningTask first;
  private @Nullable RunningTask last;

  boolean isEmpty() {
    return first == null;
  }

  void addLast(RunningTask run) {
    link(last, run, null);
  }

  /** For one that was taken and could not be started: it is the first again. */
  void addFirst(RunningTask run) {
    link(null, run, first);
  }

  private void link(@Nullable RunningTask before, RunningTask run, @Nullable RunningTask after) {
    run.inLine = true;
    run.previous = before;
    run.next = after;
    if (before == null) {
      first = run;
    } else {
      before.next = run;
    }
    if (after == null) {
      last = run;
    } else {
      after.previous = run;
    }
  }

  /** Takes a task out; false when it is not in the line. */
  boolean remove(RunningTask run) {
    if (!run.inLine) {
      return false;
    }
    RunningTask before = run.previous;
    RunningTask after = run.next;
    if (before == null) {
      first = after;
    } else {
      before.next = after;
    }
    if (after == null) {
      last = before;
    } else {
      after.previous = before;
    }
    run.inLine = false;
    run.previous = null;
    run.next = null;
    return true;
  }

  /** Takes the one that has waited longest. */
  RunningTask poll() {
    RunningTask taken = first;
    if (taken == null) {
      throw new IllegalStateException("the line must not be empty");
    }
    remove(taken);
    return taken;
  }

  /** Hands each to an action, the one that has waited longest first. */
  void forEach(Consumer<RunningTask> action) {
    for (RunningTask run = first; run != null; run = run.next) {
      action.accept(run);
    }
  }

  /** Takes all out. */
  void clear() {
    while (first != null) {
      remove(first);
    }
  }

  /** Takes all, the one that has waited longest first. */
  List<RunningTask> drain() {
    List<RunningTask> drained = new ArrayList<>();
    forEach(drained::add);
    clear();
    return drained;
  }
}
