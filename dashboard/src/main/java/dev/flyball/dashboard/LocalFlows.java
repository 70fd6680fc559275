package dev.flyball.dashboard;

import dev.flyball.dataflow.expose.FlowMonitor;
import dev.flyball.dataflow.expose.FlowView;
import dev.flyball.dataflow.live.FlowGovernor;
import dev.flyball.dataflow.live.GovernedStage;
import dev.flyball.dataflow.pipeline.PipelineState;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The governed pipelines of this program: those that are registered, and those that were given.
 *
 * <p>Any thread may give; one thread asks.
 */
final class LocalFlows {

  private final List<FlowGovernor> given = new CopyOnWriteArrayList<>();

  /** The pipelines at the last poll. Belongs to the polling thread. */
  private IdentityHashMap<FlowGovernor, LocalFlow> watched = new IdentityHashMap<>();

  /** Shows a pipeline until it has terminated. */
  void add(FlowGovernor governor) {
    given.add(governor);
  }

  /** The stages of the pipelines that were given. */
  List<GovernedStage> stages() {
    given.removeIf(LocalFlows::hasEnded);
    return given.stream().flatMap(governor -> governor.stages().stream()).toList();
  }

  /** The pipelines that have not terminated; a second one of a name has a number behind it. */
  List<WatchedFlow> flows() {
    given.removeIf(LocalFlows::hasEnded);
    List<FlowGovernor> governors = new ArrayList<>(FlowMonitor.governors());
    governors.removeIf(LocalFlows::hasEnded);
    governors.addAll(given);
    IdentityHashMap<FlowGovernor, LocalFlow> there = new IdentityHashMap<>();
    Set<String> names = new HashSet<>();
    List<WatchedFlow> flows = new ArrayList<>();
    for (FlowGovernor governor : governors) {
      if (!there.containsKey(governor)) {
        LocalFlow known = watched.get(governor);
        LocalFlow flow =
            known != null && !names.contains(known.name()) ? known : watch(governor, names);
        there.put(governor, flow);
        names.add(flow.name());
        flows.add(flow);
      }
    }
    watched = there;
    return flows;
  }

  private static boolean hasEnded(FlowGovernor governor) {
    return governor.pipeline().state() == PipelineState.TERMINATED;
  }

  private static LocalFlow watch(FlowGovernor governor, Set<String> taken) {
    String name = Sampler.free(governor.pipeline().name(), taken);
    return new LocalFlow(name, UUID.randomUUID().toString(), governor);
  }

  /** A pipeline of this program. */
  private record LocalFlow(String name, String identity, FlowGovernor governor)
      implements WatchedFlow {

    @Override
    public FlowView view() {
      return FlowView.of(governor, identity);
    }

    @Override
    public void adviseOnly() {
      governor.adviseOnly();
    }

    @Override
    public void govern() {
      governor.govern();
    }
  }
}
