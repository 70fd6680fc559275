package dev.flyball.lab.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.flyball.lab.report.Findings;
import dev.flyball.lab.report.Section;
import dev.flyball.lab.report.Section.Picture;
import dev.flyball.lab.report.Table;
import dev.flyball.sim.scenario.Scenarios;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What is told of a verdict: names others read, the tables, the rules that are broken. */
class VerdictExperimentTest {

  private static final Duration OFTEN = Duration.ofMillis(200);

  private static VerdictExperiment experiment(String policy, boolean standing) {
    return VerdictExperiment.of(
        policy, List.of(Scenarios.named("tiny-tasks")), standing, 1, OFTEN, "./flyball verdict");
  }

  private static List<String> tables(Findings findings) {
    List<String> titles = new ArrayList<>();
    for (Section section : findings.page().sections()) {
      if (section instanceof Table table) {
        titles.add(table.title());
      }
    }
    return titles;
  }

  @Test
  void theDefaultPolicyIsJudgedInThreeTablesAndAPicture() {
    Findings findings = experiment("flyball", false).run(Runnable::run, Laps.Listener.NONE);
    assertThat(tables(findings))
        .startsWith(
            "flyball in each scenario (throughput to worker time: as multiples of the oracle's)",
            "All 1 scenarios",
            "flyball without each of its parts",
            "Each parameter halved and doubled");
    assertThat(findings.page().sections()).hasAtLeastOneElementOfType(Picture.class);
    assertThat(findings.page().headline().text())
        .startsWith("flyball falls short in ")
        .contains("the best peer");
    JsonNode json = JsonMapper.shared().readTree(findings.figures().json());
    assertThat(json.get("scenario").asString()).isEqualTo("verdict");
    assertThat(json.get("policy").asString()).isEqualTo("flyball");
    assertThat(json.get("rows").size()).isEqualTo(2);
    assertThat(json.get("oftenSeconds").asDouble()).isEqualTo(0.2);
    assertThat(json.get("overall").get("own").get("regret").asDouble()).isGreaterThanOrEqualTo(1);
    assertThat(json.get("scenarios").get(0).get("oracleSaturated").asBoolean()).isFalse();
    assertThat(json.get("ablation").size()).isPositive();
    assertThat(json.get("robustness").size()).isPositive();
    assertThat(json.get("complete").asBoolean()).isTrue();
  }

  @Test
  void everyShortfallIsASentenceWithItsFigureAndItsBound() {
    Findings findings = experiment("hill-climb", true).run(Runnable::run, Laps.Listener.NONE);
    assertThat(tables(findings)).hasSize(3).last().isEqualTo("Where it falls short");
    JsonNode json = JsonMapper.shared().readTree(findings.figures().json());
    assertThat(json.get("shortfalls").size()).isPositive();
    for (JsonNode shortfall : json.get("shortfalls")) {
      assertThat(shortfall.get("rule").asString()).isNotBlank();
      assertThat(shortfall.get("value").asDouble()).isPositive();
      assertThat(shortfall.get("bound").asDouble()).isPositive();
    }
    assertThat(json.get("ablation").size()).isZero();
    assertThat(json.get("robustness").size()).isZero();
  }

  @Test
  void aPolicyIsNotItsOwnPeerAndPoliciesAreAskedTwice() {
    assertThat(experiment("flyball", true).race().contenders())
        .extracting(contender -> contender.name())
        .doesNotHaveDuplicates()
        .contains("flyball", "littles-law", "littles-law every 200ms", "netflix-vegas (best)")
        .doesNotContain("flyball every 200ms", "netflix-vegas (best) every 200ms");
  }

  @Test
  void whatCannotBeJudgedIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> experiment("flybal", false))
        .withMessageContaining("unknown policy 'flybal'; did you mean 'flyball'?");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> experiment("fixed", false))
        .withMessage("the policy must be one that needs no setting but was 'fixed'");
  }
}
