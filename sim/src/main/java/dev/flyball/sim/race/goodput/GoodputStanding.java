package dev.flyball.sim.race.goodput;

import dev.flyball.base.Require;
import dev.flyball.sim.race.Board.Role;
import dev.flyball.sim.race.Distribution;
import dev.flyball.sim.race.goodput.GoodputBoard.Row;
import dev.flyball.sim.scenario.Scenario;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * The goodput of one contender over many scenarios: not its mean alone, but how often it did how
 * badly.
 *
 * @param name its name
 * @param role what its row is there for
 * @param goodShare its mean goodput
 * @param ratio the mean of its goodput over the oracle's
 * @param ratios its goodputs over the oracle's, ascending
 * @param worst the scenario of the smallest
 * @param needlessShare the mean share of tasks that were turned away and that the oracle would have
 *     let in
 */
public record GoodputStanding(
    String name,
    Role role,
    double goodShare,
    double ratio,
    List<Double> ratios,
    Scenario worst,
    double needlessShare) {

  public GoodputStanding {
    ratios = List.copyOf(ratios);
    Require.atLeast("number of ratios", 1, ratios.size());
  }

  /**
   * One for each contender: the oracle, then the others by the mean of their ratios; of boards that
   * all have the same ones.
   */
  public static List<GoodputStanding> of(List<GoodputBoard> boards) {
    return boards.stream()
        .limit(1)
        .flatMap(board -> board.rows().stream())
        .map(row -> of(row, boards))
        .sorted(
            Comparator.comparing(GoodputStanding::role)
                .thenComparingDouble(standing -> -standing.ratio())
                .thenComparing(GoodputStanding::name))
        .toList();
  }

  private static GoodputStanding of(Row any, List<GoodputBoard> boards) {
    String name = any.name();
    return new GoodputStanding(
        name,
        any.role(),
        mean(boards, name, Row::goodShare),
        mean(boards, name, Row::ratio),
        rows(boards, name).map(Row::ratio).sorted().toList(),
        boards.stream()
            .min(Comparator.comparingDouble(board -> board.row(name).ratio()))
            .orElseThrow()
            .scenario(),
        mean(boards, name, Row::needlessShare));
  }

  private static Stream<Row> rows(List<GoodputBoard> boards, String name) {
    return boards.stream().map(board -> board.row(name));
  }

  private static double mean(List<GoodputBoard> boards, String name, ToDoubleFunction<Row> figure) {
    return rows(boards, name).mapToDouble(figure).average().orElse(Double.NaN);
  }

  /**
   * The smallest of its ratios that a share of the scenarios does not exceed, so always that of a
   * scenario: of 10 scenarios the 10th percentile is the smallest.
   *
   * @param share above 0, at most 1
   */
  public double quantile(double share) {
    return Distribution.quantile(ratios, share);
  }

  /** The smallest of its ratios. */
  public double worstRatio() {
    return ratios.get(0);
  }

  /** In how many scenarios its ratio was below a bound. */
  public long below(double bound) {
    return ratios.stream().filter(ratio -> ratio < bound).count();
  }
}
