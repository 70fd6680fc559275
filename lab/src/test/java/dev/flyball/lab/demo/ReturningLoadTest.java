package dev.flyball.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.lab.harness.Neighbours;
import dev.flyball.lab.report.Findings;
import dev.flyball.lab.tuning.MadeUpLoadedServer;
import dev.flyball.lab.tuning.MadeUpServer;
import dev.flyball.lab.tuning.TestServer.Watcher;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Two loads that take turns, on a server that is made up. */
class ReturningLoadTest {

  private static Findings run(MadeUpServer server) {
    return new ReturningLoad(
            "fixed(workers=8)", 64, ReturningLoad.PROFILES, 2, 20, 1, watcher -> server, "again")
        .run(Watcher.NONE);
  }

  @Test
  void onAQuietMachineNothingIsDoubted() {
    MadeUpLoadedServer loaded = new MadeUpLoadedServer(groups -> 1000);

    Findings findings = run(new MadeUpServer(() -> loaded));

    assertThat(loaded.closed()).isTrue();
    assertThat(findings.page().headline().doubts()).isEmpty();
  }

  @Test
  void onABusyMachineItSaysSoAlsoWhereItWasEndedEarly() {
    MadeUpLoadedServer loaded = new MadeUpLoadedServer(groups -> 1000);
    loaded.interruptAfter(10);

    Findings findings =
        run(new MadeUpServer(() -> loaded, new Neighbours(OptionalDouble.of(0.5), 2)));

    assertThat(findings.page().headline().doubts())
        .hasSize(2)
        .anyMatch(why -> why.endsWith("others used 0.50 of 2.0 cores meanwhile: do not compare"))
        .anyMatch(why -> why.endsWith("by hand"));
  }
}
