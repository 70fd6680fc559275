package dev.flyball.pool.admit;

import java.util.ArrayList;
import java.util.List;
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

  void addLast(RunningTask run) {
    run.next = null;
    if (last == null) {
      first = run;
    } else {
      last.next = run;
    }
    last = run;
  }

  /** For one that was taken and could not be started: it is the first again. */
  void addFirst(RunningTask run) {
    run.next = first;
    first = run;
    if (last == null) {
      last = run;
    }
  }

  /** Takes the one that has waited longest. */
  RunningTask poll() {
    RunningTask taken = first;
    if (taken == null) {
      throw new IllegalStateException("the line must not be empty");
    }
    first = taken.next;
    if (first == null) {
      last = null;
    }
    taken.next = null;
    return taken;
  }

  /** Takes all, the one that has waited longest first. */
  List<RunningTask> drain() {
    List<RunningTask> drained = new ArrayList<>();
    while (first != null) {
      drained.add(poll());
    }
    return drained;
  }
}
