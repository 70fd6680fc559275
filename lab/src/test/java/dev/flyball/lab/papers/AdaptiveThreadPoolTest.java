package dev.flyball.lab.papers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.lab.database.Profile;
import dev.flyball.lab.harness.Neighbours;
import dev.flyball.lab.report.Findings;
import dev.flyball.lab.report.HtmlReport;
import dev.flyball.lab.report.Printed;
import dev.flyball.lab.report.Table;
import dev.flyball.lab.tuning.MadeUpLoadedServer;
import dev.flyball.lab.tuning.MadeUpServer;
import dev.flyball.lab.tuning.Protocol;
import dev.flyball.lab.tuning.TestServer.Watcher;
import java.util.ArrayDeque;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/** The article's protocol, on servers whose throughput is known. */
class AdaptiveThreadPoolTest {

  private static MadeUpLoadedServer rising() {
    return new MadeUpLoadedServer(groups -> 100 * Math.min(groups, 16));
  }

  private static MadeUpLoadedServer flat() {
    return new MadeUpLoadedServer(groups -> 1000);
  }

  private static Findings run(
      Protocol protocol, List<Profile> profiles, MadeUpLoadedServer... loads) {
    Queue<MadeUpLoadedServer> queue = new ArrayDeque<>(List.of(loads));
    return new AdaptiveThreadPool(
            protocol,
            AdaptiveThreadPool.cells(profiles, List.of(64)),
            1,
            true,
            watcher -> new MadeUpServer(queue::remove),
            "again")
        .run(Watcher.NONE);
  }

  private static Protocol plain() {
    return new Protocol("fixed(workers=4)", 20, List.of(), 128, false, false);
  }

  @Test
  void theTableHasUsualContrAndDiff() {
    Findings findings =
        run(plain(), List.of(Profile.READ_WRITE, Profile.POINT_SELECT), rising(), flat());

    Table table = (Table) findings.page().sections().get(0);
    assertThat(table.texts())
        .containsExactly(
            List.of("read-write", "64", "4", "4,000", "8,000", "7,800", "100", "+100 to +100 %"),
            List.of("point-select", "64", "4", "20,000", "20,000", "20,000", "0", "+0 to +0 %"));
  }

  @Test
  void onABusyMachineItSaysThatItsFiguresAreNotToBeCompared() {
    MadeUpServer busy =
        new MadeUpServer(AdaptiveThreadPoolTest::rising, new Neighbours(OptionalDouble.of(0.5), 2));
    Findings findings =
        new AdaptiveThreadPool(
                plain(),
                AdaptiveThreadPool.cells(List.of(Profile.READ_WRITE), List.of(64)),
                1,
                false,
                watcher -> busy,
                "again")
            .run(Watcher.NONE);

    assertThat(findings.page().headline().doubts())
        .containsExactly(
            "this machine was too busy with other things, for others used 0.50 of 2.0 cores"
                + " meanwhile: do not compare");
  }

  @Test
  void whatWasPrintedIsJudgedByWhatWasMeasured() {
    Findings findings =
        run(plain(), List.of(Profile.READ_WRITE, Profile.POINT_SELECT), rising(), flat());

    Printed printed =
        findings.page().sections().stream()
            .filter(Printed.class::isInstance)
            .map(Printed.class::cast)
            .findFirst()
            .orElseThrow();
    assertThat(printed.claims())
        .extracting(Printed.Claim::verdict)
        .containsExactly(
            Printed.Verdict.HOLDS, // above 40 %
            Printed.Verdict.HOLDS, // no gain
            Printed.Verdict.DOES_NOT_HOLD, // 4 groups are not above twice 2 cores
            Printed.Verdict.HOLDS);
  }

  @Test
  void aSweepIsShownWithItsVerdict() {
    Protocol protocol = new Protocol("fixed(workers=4)", 20, List.of(1, 128), 128, true, true);

    Findings findings = run(protocol, List.of(Profile.UPDATE), rising());

    assertThat(HtmlReport.of(findings.page()))
        .contains("size matters: from 2 groups up the best (16) is 700 % above the worst (2)")
        .contains("What looking costs");
    assertThat(findings.page().headline().text())
        .contains("0 of 3 governed runs ended at a size that reaches 95 % of the best fixed one.");
    assertThat(findings.figures().json()).contains("\"sizeMatters\": true");
  }

  @Test
  void endedByHandItSaysWhatThereIs() {
    MadeUpLoadedServer second = flat();
    second.interruptAfter(3);

    Findings findings =
        run(plain(), List.of(Profile.READ_WRITE, Profile.POINT_SELECT), rising(), second);

    assertThat(second.closed()).isTrue();
    assertThat(findings.page().headline().text()).contains("100 %");
    assertThat(HtmlReport.of(findings.page()))
        .contains("class=\"banner\"")
        .contains("ended early by hand; what is missing was not run.");
    assertThat(findings.figures().json()).contains("\"complete\": false");
  }

  @Test
  void aServerThatStandsStillIsToldToo() {
    Protocol protocol = new Protocol("fixed(workers=4)", 20, List.of(1), 128, true, true);

    Findings findings =
        run(
            protocol,
            List.of(Profile.UPDATE),
            new MadeUpLoadedServer(groups -> groups == 4 ? 9 : 0));

    assertThat(HtmlReport.of(findings.page())).contains("size matters");
    assertThat(findings.figures().json()).contains("\"complete\": true");
    MadeUpLoadedServer dead = new MadeUpLoadedServer(groups -> 0);
    assertThat(run(protocol, List.of(Profile.UPDATE), dead).figures().json())
        .contains("\"sizeMatters\": false");
  }

  @Test
  void whatFailsBeforeAnythingWasMeasuredIsAFailure() {
    assertThatThrownBy(() -> run(plain(), List.of(Profile.UPDATE)))
        .isInstanceOf(RuntimeException.class);
  }

  @Test
  void whatFailsLaterCostsOnlyWhatIsMissing() {
    Findings findings = run(plain(), List.of(Profile.UPDATE, Profile.READ_ONLY), rising());

    assertThat(findings.page().headline().doubts())
        .anyMatch(doubt -> doubt.contains("ended early, for something failed"));
    assertThat(findings.figures().rows()).hasSize(3); // governed; 2 and 4 groups
  }
}
