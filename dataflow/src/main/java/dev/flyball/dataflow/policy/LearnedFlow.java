package dev.flyball.dataflow.policy;

import dev.flyball.dataflow.network.Goal;
import dev.flyball.dataflow.network.Host;
import dev.flyball.dataflow.network.Network;
import dev.flyball.dataflow.network.Route;
import dev.flyball.dataflow.pipeline.StageWindow;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The knowledge of a whole pipeline: a network that a planner can be asked about; an immutable
 * value.
 *
 * @param stages each after those that send to it
 * @param demand what comes from outside
 * @param cores processors that the program may use
 * @param crowded whether the processors were used up in the last window
 */
record LearnedFlow(List<LearnedStage> stages, Demand demand, double cores, boolean crowded) {

  /** Stands for an output that nothing was sent to yet. */
  private static final double LEAST_SHARE = 1e-9;

  /** What waits is not to be worked off faster than this, or a burst would count as the load. */
  private static final double CATCH_UP_LEAST = 1;

  /** For a response time so many times as many threads are planned as are known to do good. */
  private static final int SPARE = 3;

  LearnedFlow {
    stages = List.copyOf(stages);
  }

  /** Nothing learned yet. */
  static LearnedFlow first(FlowObservation seen) {
    return new LearnedFlow(
        seen.stages().stream().map(LearnedStage::first).toList(), Demand.NONE, seen.cores(), false);
  }

  LearnedFlow seen(FlowObservation window, FlowSettings settings) {
    boolean full = window.busier(settings.coresBusyMax());
    List<LearnedStage> more = new ArrayList<>();
    for (LearnedStage stage : stages) {
      StageWindow now = window.stage(stage.name());
      LearnedStage ruled = stage.with(window.rule(stage.name()));
      more.add(ruled.seen(now, settings.recordsMin(), full));
    }
    return new LearnedFlow(more, demand.seen(window), window.cores(), full);
  }

  LearnedStage stage(String name) {
    return stages.stream().filter(s -> s.name().equals(name)).findFirst().orElseThrow();
  }

  LearnedFlow change(String name, UnaryOperator<LearnedStage> change) {
    List<LearnedStage> changed =
        stages.stream().map(s -> s.name().equals(name) ? change.apply(s) : s).toList();
    return new LearnedFlow(changed, demand, cores, crowded);
  }

  /** At the beginning of a window: what may be tried again is forgotten. */
  LearnedFlow at(long window) {
    return new LearnedFlow(
        stages.stream().map(stage -> stage.at(window)).toList(), demand, cores, crowded);
  }

  /** The same if no stage were held. */
  LearnedFlow freed() {
    List<LearnedStage> free =
        stages.stream()
            .map(stage -> stage.with(StageRule.within(stage.name(), stage.rule().limits())))
            .toList();
    return new LearnedFlow(free, demand, cores, crowded);
  }

  /** The network for the demand; overloaded, for as much as can be done. */
  Network network(FlowSettings settings) {
    Goal goal = demand.pressed() ? new Goal.Throughput() : new Goal.Consolidation();
    return network(settings, goal, settings.catchUpSeconds(), 1);
  }

  /** The network for the demand and a response time. */
  Network network(FlowSettings settings, Goal.Latency goal) {
    double catchUp = Math.max(CATCH_UP_LEAST, Math.min(settings.catchUpSeconds(), goal.seconds()));
    return network(settings, goal, catchUp, SPARE);
  }

  private Network network(FlowSettings settings, Goal goal, double catchUpSeconds, int spare) {
    return new Network(
        "live",
        new Host(cores, Host.CoreRule.CPU_TIME, Collections.emptySortedMap()),
        goal,
        demand.sources(catchUpSeconds),
        stages.stream().map(stage -> stage.node(settings, spare)).toList(),
        stages.stream().filter(stage -> hasOutputs(stage)).map(LearnedFlow::route).toList());
  }

  private static boolean hasOutputs(LearnedStage stage) {
    return !stage.traits().selectivity().isEmpty();
  }

  private static Route route(LearnedStage stage) {
    List<Route.Branch> branches = new ArrayList<>();
    stage
        .traits()
        .selectivity()
        .forEach((to, share) -> branches.add(new Route.Branch(to, Math.max(LEAST_SHARE, share))));
    return new Route(stage.name(), Route.Fan.COPY, branches);
  }
}
