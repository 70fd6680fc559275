package dev.flyball.sim.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.sim.Contender;
import dev.flyball.sim.Outcome;
import dev.flyball.sim.PoolOutcome;
import dev.flyball.sim.VirtualBench;
import dev.flyball.sim.race.Board.Role;
import dev.flyball.sim.race.Ranking.Standing;
import dev.flyball.sim.scenario.Scenario;
import dev.flyball.sim.scenario.Scenarios;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

/** Scores, boards and the ranking, on two small scenarios. */
class RaceTest {

  private static final Scenario CPU = Scenarios.named("cpu-bound");
  private static final Scenario OVERLOAD = Scenarios.named("overload");
  private static final List<Contender> THREE =
      List.of(
          Contender.fixed("one", 1), Contender.policy("littles-law"), Contender.fixed("four", 4));

  private static final RaceResult RESULT = Race.virtual(List.of(CPU, OVERLOAD), THREE, 2).run();

  @Test
  void theCostIsWhatItsFormulaSays() {
    Outcome outcome = VirtualBench.run(OVERLOAD, 1, Contender.fixed("two", 2));
    PoolOutcome pool = outcome.pools().get(0);
    assertThat(pool.whole().flow().rejected()).isPositive();
    double expected =
        (pool.inSystemNanos() / 1e9
                + 0.1 * pool.workerNanos() / 1e9
                + 10.0 * (pool.whole().flow().rejected() + pool.unfinished()))
            / outcome.offered();
    assertThat(Cost.secondsPerTask(outcome)).isCloseTo(expected, within(1e-9));
  }

  @Test
  void aScoreCountsWhatTheOutcomeDid() {
    Outcome outcome = VirtualBench.run(CPU, 1, Contender.fixed("two", 2));
    Score score = Score.of(CPU, outcome);
    PoolOutcome pool = outcome.pools().get(0);
    assertThat(score.completedShare()).isEqualTo(1);
    assertThat(score.throughputPerSecond())
        .isEqualTo(pool.completedInLength() / (CPU.lengthNanos() / 1e9));
    assertThat(score.responseMeanSeconds())
        .isCloseTo(pool.whole().meanResponseSeconds().orElseThrow(), within(1e-12));
    assertThat(score.resizes()).isZero();
    assertThat(score.settleSeconds()).isZero();
    assertThat(score.workersMean()).isBetween(1.0, 2.0);
  }

  @Test
  void lapsAreInOrderAndHaveTheSeedsOfTheirScenario() {
    assertThat(RESULT.complete()).isTrue();
    assertThat(RESULT.laps()).hasSize(2 * 2 * (1 + 3 + 3));
    assertThat(RESULT.laps().subList(0, 7))
        .extracting(lap -> lap.contender().name())
        .containsExactly("oracle", "one", "littles-law", "four", "unbounded", "cores", "2 x cores");
    assertThat(RESULT.laps("overload")).extracting(Lap::seed).containsOnly(1L, 2L);
  }

  @Test
  void theOracleIsOnTopTheReferencesBelowAndContendersByRegret() {
    Board board = RESULT.boards().get(0);
    assertThat(board.rows().get(0).name()).isEqualTo("oracle");
    assertThat(board.rows().get(0).regret()).isEqualTo(1);
    assertThat(board.rows().subList(1, 4))
        .isSortedAccordingTo((a, b) -> Double.compare(a.regret(), b.regret()))
        .allMatch(row -> row.role() == Role.CONTENDER);
    assertThat(board.rows().subList(4, 7))
        .extracting(Board.Row::name)
        .containsExactly("unbounded", "cores", "2 x cores");
    assertThat(board.rows()).allMatch(row -> row.regret() >= 1);
    assertThat(board.row("one").regret()).isGreaterThan(board.row("littles-law").regret());
  }

