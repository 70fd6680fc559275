package dev.flyball.lab.bench;

import static dev.flyball.lab.bench.Situations.SECOND;
import static dev.flyball.lab.bench.Situations.waiting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.lab.bench.RealBench.EntryPoint;
import dev.flyball.measure.HostMeter;
import dev.flyball.policy.Limits;
import dev.flyball.sim.scenario.Change;
import dev.flyball.sim.scenario.Host;
import dev.flyball.sim.scenario.Kind;
import dev.flyball.sim.scenario.Phase;
import dev.flyball.sim.scenario.Pool;
import dev.flyball.sim.scenario.Scenario;
import dev.flyball.sim.scenario.Source;
import dev.flyball.sim.workload.Arrivals;
import dev.flyball.sim.workload.TimeDistribution;
import java.util.List;
import org.junit.jupiter.api.Test;

class RealBenchTest {

  private static final Kind KIND = Kind.only("kind", waiting(1));
  private static final Source OPEN = new Source.Open(Arrivals.poisson(10));

  private static Scenario on(Host host, Source source, Change... changes) {
    return new Scenario(
        "it",
        "",
        "",
        10 * SECOND,
        1,
        host,
        List.of(),
        List.of(Pool.of("pool", source, List.of(KIND))),
        List.of(changes));
  }

  private static Host here() {
    return Host.ofCores(HostMeter.read().cores());
  }

  @Test
  void anotherNumberOfCoresIsRefusedWithBothNumbers() {
    assertThat(RealBench.unsupported(on(Host.ofCores(4), OPEN), 2))
        .contains("its host has 4 cores, this machine has 2");
    assertThat(RealBench.unsupported(on(Host.ofCores(0.5), OPEN), 2))
        .contains("its host has 0.500 cores, this machine has 2");
    assertThat(RealBench.unsupported(on(Host.ofCores(0.5), OPEN), 0.5)).isEmpty();
    assertThatThrownBy(() -> RealBench.refuse(on(Host.ofCores(0.01), OPEN), EntryPoint.IN_PROCESS))
        .hasMessageStartingWith("scenario 'it' cannot run on the real bench: its host has 0.010");
  }

  @Test
  void coresThatChangeAreRefused() {
    Scenario scenario = on(Host.ofCores(2), OPEN, new Change.Cores(3 * SECOND, 1));
    assertThat(RealBench.unsupported(scenario, 2))
        .contains("its host has 1 cores from 3.000 s on, and those of a machine do not change");
  }

  @Test
  void tooLittleMemoryIsRefused() {
    Host small = new Host(2, 0, 1, 100, 10);
    assertThat(RealBench.unsupported(on(small, OPEN), 2).orElse(""))
        .contains("memory for 10 workers");
    Host enough = new Host(2, 0, 1, 10L * Pool.USUAL_MAX, 10);
    assertThat(RealBench.unsupported(on(enough, OPEN), 2)).isEmpty();
  }

  @Test
  void overHttpAClosedSourceStaysAsItIs() {
    Source closed = new Source.Closed(3, new TimeDistribution.Lognormal(SECOND, 1));
    RealBench.refuse(on(here(), closed), EntryPoint.HTTP);
    Change mix = new Change.Mix(SECOND, "pool", List.of(1.0));
    assertThatThrownBy(() -> RealBench.refuse(on(here(), closed, mix), EntryPoint.HTTP))
        .hasMessageContaining("the mix of a closed source does not change");
    Pool phases =
        new Pool(
            "pool",
            List.of(new Phase(0, closed), new Phase(SECOND, OPEN)),
            List.of(KIND),
            1,
            Limits.of(1, 5),
            1,
            SECOND,
            0,
            SECOND);
    Scenario twoPhases = Situations.lasting(2 * SECOND, List.of(), phases);
    assertThatThrownBy(() -> RealBench.refuse(twoPhases, EntryPoint.HTTP))
        .hasMessageContaining("a closed source must be the only phase");
  }
}
