package dev.flyball.dataflow.live;

import dev.flyball.base.Nearest;
import dev.flyball.base.Require;
import dev.flyball.dataflow.pipeline.StageWindow;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * One window of a pipeline's life.
 *
 * @param cores processors that the program may use
 * @param coresBusy mean number of busy processors, whatever program used them; empty if not
 *     measured
 * @param stages the windows of the stages; the first stage is the entry for records from outside
 * @param rules what the governor of each stage leaves to the policy, in the same order
 * @param response the goal for response times, and what was measured; empty without such a goal
 */
public record FlowObservation(
    double cores,
    OptionalDouble coresBusy,
    List<StageWindow> stages,
    List<StageRule> rules,
    Optional<ResponseGoal> response) {

  public FlowObservation {
    Require.above("cores", 0, cores);
    coresBusy.ifPresent(busy -> Require.finiteAtLeast("coresBusy", 0, busy));
    stages = List.copyOf(stages);
    rules = List.copyOf(rules);
    Require.atLeast("number of stages", 1, stages.size());
    List<String> names = stages.stream().map(StageWindow::stage).toList();
    List<String> ruled = rules.stream().map(StageRule::stage).toList();
    if (!names.equals(ruled)) {
      throw new IllegalArgumentException(
          "rules must be of the stages " + names + " in that order but were of " + ruled);
    }
  }

  /** The entry stage, for records from outside. */
  public StageWindow entry() {
    return stages.get(0);
  }

  /**
   * The stage of that name.
   *
   * @throws IllegalArgumentException when there is none
   */
  public StageWindow stage(String name) {
    return named(name, stages, StageWindow::stage);
  }

  /**
   * What is left to the policy of the stage of that name.
   *
   * @throws IllegalArgumentException when there is none
   */
  public StageRule rule(String name) {
    return named(name, rules, StageRule::stage);
  }

  private static <T> T named(String name, List<T> all, Function<T, String> nameOf) {
    return all.stream()
        .filter(one -> nameOf.apply(one).equals(name))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                Nearest.unknown("stage", name, all.stream().map(nameOf).toList())));
  }

  /** Whether this share of the processors was busy; false if it was not measured. */
  boolean busier(double share) {
    return coresBusy.isPresent() && coresBusy.getAsDouble() >= share * cores;
  }
}
