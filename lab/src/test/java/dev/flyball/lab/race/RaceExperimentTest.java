package dev.flyball.lab.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.flyball.lab.papers.Findings;
import dev.flyball.lab.peers.Peers;
import dev.flyball.lab.report.Picture;
import dev.flyball.sim.scenario.Scenarios;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What is told of a race: names others read, one row per run, a page with its pictures. */
class RaceExperimentTest {

  private static Findings findings(int seeds, String... scenarios) {
    return RaceExperiment.of(
            RaceExperiment.Bench.VIRTUAL,
            List.of(scenarios).stream().map(Scenarios::named).toList(),
            Contenders.of(List.of("littles-law", "request-rate")),
            seeds,
            "./flyball race")
        .run(Runnable::run, Laps.Listener.NONE);
  }

  @Test
  void theFiguresHaveARowForEachRunAndTheBoards() {
    JsonNode json = JsonMapper.shared().readTree(findings(2, "cpu-bound").figures().json());
    assertThat(json.get("scenario").asString()).isEqualTo("cpu-bound");
    assertThat(json.get("bench").asString()).isEqualTo("virtual");
    assertThat(json.get("complete").asBoolean()).isTrue();
    assertThat(json.get("rows").size()).isEqualTo(2 * 6);
    JsonNode oracle = json.get("rows").get(0);
    assertThat(oracle.get("policy").asString()).isEqualTo("oracle");
    assertThat(oracle.get("scenario").asString()).isEqualTo("cpu-bound");
    assertThat(oracle.get("costSeconds").asDouble()).isPositive();
    assertThat(oracle.get("sizes").get(0).get(0).get("workers").asInt()).isEqualTo(2);
    JsonNode board = json.get("boards").get(0);
    assertThat(board.get("rows").get(0).get("regret").asDouble()).isEqualTo(1);
    assertThat(board.get("rows").get(3).get("role").asString()).isEqualTo("reference");
    assertThat(json.get("overall").size()).isEqualTo(6);
    assertThat(json.get("overall").get(0).get("asked").asString()).isEqualTo("never");
    assertThat(board.get("rows").get(1).get("asked").asString()).isEqualTo("every 1 s");
  }

  @Test
  void theCsvHasALineForEachRun() {
    List<String> lines = findings(1, "cpu-bound").figures().csv().lines().toList();
    assertThat(lines).hasSize(1 + 6);
    assertThat(lines.get(0)).startsWith("bench,policy,seed,").contains("scenario", "costSeconds");
    assertThat(lines.get(1)).startsWith("virtual,oracle,1,").contains(",cpu-bound,");
    assertThat(lines)
        .extracting(line -> line.chars().filter(c -> c == ',').count())
        .containsOnly(lines.get(0).chars().filter(c -> c == ',').count());
  }

  @Test
  void aPageOfOneScenarioAndOneOfTwoSayFirstWhoWon() {
    Findings one = findings(1, "cpu-bound");
    assertThat(one.page().summary())
        .contains("littles-law came nearest", "one seed", "cores 1.00")
        .doesNotContain("geometric");
    assertThat(pictures(one)).isEqualTo(3);
    Findings two = findings(1, "cpu-bound", "half-core");
    assertThat(two.page().summary()).startsWith("Over 2 scenarios and one seed each,");
    assertThat(pictures(two)).isEqualTo(6);
  }

  @Test
  void everyPeerTakesPartTwiceAndTheDefaultPolicyOnce() {
    assertThat(Contenders.all())
        .extracting(contender -> contender.name())
        .startsWith("flyball")
        .contains("littles-law (as shipped)", "littles-law (best)")
        .contains("netflix-vegas (as shipped)", "netflix-vegas (best)")
        .doesNotHaveDuplicates()
        .hasSize(1 + 2 * Peers.all().size());
  }

  @Test
  void aScenarioThatCannotBeRealIsRefusedBeforeAnythingIsRun() {
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            RaceExperiment.of(
                RaceExperiment.Bench.REAL,
                List.of(Scenarios.named("core-lost")),
                Contenders.of(List.of("littles-law")),
                1,
                "./flyball race"))
        .withMessageContaining("'core-lost' cannot run on the real bench");
  }

  private static long pictures(Findings findings) {
    return findings.page().sections().stream().filter(Picture.class::isInstance).count();
  }
}
