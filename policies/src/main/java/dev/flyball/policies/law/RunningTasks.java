package dev.flyball.policies.law;

import dev.flyball.base.Workers;
import dev.flyball.policy.Observation;

/** The tasks that run, and those in the system, at the end of a window: as near as it tells. */
public final class RunningTasks {

  private RunningTasks() {}

  /**
   * Tasks that run. While tasks wait, all workers run one; otherwise the mean of the window stands
   * for its end.
   */
  public static double atEnd(Observation seen) {
    Observation.Size size = seen.size();
    return size.queuedAtEnd() > 0
        ? Math.max(size.workersCurrent(), size.busyMean())
        : size.busyMean();
  }

  /** Tasks that run or wait, rounded up, at least 1. */
  static int inSystemAtEnd(Observation seen) {
    return Workers.roundedUp(atEnd(seen) + seen.size().queuedAtEnd());
  }
}
