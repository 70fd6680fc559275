package dev.flyball.sim.race;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The results over all scenarios: one figure for each contender, and its worst scenario.
 *
 * @param boards how many boards it sums up
 * @param standings the oracle, the contenders by their regret, the references
 */
public record Ranking(int boards, List<Standing> standings) {

  /** What the standings are sorted by, in words. */
  public static final String FORMULA =
      "overall regret = exp(mean over the scenarios of ln(regret)), the geometric mean";

  public Ranking {
    standings = List.copyOf(standings);
  }

  /**
   * One contender.
   *
   * @param name its name
   * @param role what its row is there for
   * @param regret the geometric mean of its regrets
   * @param worstRegret the largest of them
   * @param worstScenario where that was
   */
  public record Standing(
      String name, Board.Role role, double regret, double worstRegret, String worstScenario) {}

  /** The ranking over boards that all have the same contenders. */
  public static Ranking of(List<Board> boards) {
    List<Standing> standings = new ArrayList<>();
    if (!boards.isEmpty()) {
      for (Board.Row row : boards.get(0).rows()) {
        standings.add(standing(row, boards));
      }
    }
    standings.sort(
        Comparator.comparing(Standing::role)
            .thenComparingDouble(
                standing -> standing.role() == Board.Role.CONTENDER ? standing.regret() : 0));
    return new Ranking(boards.size(), standings);
  }

  /** The standing of a contender. */
  public Standing standing(String name) {
    return standings.stream()
        .filter(standing -> standing.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no standing is named '" + name + "'"));
  }

  private static Standing standing(Board.Row first, List<Board> boards) {
    Board worst = boards.get(0);
    for (Board board : boards) {
      if (board.row(first.name()).regret() > worst.row(first.name()).regret()) {
        worst = board;
      }
    }
    return new Standing(
        first.name(),
        first.role(),
        Ratio.geometricMean(boards, board -> board.row(first.name()).regret()),
        worst.row(first.name()).regret(),
        worst.scenario().name());
  }
}
