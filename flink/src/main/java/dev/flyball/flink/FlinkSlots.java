package dev.flyball.flink;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/** The slots that a job takes. */
final class FlinkSlots {

  private FlinkSlots() {}

  /**
   * A slot holds one subtask of each vertex of a slot sharing group, so a group takes as many slots
   * as its widest vertex has subtasks.
   */
  static int used(List<FlinkVertex> vertices, ToIntFunction<FlinkVertex> subtasks) {
    Map<String, Integer> widest = new HashMap<>();
    for (FlinkVertex vertex : vertices) {
      widest.merge(vertex.slotGroup(), subtasks.applyAsInt(vertex), Math::max);
    }
    return widest.values().stream().mapToInt(n -> n).sum();
  }
}
