package dev.flyball.pool.admit;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of a limiter that wait for a slot: in the order of their arrival, or, once the rule
 * decides, in one of its own.
 *
 * <p>Not thread-safe: guarded by the lock of the slots.
 */
final class WaitingLines {

  /** These go first. */
  final TaskLine inOrder = new TaskLine();

  /** Other tasks than those; null until the rule decides. */
  @Nullable AdmittedTasks admitted;

  /** How many tasks have left one by one, for a slot or since they were cancelled. */
  long handedOut;

  void forEach(Consumer<RunningTask> action) {
    inOrder.forEach(action);
    if (admitted != null) {
      admitted.forEach(action);
    }
  }

  /** Takes a task out; false when it does not wait. */
  boolean remove(RunningTask run) {
    return inOrder.remove(run) || (admitted != null && admitted.remove(run));
  }

  /** Takes out the task that has waited longest; null when none waits. */
  @Nullable RunningTask pollOldest() {
    return inOrder.isEmpty() && admitted != null ? admitted.removeOldest() : inOrder.poll();
  }

  /** Takes all out. */
  List<RunningTask> drain() {
    List<RunningTask> drained = inOrder.drain();
    if (admitted != null) {
      drained.addAll(admitted.drain());
    }
    return drained;
  }
}
