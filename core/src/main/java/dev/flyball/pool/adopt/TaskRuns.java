package dev.flyball.pool.adopt;

import java.util.ArrayDeque;

/**
 * Tasks in the order of their coming, as runs of tasks that were first seen at the same reading.
 *
 * <p>Not thread-safe.
 */
final class TaskRuns {

  /** Tells of tasks that leave. */
  @FunctionalInterface
  interface Leaving {

    /**
     * So many tasks leave.
     *
     * @param arrivalStamp when they came
     * @param startStamp when they were started; the same where they were not
     */
    void leave(long arrivalStamp, long startStamp, int tasks);
  }

  private record Run(long arrivalStamp, long startStamp, int tasks) {}

  private final ArrayDeque<Run> runs = new ArrayDeque<>();

  void add(long arrivalStamp, long startStamp, int tasks) {
    runs.addLast(new Run(arrivalStamp, startStamp, tasks));
  }

  /** Lets so many leave that came first, at most all; returns how many did. */
  int take(int tasks, Leaving leaving) {
    int left = tasks;
    while (left > 0 && !runs.isEmpty()) {
      Run first = runs.removeFirst();
      int now = Math.min(left, first.tasks);
      if (now < first.tasks) {
        runs.addFirst(new Run(first.arrivalStamp, first.startStamp, first.tasks - now));
      }
      leaving.leave(first.arrivalStamp, first.startStamp, now);
      left -= now;
    }
    return tasks - left;
  }
}