  @Test
  void eachColumnOfARowIsItsOwnFigure() {
    List<Score> one = scores("one");
    List<Score> oracle = scores("oracle");
    Board.Row row = RESULT.boards().get(0).row("one");
    assertThat(row.responseP95Ratio())
        .isEqualTo(ratio(one, oracle, Score::responseP95Seconds))
        .isNotEqualTo(row.responseP99Ratio());
    assertThat(row.responseP99Ratio()).isEqualTo(ratio(one, oracle, Score::responseP99Seconds));
    assertThat(row.responseMeanRatio()).isEqualTo(ratio(one, oracle, Score::responseMeanSeconds));
    assertThat(row.throughputRatio()).isEqualTo(ratio(one, oracle, Score::throughputPerSecond));
    assertThat(row.workerSecondsRatio()).isEqualTo(ratio(one, oracle, Score::workerSeconds));
    Board.Row governed = RESULT.boards().get(0).row("littles-law");
    assertThat(governed.resizes())
        .isEqualTo(Ratio.mean(scores("littles-law"), Score::resizes))
        .isPositive();
  }

  @Test
  void ofSeveralPoolsTheSlowestHasTheQuantiles() {
    Scenario twoPools = Scenarios.named("two-pools");
    Outcome outcome = VirtualBench.run(twoPools, 1, Contender.fixed("four", 4));
    Score score = Score.of(twoPools, outcome);
    for (PoolOutcome pool : outcome.pools()) {
      assertThat(pool.whole().times().responseQuantiles().p95Nanos() / 1e9)
          .isLessThanOrEqualTo(score.responseP95Seconds());
    }
  }

  @Test
  void aPartOfACoreIsRoundedUp() {
    Scenario half = Scenarios.named("half-core");
    Outcome outcome = VirtualBench.run(half, 1, Contender.coresTimes("3 x cores", 3));
    assertThat(outcome.pools().get(0).sizes().get(0).workers()).isEqualTo(2);
  }

  private List<Score> scores(String contender) {
    return RESULT.laps("cpu-bound").stream()
        .filter(lap -> lap.contender().name().equals(contender))
        .map(Lap::score)
        .toList();
  }

  private static double ratio(
      List<Score> scores, List<Score> oracle, ToDoubleFunction<Score> figure) {
    return Ratio.of(Ratio.mean(scores, figure), Ratio.mean(oracle, figure));
  }

  @Test
  void theRankingIsTheGeometricMean() {
    List<Board> boards = RESULT.boards();
    Ranking ranking = Ranking.of(boards);
    assertThat(ranking.standings()).hasSize(7);
    Standing one =
        ranking.standings().stream()
            .filter(standing -> standing.name().equals("one"))
            .findFirst()
            .orElseThrow();
    double first = boards.get(0).row("one").regret();
    double second = boards.get(1).row("one").regret();
    assertThat(one.regret()).isCloseTo(Math.sqrt(first * second), within(1e-9));
    assertThat(one.worstRegret()).isEqualTo(Math.max(first, second));
    assertThat(one.worstScenario()).isEqualTo(first > second ? "cpu-bound" : "overload");
  }

  @Test
  void aScenarioThatWasNotRunToItsEndHasNoBoard() {
    RaceResult part = new RaceResult(RESULT.race(), RESULT.laps().subList(0, 20));
    assertThat(part.complete()).isFalse();
    assertThat(part.boards())
        .extracting(board -> board.scenario().name())
        .containsOnly("cpu-bound");
  }

  @Test
  void everybodyHasANameOfHisOwn() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Race.virtual(List.of(CPU, CPU), THREE, 1))
        .withMessage("scenarios must each have a name of its own but two were 'cpu-bound'");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Race.virtual(List.of(CPU), List.of(Contender.fixed("oracle", 1)), 1))
        .withMessage("contenders must each have a name of its own but two were 'oracle'");
  }

  @Test
  void whatEndsAtTheLastMomentCountsForAContenderWhoIsAskedThen() {
    Scenario tiny = Scenarios.named("tiny-tasks");
    Outcome governed = VirtualBench.run(tiny, 1, Contender.policy("littles-law"));
    Outcome fixed = VirtualBench.run(tiny, 1, Contender.fixed("ten", 10));
    assertThat(governed.pools().get(0).completedInLength())
        .isCloseTo(fixed.pools().get(0).completedInLength(), within(10L));
  }
}
