package dev.flyball.dataflow.policy;

import dev.flyball.base.Require;
import dev.flyball.dataflow.network.Goal;
import java.util.Objects;

/**
 * A goal for the time that records take through a pipeline, and what was measured of it in a
 * window: from their arrival until all that was made of them has left the last stage.
 *
 * @param goal the goal
 * @param records how many records were measured
 * @param seconds what the goal speaks of, the mean or the quantile, of these records; 0 where there
 *     were none
 */
public record ResponseGoal(Goal.Latency goal, long records, double seconds) {

  public ResponseGoal {
    Objects.requireNonNull(goal, "goal must not be null");
    Require.countAtLeast("records", 0, records);
    Require.finiteAtLeast("seconds", 0, seconds);
  }

  /** What of the records was measured, relative to the goal; 1 where it was met exactly. */
  double ratio() {
    return seconds / goal.seconds();
  }
}
