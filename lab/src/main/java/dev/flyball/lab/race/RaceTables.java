package dev.flyball.lab.race;

import static dev.flyball.lab.report.Column.number;
import static dev.flyball.lab.report.Column.text;

import dev.flyball.lab.report.NumberFormat;
import dev.flyball.lab.report.Table;
import dev.flyball.sim.race.Board;
import dev.flyball.sim.race.Race;
import dev.flyball.sim.race.Ranking;

/** The boards as tables; the columns that matter most come first. */
public final class RaceTables {

  private RaceTables() {}

  /** The board of one scenario in a race. */
  public static Table board(Race race, Board board) {
    return BoardRow.table(race, board);
  }

  /** The ranking over all scenarios. */
  static Table overall(Race race, Ranking ranking) {
    Table table =
        Table.of(
            "All " + ranking.boards() + " scenarios",
            text("policy"),
            text("asked"),
            number("regret"),
            number("worst regret"),
            text("in scenario"));
    for (Ranking.Standing standing : ranking.standings()) {
      boolean oracle = standing.role() == Board.Role.ORACLE;
      table =
          table.row(
              name(standing.name(), standing.role()),
              Asked.in(race, standing.name()),
              shown(standing.regret(), 2),
              shown(standing.worstRegret(), 2),
              oracle ? "" : standing.worstScenario());
    }
    return table;
  }

  static String name(String name, Board.Role role) {
    return role == Board.Role.REFERENCE ? "(" + name + ")" : name;
  }

  static String shown(double value, int decimals) {
    return NumberFormat.text(value, decimals);
  }
}
