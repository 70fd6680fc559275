package dev.flyball.dataflow.live;

import dev.flyball.base.Nearest;
import dev.flyball.base.Require;
import dev.flyball.dataflow.pipeline.StageWindow;
import java.util.List;
import java.util.OptionalDouble;

/**
 * One window of a pipeline's life.
 *
 * @param cores processors that the program may use
 * @param coresBusy mean number of busy processors, whatever program used them; empty if not
 *     measured
 * @param stages the windows of the stages; the first stage is the entry for records from outside
 */
public record FlowObservation(double cores, OptionalDouble coresBusy, List<StageWindow> stages) {

  public FlowObservation {
    Require.above("cores", 0, cores);
    coresBusy.ifPresent(busy -> Require.finiteAtLeast("coresBusy", 0, busy));
    stages = List.copyOf(stages);
    Require.atLeast("number of stages", 1, stages.size());
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
    return stages.stream()
        .filter(stage -> stage.stage().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                Nearest.unknown("stage", name, stages.stream().map(StageWindow::stage).toList())));
  }

  /** Whether this share of the processors was busy; false if it was not measured. */
  boolean busier(double share) {
    return coresBusy.isPresent() && coresBusy.getAsDouble() >= share * cores;
  }
}
