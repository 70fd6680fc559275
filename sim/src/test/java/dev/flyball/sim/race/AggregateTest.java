package dev.flyball.sim.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.sim.Contender;
import dev.flyball.sim.VirtualBench;
import dev.flyball.sim.scenario.Scenario;
import dev.flyball.sim.scenario.Scenarios;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Means, medians, and boards that are made of either. */
class AggregateTest {

  private static double of(Aggregate aggregate, Double... values) {
    return aggregate.of(List.of(values), value -> value);
  }

  @Test
  void aMedianIsTheOneInTheMiddleOrHalfwayBetweenTwo() {
    assertThat(of(Aggregate.MEDIAN, 7.0)).isEqualTo(7);
    assertThat(of(Aggregate.MEDIAN, 9.0, 1.0, 2.0)).isEqualTo(2);
    assertThat(of(Aggregate.MEDIAN, 9.0, 1.0, 2.0, 4.0)).isEqualTo(3);
    assertThat(of(Aggregate.MEAN, 9.0, 1.0, 2.0)).isEqualTo(4);
  }

  @Test
  void oneThatIsNotKnownMakesTheMiddleUnknown() {
    assertThat(of(Aggregate.MEDIAN, 1.0, Double.NaN, 2.0)).isNaN();
    assertThat(of(Aggregate.MEAN, 1.0, Double.NaN, 2.0)).isNaN();
  }

  /** One run in three costs a hundred times as much: a median does not know, a mean does. */
  @Test
  void aDisturbedRunMovesTheMeanAndNotTheMedian() {
    assertThat(regretOfDisturbed(Aggregate.MEDIAN)).isLessThan(3);
    assertThat(regretOfDisturbed(Aggregate.MEAN)).isGreaterThan(10);
  }

  private static double regretOfDisturbed(Aggregate aggregate) {
    Scenario scenario = Scenarios.named("io-bound").shortened(3_000_000_000L);
    Contender contender = Contender.fixed("sixty", 60);
    Contender disturbed = Contender.fixed("one", 1);
    Race.Bench bench =
        (run, seed, who) ->
            VirtualBench.run(run, seed, who.name().equals("sixty") && seed == 2 ? disturbed : who);
    Board board =
        new Race(List.of(scenario), List.of(contender), 3, bench, aggregate).run().boards().get(0);
    return board.row("sixty").regret();
  }
}
