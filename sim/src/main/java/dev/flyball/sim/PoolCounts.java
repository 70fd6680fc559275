package dev.flyball.sim;

import dev.flyball.admission.Importance;

/**
 * What a pool counts of its tasks, as it is now, for published rules for who gets in that are
 * stated in what runs and what has waited.
 */
public interface PoolCounts {

  /**
   * Tasks of a class that have been let in and have not ended: those that wait, and those that run.
   */
  int inFlight(Importance importance);

  /** Tasks that run. */
  int running();

  /** Tasks that have started so far. */
  long started();

  /** How long those had waited, summed. */
  long waitedNanos();

  /** Tasks that have been let in and have not ended. */
  default int inFlight() {
    int sum = 0;
    for (Importance importance : Importance.values()) {
      sum += inFlight(importance);
    }
    return sum;
  }
}
