package dev.flyball.dataflow.policy;

import dev.flyball.base.Require;
import dev.flyball.policy.Limits;
import java.util.Objects;

/**
 * What a stage's governor leaves to the policy.
 *
 * @param stage the stage's name
 * @param limits the numbers of threads that the stage may have
 * @param held whether it keeps its threads whatever the policy says: it was pinned or overridden by
 *     hand, is only advised, or has a policy of its own
 */
public record StageRule(String stage, Limits limits, boolean held) {

  public StageRule {
    Require.notBlank("stage", stage);
    Objects.requireNonNull(limits, "limits must not be null");
  }

  /** A stage that follows the policy within these limits. */
  public static StageRule within(String stage, Limits limits) {
    return new StageRule(stage, limits, false);
  }
}
