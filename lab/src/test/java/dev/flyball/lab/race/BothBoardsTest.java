package dev.flyball.lab.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.lab.race.BothBoards.Reached;
import dev.flyball.lab.race.BothBoards.Row;
import dev.flyball.lab.race.BothBoards.Swap;
import dev.flyball.sim.race.Board.Role;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When the order of the first three is the same on both benches. */
class BothBoardsTest {

  private static final double ORACLE = 1;

  /** Contenders a, b, c, ... with their costs in virtual time and on real threads. */
  private static BothBoards boards(double[] virtual, double[] real) {
    List<Row> rows = new ArrayList<>(List.of(row("oracle", Role.ORACLE, ORACLE, ORACLE)));
    for (int i = 0; i < virtual.length; i++) {
      rows.add(row(String.valueOf((char) ('a' + i)), Role.CONTENDER, virtual[i], real[i]));
    }
    return new BothBoards("scenario", rows);
  }

  private static Row row(String name, Role role, double virtual, double real) {
    return new Row(name, role, new Reached(virtual, 1, 1, 1), new Reached(real, 1, 1, 1));
  }

  private static double[] costs(double... costs) {
    return costs;
  }

  @Test
  void theSameOrderHasNoSwaps() {
    assertThat(boards(costs(2, 3, 4, 5), costs(2.5, 3.5, 4.5, 9)).swaps()).isEmpty();
  }

  @Test
  void twoThatChangePlacesAreNamed() {
    assertThat(boards(costs(2, 3, 4), costs(3, 2, 4)).swaps()).containsExactly(new Swap("a", "b"));
  }

  @Test
  void aTieOnEitherBenchGoesWithAnyOrder() {
    assertThat(boards(costs(2, 2.05, 4), costs(3, 2, 4)).swaps()).isEmpty();
    assertThat(boards(costs(2, 3, 4), costs(2.05, 2, 4)).swaps()).isEmpty();
    assertThat(boards(costs(2, 2.07, 4), costs(2.07, 2, 4)).swaps()).hasSize(1);
  }

  @Test
  void whoIsFirstOnOneBenchOnlyIsComparedToo() {
    assertThat(boards(costs(2, 3, 4, 5), costs(2, 3, 5, 4)).swaps())
        .containsExactly(new Swap("c", "d"));
  }

  @Test
  void thePlacesBehindTheFirstThreeDoNotCount() {
    assertThat(boards(costs(2, 3, 4, 5, 6), costs(2, 3, 4, 6, 5)).swaps()).isEmpty();
  }

  @Test
  void regretsAreOfTheOracleOfTheSameBench() {
    Row oracle = row("oracle", Role.ORACLE, 2, 4);
    Row other = row("other", Role.CONTENDER, 3, 5);
    BothBoards boards = new BothBoards("scenario", List.of(oracle, other));
    assertThat(boards.regret(other, Row::virtual)).isEqualTo(1.5);
    assertThat(boards.regret(other, Row::real)).isEqualTo(1.25);
    assertThat(boards.first(Row::real)).containsExactly(other);
  }
}
