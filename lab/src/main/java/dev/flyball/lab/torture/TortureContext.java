package dev.flyball.lab.torture;

import dev.flyball.pool.TaskDecorator;

/**
 * The context of each thread of a round: a number that a decorator carries from the thread that
 * hands in a task to the one that runs it.
 *
 * <p>A producer has another context for each task that it hands in. What a task hands in has the
 * context of that task. All other threads have none, {@link #NONE}, and must have none again after
 * each task.
 */
final class TortureContext {

  static final long NONE = 0;

  private static final ThreadLocal<Long> CURRENT = ThreadLocal.withInitial(() -> NONE);

  private TortureContext() {}

  static long current() {
    return CURRENT.get();
  }

  static void become(long context) {
    CURRENT.set(context);
  }

  /** Carries the context along, and writes down where a thread still has that of another task. */
  static TaskDecorator carrying(TaskLedger ledger) {
    return task -> {
      long submitters = current();
      return () -> {
        long before = current();
        if (before != NONE && before != submitters) { // a caller that runs its task has its own
          ledger.fault(Thread.currentThread() + " still had the context " + before);
        }
        become(submitters);
        try {
          task.run();
        } finally {
          become(before);
        }
      };
    };
  }

  /** Writes down where a task sees another context than the one it was handed in with. */
  static void check(TaskLedger ledger, Object task, long submitters) {
    if (ledger.plan.decorated() && current() != submitters) {
      ledger.fault(task + " saw the context " + current() + " but was of " + submitters);
    }
  }
}
