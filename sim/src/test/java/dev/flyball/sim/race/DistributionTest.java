package dev.flyball.sim.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.sim.race.Board.Role;
import dev.flyball.sim.race.Board.Row;
import dev.flyball.sim.scenario.RandomScenarios;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The arithmetic of a distribution, on boards whose figures are chosen. */
class DistributionTest {

  private static Row row(String name, Role role, double regret, double good, double lost) {
    return new Row(name, role, regret, 1, 1, 1, 1, 1, 1, 0, 0, 0, 1, good, lost);
  }

  private static Board board(int seed, double regret, double good, double lost, double best) {
    return new Board(
        RandomScenarios.of(seed),
        1,
        List.of(
            row(Oracle.NAME, Role.ORACLE, 1, 1, best),
            row("one", Role.CONTENDER, regret, good, lost)));
  }

  private static Distribution one(List<Board> boards) {
    return Distribution.of(boards).get(1);
  }

  @Test
  void itSumsUpWhatTheBoardsSay() {
    Distribution one =
        one(
            List.of(
                board(1, 1.15, 0.5, 7, 7),
                board(2, 8, 0.7, 9, 4),
                board(3, 1, 0.9, 0, 3),
                board(4, 1.5, 0.9, 3, 1)));
    assertThat(one.name()).isEqualTo("one");
    assertThat(one.regret()).isCloseTo(Math.pow(1.15 * 8 * 1 * 1.5, 0.25), within(1e-12));
    assertThat(one.regrets()).containsExactly(1.0, 1.15, 1.5, 8.0);
    assertThat(one.worst().name()).isEqualTo("random-2");
    assertThat(one.above(1.15)).isEqualTo(2);
    assertThat(one.above(1.5)).isEqualTo(1);
    assertThat(one.lostTasks()).as("what the oracle lost as well is not its fault").isEqualTo(7);
    assertThat(one.lostScenarios()).isEqualTo(2);
    assertThat(one.goodShare()).isCloseTo(0.75, within(1e-12));
  }

  @Test
  void aPercentileIsTheRegretOfAScenario() {
    List<Board> boards = new ArrayList<>();
    for (int i = 1; i <= 100; i++) {
      boards.add(board(1, i, 1, 0, 0));
    }
    Distribution hundred = one(boards);
    assertThat(hundred.quantile(0.5)).isEqualTo(50);
    assertThat(hundred.quantile(0.07)).as("0.07 * 100 is more than 7").isEqualTo(7);
    assertThat(hundred.quantile(0.99)).isEqualTo(99);
    assertThat(hundred.worstRegret()).isEqualTo(100);
    assertThat(one(boards.subList(0, 10)).quantile(0.9)).isEqualTo(9);
    assertThat(one(boards.subList(0, 1)).quantile(0.01)).isEqualTo(1);
  }

  @Test
  void withoutAnyBoardThereIsNone() {
    assertThat(Distribution.of(List.of())).isEmpty();
  }
}
