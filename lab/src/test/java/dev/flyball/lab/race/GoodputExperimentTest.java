package dev.flyball.lab.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.flyball.lab.report.Findings;
import dev.flyball.lab.report.Section.Picture;
import dev.flyball.lab.report.Table;
import dev.flyball.lab.report.Table.Column;
import dev.flyball.policy.Limits;
import dev.flyball.sim.Contender;
import dev.flyball.sim.scenario.Pool;
import dev.flyball.sim.scenario.RandomGoodputScenarios;
import dev.flyball.sim.scenario.Scenarios;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What is told of a race by goodput, and who takes part in it. */
class GoodputExperimentTest {

  private static final long LENGTH_NANOS = 15_000_000_000L;
  private static final List<Contender> TWO =
      GoodputContenders.of(List.of("always(workers=20)", "200 threads"));

  private static Findings findings(String... scenarios) {
    return GoodputExperiment.of(
            Stream.of(scenarios)
                .map(Scenarios::named)
                .map(it -> it.shortened(LENGTH_NANOS))
                .toList(),
            TWO,
            1,
            "./flyball race --goodput")
        .run(Runnable::run, Laps.Listener.NONE);
  }

  @Test
  void theFiguresHaveARowForEachRunAndTheBoards() {
    JsonNode json = JsonMapper.shared().readTree(findings("servers-200").figures().json());
    assertThat(json.get("scenario").asString()).isEqualTo("servers-200");
    assertThat(json.get("complete").asBoolean()).isTrue();
    assertThat(json.get("rows").size()).isEqualTo(3);
    JsonNode row = json.get("boards").get(0).get("rows").get(1);
    assertThat(row.get("policy").asString()).isEqualTo("always(workers=20)");
    assertThat(row.get("ratio").asDouble()).isGreaterThan(0.9);
    assertThat(row.get("goodShare").asDouble()).isBetween(0.4, 0.6);
    assertThat(row.get("turnedAwayShare").asDouble()).isBetween(0.4, 0.6);
    assertThat(row.get("recoverySeconds").isNull()).isTrue();
    assertThat(json.get("overall").get(0).get("role").asString()).isEqualTo("oracle");
  }

  @Test
  void aBoardHasOnlyTheColumnsThatAScenarioHas() {
    assertThat(titles("servers-200")).doesNotContain("recovery", "critical", "normal");
    assertThat(titles("classes-then-calm"))
        .contains("recovery", "critical", "normal", "low")
        .doesNotContain("high");
  }

  private static List<String> titles(String scenario) {
    Findings findings = findings(scenario);
    assertThat(findings.page().sections()).hasAtLeastOneElementOfType(Picture.class);
    return findings.page().sections().stream()
        .filter(Table.class::isInstance)
        .map(Table.class::cast)
        .findFirst()
        .orElseThrow()
        .columns()
        .stream()
        .map(Column::name)
        .toList();
  }

  @Test
  void drawnScenariosHaveStandingsAndNoBoards() {
    Findings findings =
        GoodputExperiment.drawn(
                LongStream.range(1, 4).mapToObj(RandomGoodputScenarios::of).toList(),
                TWO,
                "./flyball race --goodput --random 3")
            .run(Runnable::run, Laps.Listener.NONE);
    JsonNode json = JsonMapper.shared().readTree(findings.figures().json());
    assertThat(json.get("scenarios").size()).isEqualTo(3);
    assertThat(json.has("boards")).isFalse();
    assertThat(findings.page().sections().stream().filter(Picture.class::isInstance)).hasSize(1);
  }

  @Test
  void rulesThatShedByClassHaveATableOfTheirOwn() {
    Findings findings =
        GoodputExperiment.of(
                Stream.of("classes", "classes-then-calm")
                    .map(Scenarios::named)
                    .map(it -> it.shortened(LENGTH_NANOS))
                    .toList(),
                GoodputContenders.of(
                    List.of("best-size, standard", "always(workers=20), dagor(alpha=20%)")),
                1,
                "./flyball race --goodput --classes")
            .run(Runnable::run, Laps.Listener.NONE);
    JsonNode classes = JsonMapper.shared().readTree(findings.figures().json()).get("classes");
    assertThat(classes.size()).isEqualTo(3);
    assertThat(classes.get(1).get("policy").asString()).isEqualTo("best-size, standard");
    assertThat(classes.get(1).get("highestGoodShare").asDouble()).isGreaterThan(0.97);
    assertThat(classes.get(1).get("lowestGoodShare").asDouble()).isLessThan(0.3);
  }

  @Test
  void aRuleIsNamedBehindTheSizes() {
    assertThat(ClassContenders.all()).extracting(Contender::name).doesNotHaveDuplicates();
    assertThat(Scenarios.goodput().stream().map(Scenarios::named).filter(ClassContenders::suits))
        .extracting(scenario -> scenario.name())
        .containsExactly("classes", "classes-then-calm");
    for (Contender row : ClassContenders.all()) {
      assertThat(ClassContenders.named(row.name())).isPresent();
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> GoodputContenders.of(List.of("best-size, dagor(alfa=5%)")))
        .withMessageContaining("alpha");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> GoodputContenders.of(List.of("best-size, dagor(alpha=500%)")));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> GoodputContenders.of(List.of("flybal, dagor")));
  }

  @Test
  void everyContenderChoosesWhoGetsIn() {
    Pool plan = Scenarios.named("servers-200").pools().get(0);
    assertThat(GoodputContenders.all()).extracting(Contender::name).doesNotHaveDuplicates();
    for (Contender contender : GoodputContenders.all()) {
      assertThat(contender.queueCapacity(plan))
          .isEqualTo(contender.name().endsWith("(rejects)") ? 0 : Integer.MAX_VALUE);
    }
    assertThat(GoodputContenders.of(List.of("littles-law")).get(0).admission(plan)).isPresent();
    assertThat(GoodputContenders.of(List.of("unbounded")).get(0).admission(plan)).isEmpty();
    assertThat(
            GoodputContenders.of(List.of("netflix-vegas(window=100ms)")).get(0).queueCapacity(plan))
        .isZero();
    assertThat(plan.limits()).isEqualTo(Limits.of(1, 500));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> GoodputContenders.of(List.of("litles-law")));
  }
}
