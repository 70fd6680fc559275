package dev.flyball.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.lab.harness.Neighbours;
import dev.flyball.lab.report.Findings;
import dev.flyball.lab.report.Section;
import dev.flyball.lab.report.Table;
import dev.flyball.lab.tuning.MadeUpLoadedServer;
import dev.flyball.lab.tuning.MadeUpServer;
import dev.flyball.lab.tuning.TestServer.Watcher;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** A load that becomes another in mid-run, on a server that is made up. */
class SwitchedLoadTest {

  private static Findings run(MadeUpLoadedServer loaded) {
    return new SwitchedLoad(
            "fixed(workers=8)", 64, 20, 20, 1, watcher -> new MadeUpServer(() -> loaded), "again")
        .run(Watcher.NONE);
  }

  @Test
  void theSecondLoadIsComparedAtItsOwnSizes() {
    MadeUpLoadedServer loaded = new MadeUpLoadedServer(groups -> 1000);

    Findings findings = run(loaded);

    assertThat(loaded.closed()).isTrue();
    assertThat(findings.page().headline().text())
        .startsWith("Point selects in memory were left with 8 groups; for read-write on the disk 8")
        .endsWith("There these make 300 % more transactions than as many groups as cores (2).");
    assertThat(findings.figures().json()).contains("\"complete\": true");
  }

  @Test
  void endedBeforeTheSwitchItSaysSo() {
    MadeUpLoadedServer loaded = new MadeUpLoadedServer(groups -> 1000);
    loaded.interruptAfter(10);

    Findings findings = run(loaded);

    assertThat(loaded.closed()).isTrue();
    assertThat(findings.page().headline().verdict()).contains("was not switched");
    assertThat(findings.page().headline().doubts())
        .hasSize(1)
        .first()
        .asString()
        .endsWith("by hand");
  }

  @Test
  void onABusyMachineItSaysThatItsFiguresAreNotToBeCompared() {
    MadeUpServer busy =
        new MadeUpServer(
            () -> new MadeUpLoadedServer(groups -> 1000),
            new Neighbours(OptionalDouble.of(0.5), 2));
    Findings findings =
        new SwitchedLoad("fixed(workers=8)", 64, 20, 20, 1, watcher -> busy, "again")
            .run(Watcher.NONE);

    assertThat(findings.page().headline().doubts())
        .containsExactly(
            "this machine was too busy with other things, for others used 0.50 of 2.0 cores"
                + " meanwhile: do not compare");
  }

  @Test
  void theJournalShowsWhatWasDecidedAroundTheSwitch() {
    Findings findings = run(new MadeUpLoadedServer(groups -> 1000));

    assertThat(findings.page().sections())
        .filteredOn(Table.class::isInstance)
        .extracting(section -> ((Table) section).title())
        .contains("The journal around the switch (at 20 s)");
    assertThat(findings.page().sections()).isNotEmpty().doesNotContainNull();
    for (Section section : findings.page().sections()) {
      assertThat(section.toString()).isNotBlank();
    }
  }
}
