package dev.flyball.sim.race.goodput;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.admission.DeadlineAdmission;
import dev.flyball.admission.Importance;
import dev.flyball.sim.Contender;
import dev.flyball.sim.race.Board.Role;
import dev.flyball.sim.race.Race;
import dev.flyball.sim.race.RaceResult;
import dev.flyball.sim.scenario.Scenario;
import dev.flyball.sim.scenario.Scenarios;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The boards of a goodput race. */
class GoodputBoardTest {

  private static final long LENGTH_NANOS = 20_000_000_000L;
  private static final Contender RIGHT =
      Contender.admitting("right", DeadlineAdmission.standard(), Contender.fixed("f", 22));
  private static final Contender FEW =
      Contender.admitting("few", DeadlineAdmission.standard(), Contender.fixed("f", 5));
  private static final Contender PLAIN = Contender.fixed("plain", 22);

  private static final List<GoodputBoard> BOARDS =
      GoodputBoard.of(race(1, "servers-200", "plain-slow-5", "classes"));

  private static RaceResult race(int seeds, String... names) {
    List<Scenario> scenarios =
        Stream.of(names).map(Scenarios::named).map(it -> it.shortened(LENGTH_NANOS)).toList();
    return Race.forGoodput(scenarios, List.of(PLAIN, FEW, RIGHT), seeds).run();
  }

  @Test
  void theOracleIsOnTopAndTheBestIsNext() {
    GoodputBoard board = BOARDS.get(0);
    assertThat(board.rows().stream().map(GoodputBoard.Row::name))
        .containsExactly("oracle", "right", "few", "plain");
    assertThat(board.rows().get(0).role()).isEqualTo(Role.ORACLE);
    assertThat(board.row("oracle").ratio()).isEqualTo(1);
    assertThat(board.row("oracle").goodShare()).isBetween(0.49, 0.54);
    assertThat(board.row("right").ratio()).isBetween(0.95, 1.0);
    assertThat(board.row("few").ratio()).isBetween(0.2, 0.3);
    assertThat(board.row("plain").ratio()).isLessThan(0.1);
    assertThat(board.row("plain").turnedAwayShare()).isZero();
    assertThat(board.row("right").recoverySeconds()).isNaN();
  }

  @Test
  void tooFewWorkersTurnAwayWhatCouldBeServed() {
    GoodputBoard board = BOARDS.get(1);
    assertThat(board.row("oracle").goodShare()).isGreaterThan(0.999);
    assertThat(board.row("few").turnedAwayShare()).isGreaterThan(0.1);
    assertThat(board.row("few").needlessShare()).isEqualTo(board.row("few").turnedAwayShare());
    assertThat(board.row("oracle").needlessShare()).isZero();
    assertThat(board.row("few").recoverySeconds()).isNotNaN();
  }

  @Test
  void eachClassHasAGoodputOfItsOwn() {
    GoodputBoard.Row right = BOARDS.get(2).row("right");
    assertThat(right.goodShareOf(Importance.CRITICAL)).isGreaterThan(0.95);
    assertThat(right.goodShareOf(Importance.LOW)).isLessThan(0.05);
    assertThat(right.goodShareOf(Importance.HIGH)).isNaN();
  }

  @Test
  void standingsAreOverAllScenarios() {
    List<GoodputStanding> standings = GoodputStanding.of(BOARDS.subList(0, 2));
    assertThat(standings.stream().map(GoodputStanding::name).limit(2))
        .containsExactly("oracle", "right");
    GoodputStanding plain =
        standings.stream().filter(it -> it.name().equals("plain")).findFirst().orElseThrow();
    assertThat(plain.worst().name()).isEqualTo("servers-200");
    assertThat(plain.ratios()).hasSize(2).isSorted();
    assertThat(plain.worstRatio()).isEqualTo(plain.quantile(0.5));
    assertThat(plain.below(0.8)).isEqualTo(1);
  }

  @Test
  void isTheSameEveryTime() {
    assertThat(GoodputBoard.of(race(2, "burst"))).isEqualTo(GoodputBoard.of(race(2, "burst")));
  }
}
