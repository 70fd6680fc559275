package dev.flyball.flink;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * How Flink's own autoscaler chooses parallelisms, on the figures of a {@link FlinkModel}.
 *
 * <p>A vertex's target rate is what its sources would send, times the records that each of them
 * becomes on the way. Its new parallelism is the target rate divided by the target utilisation and
 * by a subtask's true processing rate, rounded up; a vertex keeps at least 1 - 0.6 of its subtasks.
 * Nothing is changed while the target rate is 0.4 to 1.0 of the true rate of each vertex. There is
 * no budget. As in {@code JobVertexScaler} of the Kubernetes operator, with its defaults; left out
 * are backlogs to catch up with, its windows of 15 minutes, and the 5 minutes that it stays quiet
 * after each change.
 */
final class AutoscalerRule {

  private static final double TARGET = 0.7;
  private static final double BOUNDARY = 0.3;
  private static final double DOWN_MAX = 0.6;
  private static final int PARALLELISM_MAX = 200;

  private AutoscalerRule() {}

  static Map<String, Integer> of(FlinkModel model) {
    Map<String, Double> target = new HashMap<>(model.demand());
    Map<String, Integer> wanted = new TreeMap<>();
    boolean outside = false;
    for (FlinkVertex vertex : model.vertices()) { // in the order of the graph
      if (vertex.isSource()) {
        wanted.put(vertex.name(), vertex.parallelism());
        continue;
      }
      double rate = 0;
      for (FlinkVertex from : model.vertices()) {
        if (vertex.inputs().contains(from.id())) {
          double share = model.shares().getOrDefault(from.id(), 1.0);
          rate += share * Objects.requireNonNull(target.get(from.id()));
        }
      }
      target.put(vertex.id(), rate);
      double perSubtask = Objects.requireNonNull(model.rates().get(vertex.id()));
      double load = rate / (perSubtask * vertex.parallelism());
      outside |= load < TARGET - BOUNDARY || load > TARGET + BOUNDARY;
      double factor = Math.max(1 - DOWN_MAX, load / TARGET);
      wanted.put(
          vertex.name(), Math.min(PARALLELISM_MAX, (int) Math.ceil(factor * vertex.parallelism())));
    }
    if (!outside) {
      model.vertices().forEach(vertex -> wanted.put(vertex.name(), vertex.parallelism()));
    }
    return wanted;
  }
}
