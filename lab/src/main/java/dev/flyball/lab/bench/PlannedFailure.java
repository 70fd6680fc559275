package dev.flyball.lab.bench;

/** The error in which a task ends because its scenario says so. */
final class PlannedFailure extends RuntimeException {

  private static final long serialVersionUID = 1;

  PlannedFailure() {
    super("the scenario says that this task fails", null, false, false);
  }

  /** Makes the owners of failed tasks keep silent about the failures that were planned. */
  static void ignore(Thread thread) {
    Thread.UncaughtExceptionHandler others = thread.getUncaughtExceptionHandler();
    thread.setUncaughtExceptionHandler((where, failure) -> {
      if (!(failure instanceof PlannedFailure)) {
        others.uncaughtException(where, failure);
      }
    });
  }
}
