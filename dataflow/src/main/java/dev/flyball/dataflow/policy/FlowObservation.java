package dev.flyball.dataflow.policy;

import dev.flyball.base.Nearest;
import dev.flyball.base.Require;
import dev.flyball.dataflow.pipeline.StageWindow;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One window of a pipeline's life.
 *
 * @param cores processors that the program may use
 * @param coresBusy mean number of busy processors, whatever program used them; empty if not
 *     measured
 * @param stages the windows of the stages, each after those that send to it
 * @param entries the names of the stages that take records from outside, at least one
 * @param rules what the governor of each stage leaves to the policy, in the same order
 * @param response the goal for response times, and what was measured; empty without such a goal
 */
public record FlowObservation(
    double cores,
    OptionalDouble coresBusy,
    List<StageWindow> stages,
    List<String> entries,
    List<StageRule> rules,
    Optional<ResponseGoal> response) {

  public FlowObservation {
    Require.above("cores", 0, cores);
    coresBusy.ifPresent(busy -> Require.finiteAtLeast("coresBusy", 0, busy));
    stages = List.copyOf(stages);
    entries = List.copyOf(entries);
    rules = List.copyOf(rules);
    Require.atLeast("number of entries", 1, entries.size());
    Require.atLeast("number of stages", 1, stages.size());
    List<String> names = stages.stream().map(StageWindow::stage).toList();
    List<String> ruled = rules.stream().map(StageRule::stage).toList();
    if (!names.equals(ruled)) {
      throw new IllegalArgumentException(
          "rules must be of the stages " + names + " in that order but were of " + ruled);
    }
  }

  /** Records that came to a stage from outside, and from no other stage; at least 0. */
  public long fromOutside(String stage) {
    long inside = stages.stream().mapToLong(other -> other.out().getOrDefault(stage, 0L)).sum();
    return Math.max(0, stage(stage).flow().arrived() - inside);
  }

  /**
   * The stage of that name.
   *
   * @throws IllegalArgumentException when there is none
   */
  public StageWindow stage(String name) {
    return Nearest.named("stage", name, stages, StageWindow::stage);
  }

  /**
   * What is left to the policy of the stage of that name.
   *
   * @throws IllegalArgumentException when there is none
   */
  public StageRule rule(String name) {
    return Nearest.named("stage", name, rules, StageRule::stage);
  }

  /** Whether this share of the processors was busy; false if it was not measured. */
  boolean busier(double share) {
    return coresBusy.isPresent() && coresBusy.getAsDouble() >= share * cores;
  }
}
