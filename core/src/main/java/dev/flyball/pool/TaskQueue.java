package dev.flyball.pool;

import dev.flyball.measure.KindProfile;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tasks that wait, first in first out, each with its arrival and its kind.
 *
 * <p>A ring of three arrays side by side, so that a waiting task costs no object of its own. The
 * ring doubles when it is full, and a large one is let go of when it has become empty; how many
 * tasks may wait is the dispatcher's business.
 *
 * <p>Not thread-safe: guarded by the lock of the dispatcher.
 */
final class TaskQueue {

  private static final int CAPACITY_FIRST = 64;
  private static final int CAPACITY_KEPT = 1 << 13;
  private static final int CAPACITY_LAST = 1 << 30;

  private @Nullable Runnable[] tasks = new Runnable[CAPACITY_FIRST];
  private @Nullable KindProfile[] kinds = new KindProfile[CAPACITY_FIRST];
  private long[] arrivalStamps = new long[CAPACITY_FIRST];
  private int head;
  private int size;

  int size() {
    return size;
  }

  boolean isEmpty() {
    return size == 0;
  }

  void add(Runnable task, KindProfile kind, long arrivalStamp) {
    if (size == tasks.length) {
      grow();
    }
    int slot = slot(size);
    tasks[slot] = task;
    kinds[slot] = kind;
    arrivalStamps[slot] = arrivalStamp;
    size++;
  }

  /** Moves the oldest task into {@code into}; false, and nothing moved, when no task waits. */
  boolean poll(TaskSlot into) {
    if (size == 0) {
      return false;
    }
    into.task = tasks[head];
    into.kind = kinds[head];
    into.arrivalStamp = arrivalStamps[head];
    tasks[head] = null;
    kinds[head] = null;
    head = (head + 1) & (tasks.length - 1);
    size--;
    if (size == 0 && tasks.length > CAPACITY_KEPT) {
      tasks = new Runnable[CAPACITY_FIRST];
      kinds = new KindProfile[CAPACITY_FIRST];
      arrivalStamps = new long[CAPACITY_FIRST];
      head = 0;
    }
    return true;
  }

  /** Removes the youngest entry of this very task; false when it does not wait here. */
  @SuppressWarnings("ReferenceEquality") // this very task, not one that says it equals it
  boolean remove(Runnable task) {
    for (int i = size - 1; i >= 0; i--) {
      if (tasks[slot(i)] == task) {
        for (int j = i; j < size - 1; j++) {
          move(slot(j + 1), slot(j));
        }
        tasks[slot(size - 1)] = null;
        kinds[slot(size - 1)] = null;
        size--;
        return true;
      }
    }
    return false;
  }

  /** Takes all tasks out, oldest first. */
  List<Runnable> drain() {
    List<Runnable> drained = new ArrayList<>(size);
    TaskSlot slot = new TaskSlot();
    while (poll(slot)) {
      drained.add(slot.task());
    }
    return drained;
  }

  private void move(int from, int to) {
    tasks[to] = tasks[from];
    kinds[to] = kinds[from];
    arrivalStamps[to] = arrivalStamps[from];
  }

  private int slot(int index) {
    return (head + index) & (tasks.length - 1);
  }

  private void grow() {
    if (tasks.length == CAPACITY_LAST) {
      throw new IllegalStateException("queued tasks must be at most " + CAPACITY_LAST);
    }
    int newLength = tasks.length * 2;
    @Nullable Runnable[] newTasks = new Runnable[newLength];
    @Nullable KindProfile[] newKinds = new KindProfile[newLength];
    long[] newStamps = new long[newLength];
    int tail = tasks.length - head;
    System.arraycopy(tasks, head, newTasks, 0, tail);
    System.arraycopy(tasks, 0, newTasks, tail, head);
    System.arraycopy(kinds, head, newKinds, 0, tail);
    System.arraycopy(kinds, 0, newKinds, tail, head);
    System.arraycopy(arrivalStamps, head, newStamps, 0, tail);
    System.arraycopy(arrivalStamps, 0, newStamps, tail, head);
    tasks = newTasks;
    kinds = newKinds;
    arrivalStamps = newStamps;
    head = 0;
  }
}
