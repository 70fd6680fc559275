package dev.flyball.lab.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.lab.race.RaceExperiment.Bench;
import dev.flyball.lab.report.Findings;
import dev.flyball.lab.report.Headline;
import dev.flyball.sim.Contender;
import dev.flyball.sim.VirtualBench;
import dev.flyball.sim.race.Aggregate;
import dev.flyball.sim.race.Race;
import dev.flyball.sim.race.RaceResult;
import dev.flyball.sim.scenario.Scenario;
import dev.flyball.sim.scenario.Scenarios;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What is told of a race on both benches; for the real one stands another that needs no time. */
class BenchComparisonTest {

  private static final Scenario STEP = Scenarios.named("step-up").shortened(6_000_000_000L);
  private static final Contender LITTLE = Contender.policy("littles-law");
  private static final Contender CLIMB = Contender.policy("hill-climb");

  private static Findings findings(Race.Bench real) {
    List<Contender> contenders = List.of(LITTLE, CLIMB);
    BenchComparison comparison =
        new BenchComparison(
            RaceExperiment.virtual(List.of(STEP), contenders, 3, Aggregate.MEDIAN, "command"),
            new RaceExperiment(
                new Race(List.of(STEP), contenders, 3, real, Aggregate.MEDIAN),
                Bench.REAL,
                false,
                "command",
                List.of("one was late")));
    return comparison.run(Runnable::run, Runnable::run, Laps.Listener.NONE, Laps.Listener.NONE);
  }

  private static JsonNode json(Findings findings) {
    return JsonMapper.shared().readTree(findings.figures().json());
  }

  @Test
  void twoBenchesThatAreTheSameHaveTheSameOrder() {
    Findings findings = findings(VirtualBench::run);
    assertThat(findings.page().headline().text()).startsWith("In 1 of 1 scenarios the first three");
    JsonNode json = json(findings);
    assertThat(json.get("bench").asString()).isEqualTo("both");
    assertThat(json.get("complete").asBoolean()).isTrue();
    assertThat(json.get("doubts").get(0).asString()).isEqualTo("one was late");
    JsonNode board = json.get("boards").get(0);
    assertThat(board.get("sameOrder").asBoolean()).isTrue();
    for (JsonNode row : board.get("rows")) {
      assertThat(row.get("real")).isEqualTo(row.get("virtual"));
    }
    assertThat(json.get("rows").size()).isEqualTo(2 * 3 * (1 + 2 + 3));
    assertThat(findings.figures().csv()).contains("virtual").contains("real");
  }

  /** On the other bench the climber has the sizes of the one it lost to, and he its. */
  @Test
  void twoWhoChangePlacesAreNamed() {
    JsonNode board =
        json(findings((scenario, seed, who) -> VirtualBench.run(scenario, seed, other(who))))
            .get("boards")
            .get(0);
    assertThat(board.get("sameOrder").asBoolean()).isFalse();
    JsonNode swap = board.get("swaps").get(0);
    assertThat(swap.get("firstVirtually").asString()).isEqualTo("littles-law");
    assertThat(swap.get("firstReally").asString()).isEqualTo("hill-climb");
  }

  private static Contender other(Contender who) {
    return switch (who.name()) {
      case "littles-law" -> CLIMB;
      case "hill-climb" -> LITTLE;
      default -> who;
    };
  }

  /** The second scenario is never reached on real threads. */
  @Test
  void aRealHalfThatIsEndedEarlyIsComparedAsFarAsItWent() {
    List<Scenario> scenarios = List.of(STEP, Scenarios.named("closed-10"));
    RaceExperiment virtual =
        RaceExperiment.virtual(scenarios, List.of(LITTLE), 1, Aggregate.MEDIAN, "command");
    BenchComparison comparison = new BenchComparison(virtual, virtual);
    RaceResult whole = virtual.race().run();
    RaceResult half = new RaceResult(virtual.race(), whole.laps("step-up"));
    Findings findings = comparison.findings(whole, half);
    JsonNode json = json(findings);
    assertThat(json.get("complete").asBoolean()).isFalse();
    assertThat(json.get("boards").size()).isEqualTo(1);
    assertThat(json.get("overallVirtual")).isEqualTo(json.get("overallReal"));
    assertThat(findings.page().headline().doubts()).contains(Headline.ENDED_EARLY);
    Findings nothing = comparison.findings(whole, new RaceResult(virtual.race(), List.of()));
    assertThat(nothing.page().headline().text())
        .startsWith("No scenario was run to its end on both");
  }

  @Test
  void whatItTakesIsKnownBefore() {
    RaceExperiment real =
        new RaceExperiment(
            new Race(List.of(STEP), List.of(LITTLE), 5, VirtualBench::run, Aggregate.MEDIAN),
            Bench.REAL,
            false,
            "command",
            List.of());
    Duration each = Duration.ofSeconds(2 + 5 * 6);
    assertThat(real.leastTime()).contains(each.multipliedBy(1 + 1 + 3));
  }
}
