package dev.flyball.dataflow.pipeline;

import dev.flyball.base.Nearest;
import dev.flyball.dataflow.network.Route.Fan;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The outputs of a stage.
 *
 * @param stage the stage's name
 * @param names the outputs' names
 * @param queues their queues
 * @param fan whether each gets each record
 * @param shares their shares, where the records are split by shares; else empty
 * @param choice names the output of a record, where the stage chooses
 */
record Outputs(
    String stage,
    List<String> names,
    List<StageQueue> queues,
    Fan fan,
    List<Double> shares,
    Optional<Function<Object, String>> choice) {

  static Outputs of(StagePlan<?, ?> plan, List<RunningStage> outputs) {
    return new Outputs(
        plan.name,
        outputs.stream().map(RunningStage::name).toList(),
        outputs.stream().map(RunningStage::queue).toList(),
        plan.fan(),
        List.copyOf(plan.shares),
        plan.choice);
  }

  int count() {
    return names.size();
  }

  /** The place of the output of that name. */
  int at(String name) {
    int at = names.indexOf(name);
    if (at < 0) {
      throw new IllegalArgumentException(
          "stage '" + stage + "': " + Nearest.unknown("output", name, names));
    }
    return at;
  }
}
