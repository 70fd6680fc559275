package dev.flyball.lab.papers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.lab.papers.DataFlowSoftware.Configuration;
import dev.flyball.lab.papers.DataFlowSoftware.Utilisations;
import dev.flyball.lab.report.Findings;
import org.junit.jupiter.api.Test;

/** The publication's tables, as the page has them. */
class DataFlowSoftwareTest {

  @Test
  void allSevenConfigurationsAreFoundBothWays() {
    assertThat(DataFlowSoftware.configurations())
        .hasSize(7)
        .allMatch(Configuration::same)
        .allMatch(Configuration::sameByStep);
  }

  @Test
  void whatDiffersIsExplained() {
    assertThat(DataFlowSoftware.utilisations())
        .hasSize(12)
        .allMatch(each -> each.same() == each.why().isEmpty())
        .filteredOn(Utilisations::same)
        .hasSize(8);
  }

  @Test
  void theFiguresHaveTheConfigurationsAndTheTables() {
    Findings findings = DataFlowSoftware.run();
    assertThat(findings.figures().json().replaceAll("\\s", ""))
        .contains(
            "\"configurations\":[{",
            "\"tables\":{\"2\":",
            "\"threads\":[1,1,1,61],\"rate\":1366.4");
    assertThat(findings.page().headline().text()).contains("7 of the 7 printed configurations");
  }
}
