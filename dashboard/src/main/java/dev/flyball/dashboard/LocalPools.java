package dev.flyball.dashboard;

import dev.flyball.Flyball;
import dev.flyball.control.Governor;
import dev.flyball.dataflow.live.FlowGovernor;
import dev.flyball.expose.view.PoolView;
import dev.flyball.expose.view.PoolViewer;
import dev.flyball.policy.Limits;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.pool.AdaptivePool;
import dev.flyball.pool.ManagedTarget;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/**
 * The pools of this program: those that {@link Flyball} knows, those of the governors it knows, and
 * those that were given; and its governed pipelines.
 *
 * <p>Any thread may give; one thread asks.
 */
final class LocalPools implements PoolSource {

  private final List<AdaptivePool> givenPools = new CopyOnWriteArrayList<>();
  private final List<Governor> givenGovernors = new CopyOnWriteArrayList<>();

  private final LocalFlows flows = new LocalFlows();

  /** The pools at the last poll, by the pool or governor itself. Belongs to the polling thread. */
  private IdentityHashMap<Object, LocalPool> watched = new IdentityHashMap<>();

  /** Shows a pool until it has terminated. */
  void add(AdaptivePool pool) {
    givenPools.add(pool);
  }

  /** Shows what a governor sizes until the governor is closed. */
  void add(Governor governor) {
    givenGovernors.add(governor);
  }

  /** Shows a pipeline until it has terminated. */
  void add(FlowGovernor governor) {
    flows.add(governor);
  }

  @Override
  public List<WatchedFlow> flows() {
    return flows.flows();
  }

  @Override
  public String name() {
    return "this program";
  }

  /** Its machine's name may have to be asked for, and that may take time. */
  @Override
  public Optional<WatchedProgram> program() {
    String command = System.getProperty("sun.java.command", "");
    return Optional.of(WatchedProgram.of(command, ManagementFactory.getRuntimeMXBean().getName()));
  }

  @Override
  public List<WatchedPool> pools() {
    IdentityHashMap<Object, LocalPool> there = new IdentityHashMap<>();
    Map<String, WatchedPool> byId = new LinkedHashMap<>();
    List<ManagedTarget> pools = new ArrayList<>(Flyball.targets());
    givenPools.removeIf(AdaptivePool::isTerminated);
    pools.addAll(givenPools);
    pools.addAll(flows.stages());
    for (ManagedTarget pool : pools) {
      keep(pool, there, byId);
    }
    List<Governor> governors = new ArrayList<>(Flyball.governors());
    givenGovernors.removeIf(Governor::isClosed);
    governors.addAll(givenGovernors);
    for (Governor governor : governors) {
      keep(governor, there, byId);
    }
    watched = there;
    return List.copyOf(byId.values());
  }

  private void keep(
      Object target, IdentityHashMap<Object, LocalPool> there, Map<String, WatchedPool> byId) {
    if (there.containsKey(target)) {
      return;
    }
    LocalPool known = watched.get(target);
    LocalPool kept =
        known != null && !byId.containsKey(known.id()) ? known : watch(target, byId.keySet());
    there.put(target, kept);
    byId.put(kept.id(), kept);
  }

  /** Pools that were not opened by the facade may share a name. */
  private static LocalPool watch(Object target, Set<String> taken) {
    if (target instanceof ManagedTarget pool) {
      String id = Sampler.free("pool:" + pool.name(), taken);
      return new LocalPool(id, pool.name(), () -> PoolViewer.of(pool), pool.governor());
    }
    Governor governor = (Governor) target;
    String id = Sampler.free("governor:" + governor.name(), taken);
    return new LocalPool(id, governor.name(), () -> PoolViewer.of(governor), Optional.of(governor));
  }

  /** A pool of this program. */
  private static final class LocalPool implements WatchedPool {

    private final String id;
    private final String name;
    private final Supplier<PoolViewer> begun;
    private final Optional<Governor> governor;

    /** Cuts the windows; empty until the pool could be read. Belongs to the polling thread. */
    private Optional<PoolViewer> viewer = Optional.empty();

    LocalPool(String id, String name, Supplier<PoolViewer> begun, Optional<Governor> governor) {
      this.id = id;
      this.name = name;
      this.begun = begun;
      this.governor = governor;
    }

    @Override
    public String id() {
      return id;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public Optional<PoolView> view() {
      if (viewer.isEmpty()) {
        viewer = Optional.of(begun.get());
      }
      return viewer.get().view();
    }

    @Override
    public PoolSwitches switches() {
      return new GovernorSwitches(
          governor.orElseThrow(
              () -> new IllegalStateException("pool '" + name + "' has no governor")));
    }
  }

  /** The switches of a governor of this program. */
  private record GovernorSwitches(Governor governor) implements PoolSwitches {

    @Override
    public void pin(int workers) {
      governor.pin(workers);
    }

    @Override
    public void adviseOnly() {
      governor.adviseOnly();
    }

    @Override
    public void govern() {
      governor.govern();
    }

    @Override
    public void limits(int min, int max) {
      governor.limits(Limits.of(min, max));
    }

    @Override
    public void policy(String specification) {
      governor.policy(Policies.parse(specification));
    }
  }
}
