package dev.flyball.lab.bench;

import dev.flyball.measure.HostMeter;
import dev.flyball.policy.Limits;
import dev.flyball.sim.scenario.Behind;
import dev.flyball.sim.scenario.Change;
import dev.flyball.sim.scenario.Host;
import dev.flyball.sim.scenario.Kind;
import dev.flyball.sim.scenario.Phase;
import dev.flyball.sim.scenario.Pool;
import dev.flyball.sim.scenario.Scenario;
import dev.flyball.sim.scenario.Source;
import dev.flyball.sim.workload.TimeDistribution;
import java.util.List;

/** Small scenarios for tests, on a host like this machine. */
final class Situations {

  static final long MILLI_IN_NANOS = 1_000_000;
  static final long SECOND = 1_000_000_000;

  private Situations() {}

  static Kind.Step waiting(long millis) {
    return new Kind.Step.Wait(new TimeDistribution.Exponential(millis * MILLI_IN_NANOS));
  }

  static Kind.Step calling(String behind, long millis) {
    return new Kind.Step.Call(behind, new TimeDistribution.Constant(millis * MILLI_IN_NANOS));
  }

  static Scenario lasting(long nanos, Source source, Kind... kinds) {
    return lasting(nanos, List.of(), Pool.of("pool", source, List.of(kinds)));
  }

  static Scenario lasting(long nanos, List<Behind> behind, Pool pool, Change... changes) {
    return new Scenario(
        "situation",
        "a model of nothing",
        "mistakes of the bench",
        nanos,
        1,
        Host.ofCores(HostMeter.read().cores()),
        behind,
        List.of(pool),
        List.of(changes));
  }

  static Pool bounded(Source source, int workersMax, int queueCapacity, Kind... kinds) {
    return new Pool(
        "pool",
        List.of(new Phase(0, source)),
        List.of(kinds),
        1,
        Limits.of(1, workersMax),
        queueCapacity,
        500 * MILLI_IN_NANOS,
        0,
        SECOND);
  }
}
