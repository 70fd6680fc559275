package dev.flyball.dataflow.pipeline;

import dev.flyball.base.Nearest;
import java.util.List;

/**
 * The counts of a pipeline since it began.
 *
 * @param pipeline its name
 * @param state its state
 * @param atNanos the clock's reading ({@link System#nanoTime}) when this was read
 * @param stages its stages, each after those that send to it
 */
public record PipelineTotals(
    String pipeline, PipelineState state, long atNanos, List<StageTotals> stages) {

  public PipelineTotals {
    stages = List.copyOf(stages);
  }

  /**
   * The stage of that name.
   *
   * @throws IllegalArgumentException when there is none
   */
  public StageTotals stage(String name) {
    return Nearest.named("stage", name, stages, StageTotals::stage);
  }

  /** The windows since the earlier reading of the same pipeline, stage by stage. */
  public List<StageWindow> since(PipelineTotals earlier) {
    long nanos = atNanos - earlier.atNanos;
    return stages.stream()
        .map(stage -> StageWindow.between(nanos, earlier.stage(stage.stage()), stage))
        .toList();
  }
}
