package dev.flyball.sim.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.sim.Contender;
import dev.flyball.sim.Outcome;
import dev.flyball.sim.PoolOutcome;
import dev.flyball.sim.race.Board.Role;
import dev.flyball.sim.race.Order.Criterion;
import dev.flyball.sim.race.Order.Figure;
import dev.flyball.sim.race.Order.Place;
import dev.flyball.sim.scenario.Scenarios;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Contenders in order under several prices and by several figures, on two small scenarios. */
class OrderTest {

  private static final List<Contender> FOUR =
      List.of(
          Contender.fixed("two", 2),
          Contender.policy("littles-law"),
          Contender.fixed("four", 4),
          Contender.fixed("eighty", 80));

  private static final RaceResult RESULT =
      Race.virtual(List.of(Scenarios.named("cpu-bound"), Scenarios.named("overload")), FOUR, 2)
          .run();

  @Test
  void theCostHasOneFormulaWhateverThePrices() {
    Outcome outcome = RESULT.laps("overload").get(1).outcome();
    PoolOutcome pool = outcome.pools().get(0);
    assertThat(pool.lost()).isPositive();
    double expected =
        (pool.inSystemNanos() / 1e9 + 0.3 * pool.workerNanos() / 1e9 + 2.0 * pool.lost())
            / outcome.offered();
    assertThat(Cost.secondsPerTask(outcome, new Prices(0.3, 2))).isCloseTo(expected, within(1e-9));
    assertThat(Cost.secondsPerTask(outcome, Prices.STANDARD))
        .isEqualTo(Cost.secondsPerTask(outcome));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Prices.STANDARD.withWorker(0))
        .withMessage("worker must be a finite number above 0.0 but was 0.0");
  }

  @Test
  void underAnyPricesNobodyIsBelowOneAndTheCheapestIsTheReference() {
    for (Criterion criterion : Criterion.ALL) {
      for (Board board : RESULT.boards(criterion.prices())) {
        assertThat(board.rows()).allMatch(row -> row.role() == Role.ORACLE || row.regret() >= 1);
        assertThat(board.rows().get(0).regret()).isEqualTo(1);
      }
    }
  }

  @Test
  void aDearWorkerPutsTheLargestPoolLower() {
    List<Order> orders = Order.all(RESULT);
    double standard = order(orders, Prices.STANDARD).value("eighty");
    assertThat(order(orders, Prices.STANDARD.withWorker(0.3)).value("eighty"))
        .isGreaterThan(standard);
    assertThat(order(orders, Prices.STANDARD.withWorker(0.03)).value("eighty"))
        .isLessThan(standard);
  }

  private static Order order(List<Order> orders, Prices prices) {
    return orders.stream()
        .filter(order -> order.criterion().equals(new Criterion(Figure.REGRET, prices)))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theFirstOrderIsThatOfTheRanking() {
    List<Ranking.Standing> contenders =
        Ranking.of(RESULT.boards()).standings().stream()
            .filter(standing -> standing.role() == Role.CONTENDER)
            .toList();
    Order first = Order.all(RESULT).get(0);
    assertThat(first.places())
        .isEqualTo(
            contenders.stream()
                .map(standing -> new Place(standing.name(), standing.regret()))
                .toList());
    assertThat(first.place(contenders.get(2).name())).isEqualTo(3);
  }

  @Test
  void ofGoodputMoreIsBetterAndOfTimesLess() {
    List<Order> orders = Order.all(RESULT);
    assertThat(orders.get(5).criterion().figure()).isEqualTo(Figure.GOODPUT);
    assertThat(orders.get(5).places())
        .isSortedAccordingTo((a, b) -> Double.compare(b.value(), a.value()));
    assertThat(orders.get(5).value("two"))
        .isEqualTo(Ratio.mean(RESULT.boards(), board -> board.row("two").goodShare()));
    assertThat(orders.get(4).criterion().figure()).isEqualTo(Figure.RESPONSE_P99);
    assertThat(orders.get(4).places())
        .isSortedAccordingTo((a, b) -> Double.compare(a.value(), b.value()));
  }

  @Test
  void aLapWithoutItsHistoryIsJudgedTheSame() {
    RaceResult kept =
        new RaceResult(RESULT.race(), RESULT.laps().stream().map(Lap::withoutHistory).toList());
    assertThat(kept.laps())
        .allMatch(lap -> lap.outcome().pools().stream().allMatch(pool -> pool.resizes() == 0));
    assertThat(RESULT.laps())
        .anyMatch(lap -> lap.outcome().pools().stream().anyMatch(pool -> pool.resizes() > 0));
    for (Criterion criterion : Criterion.ALL) {
      assertThat(kept.boards(criterion.prices())).isEqualTo(RESULT.boards(criterion.prices()));
    }
  }

  @Test
  void theAvoidableCostGoodputAndLossesOfARowAreItsOwn() {
    Board board = RESULT.boards().get(1);
    assertThat(board.row("oracle").avoidableRatio()).isEqualTo(1);
    Board.Row two = board.row("two");
    assertThat(two.avoidableRatio())
        .as("the same, less what nobody avoids")
        .isGreaterThan(two.regret());
    List<Lap> laps =
        RESULT.laps("overload").stream()
            .filter(lap -> lap.contender().name().equals("two"))
            .toList();
    assertThat(two.goodShare()).isEqualTo(Ratio.mean(laps, lap -> lap.score().goodShare()));
    assertThat(two.lostTasks()).isEqualTo(Ratio.mean(laps, Lap::lostTasks)).isPositive();
  }
}
