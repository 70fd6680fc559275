package dev.flyball.sim.race.goodput;

import dev.flyball.sim.race.Board.Role;
import dev.flyball.sim.race.goodput.GoodputBoard.Row;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What one contender did for the classes of tasks, means over scenarios that have several.
 *
 * @param name its name
 * @param role what its row is there for
 * @param ratio its goodput over the oracle's
 * @param highestGoodShare the goodput of the most important class of a scenario
 * @param highestWorst the worst of those
 * @param lowestGoodShare the goodput of the least important class of a scenario
 * @param responseP99Seconds the 99th percentile of the response time of tasks that ended
 * @param recoverySeconds how long after a scenario's last change the goodput was back at 99 % of
 *     the oracle's; NaN where nothing changes
 */
public record ClassStanding(
    String name,
    Role role,
    double ratio,
    double highestGoodShare,
    double highestWorst,
    double lowestGoodShare,
    double responseP99Seconds,
    double recoverySeconds) {

  /** One for each contender, the oracle first; none where no scenario has several classes. */
  public static List<ClassStanding> of(List<GoodputBoard> boards) {
    List<GoodputBoard> having =
        boards.stream().filter(board -> board.rows().get(0).goodByClass().size() > 1).toList();
    return having.stream()
        .limit(1)
        .flatMap(board -> board.rows().stream())
        .map(row -> of(row, having))
        .sorted(
            Comparator.comparing(ClassStanding::role)
                .thenComparingDouble(standing -> -standing.highestGoodShare()))
        .toList();
  }

  private static ClassStanding of(Row any, List<GoodputBoard> boards) {
    List<Row> rows = boards.stream().map(board -> board.row(any.name())).toList();
    return new ClassStanding(
        any.name(),
        any.role(),
        mean(rows, Row::ratio),
        mean(rows, ClassStanding::highest),
        rows.stream().mapToDouble(ClassStanding::highest).min().orElse(Double.NaN),
        mean(rows, ClassStanding::lowest),
        mean(rows, Row::responseP99Seconds),
        mean(rows, Row::recoverySeconds));
  }

  private static double highest(Row row) {
    return row.goodShareOf(row.goodByClass().firstKey());
  }

  private static double lowest(Row row) {
    return row.goodShareOf(row.goodByClass().lastKey());
  }

  private static double mean(List<Row> rows, ToDoubleFunction<Row> figure) {
    return rows.stream()
        .mapToDouble(figure)
        .filter(value -> !Double.isNaN(value))
        .average()
        .orElse(Double.NaN);
  }
}
