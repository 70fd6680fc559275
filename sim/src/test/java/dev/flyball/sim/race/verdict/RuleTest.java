package dev.flyball.sim.race.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.sim.race.Board.Role;
import dev.flyball.sim.race.Board.Row;
import dev.flyball.sim.race.Ranking;
import dev.flyball.sim.race.verdict.Change.InScenario;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which figures keep to which rules, where the oracle is saturated and where it is not. */
class RuleTest {

  private static Row row(
      String name, double regret, double throughput, double p95, double workers) {
    return new Row(
        name, Role.CONTENDER, regret, 1, throughput, 1, p95, 1, workers, 0, 0, 0, 1, 1, 0);
  }

  private static Row peer(double regret) {
    return row("peer", regret, 1, 1, 1);
  }

  private static List<Rule> broken(Row own, double peerRegret, double saturatedShare) {
    return new Place("here", own, peer(peerRegret), peer(1), saturatedShare)
        .shortfalls().stream().map(Shortfall::rule).toList();
  }

  @Test
  void throughputCountsWhereTheOracleIsSaturatedAndP95Elsewhere() {
    Row slow = row("own", 1, 0.96, 1.2, 1);
    assertThat(broken(slow, 1, 0.51)).containsExactly(Rule.THROUGHPUT);
    assertThat(broken(slow, 1, 0.5)).containsExactly(Rule.RESPONSE_P95);
  }

  @Test
  void everyBoundItselfIsKept() {
    assertThat(broken(row("own", 1.15, 0.97, 1.10, 1.3), 1, 0)).isEmpty();
    assertThat(broken(row("own", 1.15, 0.97, 1.10, 1.3), 1, 1)).isEmpty();
    assertThat(broken(row("own", 1.151, 1, 1.101, 1.301), 1, 0))
        .containsExactly(Rule.NEAR_THE_BEST_PEER, Rule.RESPONSE_P95, Rule.WORKER_TIME);
  }

  @Test
  void aFigureThatIsNotKnownIsNotKept() {
    assertThat(broken(row("own", 1, 1, Double.NaN, 1), 1, 0)).containsExactly(Rule.RESPONSE_P95);
  }

  @Test
  void overallItIsToBeFirstAndHaveHalfTheRegret() {
    assertThat(standing(1.2, 2.4).shortfalls()).isEmpty();
    assertThat(standing(1.2, 1.6).shortfalls())
        .containsExactly(new Shortfall("overall", Rule.HALF_THE_BEST_PEER, 1.2 / 1.6));
    assertThat(standing(1.7, 1.6).shortfalls())
        .extracting(Shortfall::rule)
        .containsExactly(Rule.FIRST, Rule.HALF_THE_BEST_PEER);
    assertThat(standing(1.25, 1.5).excessRatio()).isEqualTo(0.5);
    assertThat(standing(1.25, 1).excessRatio()).isNaN();
  }

  private static Standing standing(double own, double peer) {
    return new Standing(List.of(), standing("own", own), standing("peer", peer), standing("o", 1));
  }

  private static Ranking.Standing standing(String name, double regret) {
    return new Ranking.Standing(name, Role.CONTENDER, regret, regret, "here");
  }

  @Test
  void aPartCostsNothingWhereNoScenarioSuffersByMoreThanAHundredth() {
    Change free = change(new InScenario("a", 1, 1.009), new InScenario("b", 2, 1));
    assertThat(free.costsNothing()).isTrue();
    assertThat(free.worst().scenario()).isEqualTo("a");
    assertThat(free.best().growth()).isEqualTo(-0.5);
    assertThat(change(new InScenario("a", 1, 1.02)).costsNothing()).isFalse();
  }

  private static Change change(InScenario... worstFirst) {
    return new Change("part", 1, 1, List.of(worstFirst));
  }
}
