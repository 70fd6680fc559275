package dev.flyball.sim.race;

import dev.flyball.base.Require;
import dev.flyball.sim.race.Board.Role;
import dev.flyball.sim.scenario.Scenario;
import java.util.Comparator;
import java.util.List;

/**
 * The results of one contender over many scenarios: not its mean alone, but how often it did how
 * badly.
 *
 * @param name its name
 * @param role what its row is there for
 * @param regret the geometric mean of its regrets
 * @param regrets its regrets, ascending
 * @param worst the scenario of the largest
 * @param lostTasks tasks that it lost and the oracle finished, summed
 * @param lostScenarios in how many scenarios it lost such
 * @param goodShare the mean share of tasks that ended well within their pool's deadline; NaN where
 *     it is not known
 */
public record Distribution(
    String name,
    Role role,
    double regret,
    List<Double> regrets,
    Scenario worst,
    double lostTasks,
    int lostScenarios,
    double goodShare) {

  /** As 0.07 * 100 is a little more than 7. */
  private static final double ROUNDING = 1e-9;

  public Distribution {
    regrets = List.copyOf(regrets);
    Require.atLeast("number of regrets", 1, regrets.size());
  }

  /** One for each contender, in the order of the ranking; boards that all have the same ones. */
  public static List<Distribution> of(List<Board> boards) {
    return Ranking.of(boards).standings().stream().map(standing -> of(standing, boards)).toList();
  }

  private static Distribution of(Ranking.Standing standing, List<Board> boards) {
    String name = standing.name();
    double lostTasks = 0;
    int lostScenarios = 0;
    for (Board board : boards) {
      double lost = board.row(name).lostTasks() - board.row(Oracle.NAME).lostTasks();
      lostTasks += Math.max(0, lost);
      lostScenarios += lost > 0 ? 1 : 0;
    }
    return new Distribution(
        name,
        standing.role(),
        standing.regret(),
        boards.stream().map(board -> board.row(name).regret()).sorted().toList(),
        boards.stream()
            .max(Comparator.comparingDouble(board -> board.row(name).regret()))
            .orElseThrow()
            .scenario(),
        lostTasks,
        lostScenarios,
        Ratio.mean(boards, board -> board.row(name).goodShare()));
  }

  /**
   * The smallest of its regrets that a share of the scenarios does not exceed, so always that of a
   * scenario: of 10 scenarios the 90th percentile is the second largest.
   *
   * @param share above 0, at most 1
   */
  public double quantile(double share) {
    return quantile(regrets, share);
  }

  /**
   * The smallest of some figures that a share of them does not exceed, so always one of them.
   *
   * @param ascending at least one
   * @param share above 0, at most 1
   */
  public static double quantile(List<Double> ascending, double share) {
    Require.between("share", Double.MIN_VALUE, 1, share);
    return ascending.get((int) Math.ceil(share * ascending.size() - ROUNDING) - 1);
  }

  /** The largest of its regrets. */
  public double worstRegret() {
    return quantile(1);
  }

  /** In how many scenarios its regret was above a bound. */
  public long above(double bound) {
    return regrets.stream().filter(regret -> regret > bound).count();
  }
}
