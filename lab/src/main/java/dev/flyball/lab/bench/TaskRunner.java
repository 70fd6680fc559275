package dev.flyball.lab.bench;

import dev.flyball.sim.scenario.Kind;
import dev.flyball.sim.scenario.Kind.Step;
import dev.flyball.sim.scenario.Pool;
import dev.flyball.sim.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;

/** The runner of the steps of one pool's tasks, on the thread of the worker. */
final class TaskRunner {

  private final HostCalibration calibration;
  private final List<Downstream> downstreams;
  private final List<List<Doing>> kinds = new ArrayList<>();

  /** One step of a kind, made ready. */
  @FunctionalInterface
  private interface Doing {
    void run(long nanos) throws InterruptedException;
  }

  /**
   * @param downstreams what stands behind, in the scenario's order
   */
  TaskRunner(
      Scenario scenario, Pool pool, List<Downstream> downstreams, HostCalibration calibration) {
    this.calibration = calibration;
    this.downstreams = downstreams;
    for (Kind kind : pool.kinds()) {
      kinds.add(kind.steps().stream().map(step -> doing(step, scenario)).toList());
    }
  }

  private Doing doing(Step step, Scenario scenario) {
    if (step instanceof Step.Call call) {
      return downstreams.get(scenario.behindIndex(call.behind()))::call;
    }
    return step instanceof Step.Cpu ? calibration::spin : calibration::pause;
  }

  /** Does all that a task does. */
  void run(PlannedTask task) throws InterruptedException {
    List<Doing> steps = kinds.get(task.kind());
    for (int step = 0; step < steps.size(); step++) {
      steps.get(step).run(task.times()[step]);
    }
  }
}
