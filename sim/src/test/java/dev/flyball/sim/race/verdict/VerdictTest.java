package dev.flyball.sim.race.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.sim.Contender;
import dev.flyball.sim.race.Board;
import dev.flyball.sim.race.Lap;
import dev.flyball.sim.race.RaceResult;
import dev.flyball.sim.race.verdict.Change.InScenario;
import dev.flyball.sim.scenario.Scenarios;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A verdict on Little's law from a race of two scenarios. */
class VerdictTest {

  private static final Lineup LINEUP =
      new Lineup(
          "littles-law",
          List.of(Contender.policy("moving-average"), Contender.policy("hill-climb")),
          List.of(Contender.fixed("six", 6)),
          Duration.ofMillis(250),
          List.of(),
          List.of(new Variation("drain", "5s", "20s", BigDecimal.valueOf(4))));

  private final RaceResult result =
      LINEUP.race(List.of(Scenarios.named("step-up"), Scenarios.named("flat")), 2).run();
  private final Verdict verdict = Verdict.of(LINEUP, result).orElseThrow();

  @Test
  void everybodyRunsInOneRaceAndPeersThatArePoliciesTwice() {
    assertThat(result.race().contenders())
        .extracting(Contender::name)
        .containsExactly(
            "littles-law",
            "moving-average",
            "hill-climb",
            "six",
            "moving-average every 250ms",
            "hill-climb every 250ms",
            "littles-law(drain=20s)");
  }

  @Test
  void eachPlaceHasTheBestPeerOfItsBoard() {
    assertThat(verdict.standing().places())
        .extracting(Place::scenario, Place::saturated)
        .containsExactly(
            org.assertj.core.api.Assertions.tuple("step-up", false),
            org.assertj.core.api.Assertions.tuple("flat", true));
    for (int i = 0; i < 2; i++) {
      Board board = result.boards().get(i);
      Place place = verdict.standing().places().get(i);
      assertThat(place.own()).isEqualTo(board.row("littles-law"));
      assertThat(place.peer().regret())
          .isEqualTo(least(board, "moving-average", "hill-climb", "six"));
      assertThat(place.oftenPeer().regret())
          .isEqualTo(least(board, "moving-average every 250ms", "hill-climb every 250ms", "six"));
    }
  }

  private static double least(Board board, String... names) {
    return List.of(names).stream()
        .mapToDouble(name -> board.row(name).regret())
        .min()
        .orElseThrow();
  }

  @Test
  void overallRegretsAreGeometricMeans() {
    Board stepUp = result.boards().get(0);
    Board flat = result.boards().get(1);
    double own = stepUp.row("littles-law").regret() * flat.row("littles-law").regret();
    assertThat(verdict.standing().own().regret()).isCloseTo(Math.sqrt(own), within(1e-9));
  }

  @Test
  void aVariationIsComparedInEachScenarioTheWorstFirst() {
    Change drained = verdict.variations().get(0);
    assertThat(drained.what()).isEqualTo("drain=20s");
    assertThat(drained.usualRegret()).isEqualTo(verdict.standing().own().regret());
    assertThat(drained.scenarios())
        .hasSize(2)
        .isSortedAccordingTo((a, b) -> Double.compare(b.growth(), a.growth()));
    for (InScenario in : drained.scenarios()) {
      Board board = board(in.scenario());
      assertThat(in.usualRegret()).isEqualTo(board.row("littles-law").regret());
      assertThat(in.changedRegret()).isEqualTo(board.row("littles-law(drain=20s)").regret());
    }
  }

  private Board board(String scenario) {
    return result.boards().stream()
        .filter(board -> board.scenario().name().equals(scenario))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aRaceThatEndedEarlyIsJudgedByTheScenariosThatWereDone() {
    List<Lap> half = result.laps().subList(0, result.laps().size() / 2 + 1);
    Verdict early = Verdict.of(LINEUP, new RaceResult(result.race(), half)).orElseThrow();
    assertThat(early.standing().places()).containsExactly(verdict.standing().places().get(0));
    assertThat(Verdict.of(LINEUP, new RaceResult(result.race(), half.subList(0, 3)))).isEmpty();
  }
}
