package dev.flyball.dataflow.pipeline;

import dev.flyball.base.Nearest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The stages of a pipeline so that each comes after those that send to it. */
final class StageOrder {

  private StageOrder() {}

  /** The order; the first entry is its first, if no stage sends to it. */
  static List<StagePlan<?, ?>> of(List<StagePlan<?, ?>> stages, List<StagePlan<?, ?>> entries) {
    entries.forEach(entry -> requireKnown(stages, entry));
    requireOnce(entries);
    stages.forEach(stage -> stage.outputs.forEach(output -> requireKnown(stages, output)));
    Map<String, Integer> awaited = new HashMap<>();
    stages.forEach(stage -> stage.outputs.forEach(to -> awaited.merge(to.name, 1, Integer::sum)));
    List<StagePlan<?, ?>> order =
        new ArrayList<>(entries.stream().filter(s -> !awaited.containsKey(s.name)).toList());
    requireReached(stages, entries, awaited);
    for (int i = 0; i < order.size(); i++) {
      for (StagePlan<?, ?> to : order.get(i).outputs) {
        if (awaited.merge(to.name, -1, Integer::sum) == 0) {
          order.add(to);
        }
      }
    }
    requireNoCycle(stages, order);
    return order;
  }

  private static void requireKnown(List<StagePlan<?, ?>> stages, StagePlan<?, ?> wanted) {
    if (!stages.contains(wanted)) {
      throw new IllegalArgumentException(
          "stage must be of this pipeline: "
              + Nearest.unknown("stage", wanted.name, stages.stream().map(s -> s.name).toList()));
    }
  }

  private static void requireOnce(List<StagePlan<?, ?>> entries) {
    for (int i = 1; i < entries.size(); i++) {
      if (entries.subList(0, i).contains(entries.get(i))) {
        throw new IllegalArgumentException(
            "entry must be named once but '" + entries.get(i).name + "' was twice");
      }
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
      List<StagePlan<?, ?>> stages, List<StagePlan<?, ?>> entries, Map<String, Integer> awaited) {
    List<String> unreached =
        stages.stream()
            .filter(stage -> !entries.contains(stage) && !awaited.containsKey(stage.name))
            .map(stage -> stage.name)
            .toList();
    if (!unreached.isEmpty()) {
      throw new IllegalArgumentException(
          "stage must be reached from the entry '"
              + String.join("', '", entries.stream().map(StagePlan::name).toList())
              + "' but is not: "
              + String.join(", ", unreached));
    }
  }
}
