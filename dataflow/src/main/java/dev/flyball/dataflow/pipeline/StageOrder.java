package dev.flyball.dataflow.pipeline;

import dev.flyball.base.Nearest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The stages of a pipeline so that each comes after those that send to it. */
final class StageOrder {

  private StageOrder() {}

  /** The order; the entry is its first. */
  static List<StagePlan<?, ?>> of(List<StagePlan<?, ?>> stages, StagePlan<?, ?> entry) {
    requireKnown(stages, entry);
    stages.forEach(stage -> stage.outputs.forEach(output -> requireKnown(stages, output)));
    Map<String, Integer> awaited = new HashMap<>();
    stages.forEach(stage -> stage.outputs.forEach(to -> awaited.merge(to.name, 1, Integer::sum)));
    List<StagePlan<?, ?>> order =
        new ArrayList<>(stages.stream().filter(s -> !awaited.containsKey(s.name)).toList());
    for (int i = 0; i < order.size(); i++) {
      for (StagePlan<?, ?> to : order.get(i).outputs) {
        if (awaited.merge(to.name, -1, Integer::sum) == 0) {
          order.add(to);
        }
      }
    }
    requireNoCycle(stages, order);
    requireReached(order, entry, awaited);
    return order;
  }

  private static void requireKnown(List<StagePlan<?, ?>> stages, StagePlan<?, ?> wanted) {
    if (!stages.contains(wanted)) {
      throw new IllegalArgumentException(
          "stage must be of this pipeline: "
              + Nearest.unknown("stage", wanted.name, stages.stream().map(s -> s.name).toList()));
    }
  }

  private static void requireNoCycle(List<StagePlan<?, ?>> stages, List<StagePlan<?, ?>> order) {
    List<String> left =
        stages.stream().filter(stage -> !order.contains(stage)).map(stage -> stage.name).toList();
    if (!left.isEmpty()) {
      throw new IllegalArgumentException(
          "stages must not send in a circle but do among " + String.join(", ", left));
    }
  }

  private static void requireReached(
      List<StagePlan<?, ?>> order, StagePlan<?, ?> entry, Map<String, Integer> awaited) {
    List<String> unreached =
        order.stream()
            .filter(stage -> stage != entry && !awaited.containsKey(stage.name))
            .map(stage -> stage.name)
            .toList();
    if (!unreached.isEmpty()) {
      throw new IllegalArgumentException(
          "stage must be reached from the entry '"
              + entry.name
              + "' but is not: "
              + String.join(", ", unreached));
    }
  }
}
