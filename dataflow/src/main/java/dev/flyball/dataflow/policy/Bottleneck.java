package dev.flyball.dataflow.policy;

import dev.flyball.dataflow.solve.Bound;
import dev.flyball.dataflow.solve.Plan;
import dev.flyball.policy.Regime;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/** What limits each stage of a pipeline. */
final class Bottleneck {

  /** Threads that wait for room behind for most of their time are limited by what is there. */
  private static final double BLOCKED = 0.5;

  private Bottleneck() {}

  /** What limits each stage, by its name, in the last window, by a plan of what was learned. */
  static SortedMap<String, Regime> regimes(FlowObservation seen, LearnedFlow flow, Plan plan) {
    String bound =
        plan.bound().filter(it -> it.kind() == Bound.Kind.NODE).map(Bound::name).orElse("");
    SortedMap<String, Regime> regimes = new TreeMap<>();
    for (LearnedStage stage : flow.stages()) {
      boolean isBlocked = seen.stage(stage.name()).blocked() >= BLOCKED;
      boolean binds = stage.name().equals(bound);
      regimes.put(stage.name(), isBlocked ? Regime.BEHIND : regime(flow, stage, binds));
    }
    return Collections.unmodifiableSortedMap(regimes);
  }

  private static Regime regime(LearnedFlow flow, LearnedStage stage, boolean binds) {
    boolean isShort = stage.provenBusy();
    if (isShort && flow.crowded() && stage.traits().computes()) {
      return Regime.CPU;
    }
    if (isShort && stage.bounds().ceiling().isPresent()) {
      return Regime.BEHIND;
    }
    return binds && flow.demand().pressed() ? Regime.OVERLOADED : Regime.DEMAND;
  }
}
