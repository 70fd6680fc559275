package dev.flyball.flink;

import java.util.List;

/**
 * A vertex of a job graph: one operator, or several that are chained.
 *
 * @param id its id
 * @param name its name, unique within the job
 * @param parallelism its present number of subtasks
 * @param parallelismMax the most that its state allows
 * @param slotGroup the id of its slot sharing group: a slot holds one subtask of each vertex of a
 *     group
 * @param inputs the ids of the vertices that send to it; none for a source
 */
public record FlinkVertex(
    String id,
    String name,
    int parallelism,
    int parallelismMax,
    String slotGroup,
    List<String> inputs) {

  public FlinkVertex {
    inputs = List.copyOf(inputs);
  }

  /** Whether it reads from outside; its parallelism is left alone. */
  public boolean isSource() {
    return inputs.isEmpty();
  }
}
