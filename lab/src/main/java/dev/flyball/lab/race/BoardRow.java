package dev.flyball.lab.race;

import dev.flyball.lab.report.JsonFields;
import dev.flyball.lab.report.Table;
import dev.flyball.sim.race.Board;
import dev.flyball.sim.race.Race;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * A row of a board with all that is told of it.
 *
 * @param row the row
 * @param asked how often its contender is asked for a size, in words
 */
record BoardRow(Board.Row row, String asked) {

  private static final RowFigure<BoardRow> NAME =
      RowFigure.text("policy", "policy", of -> RaceTables.name(of.row.name(), of.row.role()));
  private static final RowFigure<BoardRow> REGRET = number("regret", "regret", Board.Row::regret);
  private static final RowFigure<BoardRow> COMPLETED =
      RowFigure.share("completedShare", "completed", 1, of(Board.Row::completedShare));
  private static final RowFigure<BoardRow> THROUGHPUT =
      number("throughputRatio", "throughput", Board.Row::throughputRatio);
  private static final RowFigure<BoardRow> MEAN =
      number("responseMeanRatio", "mean", Board.Row::responseMeanRatio);
  private static final RowFigure<BoardRow> P95 =
      number("responseP95Ratio", "p95", Board.Row::responseP95Ratio);
  private static final RowFigure<BoardRow> P99 =
      number("responseP99Ratio", "p99", Board.Row::responseP99Ratio);
  private static final RowFigure<BoardRow> WORKER_TIME =
      number("workerSecondsRatio", "worker time", Board.Row::workerSecondsRatio);
  private static final RowFigure<BoardRow> SETTLE =
      RowFigure.seconds("settleSeconds", "settle", 1, of(Board.Row::settleSeconds));
  private static final RowFigure<BoardRow> OVERSHOOT =
      RowFigure.share("overshoot", "overshoot", 0, of(Board.Row::overshoot));
  private static final RowFigure<BoardRow> RESIZES =
      RowFigure.number("resizes", "resizes", 1, of(Board.Row::resizes));
  private static final RowFigure<BoardRow> ASKED =
      RowFigure.text("asked", "asked", BoardRow::asked);
  private static final RowFigure<BoardRow> AVOIDABLE =
      number("avoidableRatio", "avoidable", Board.Row::avoidableRatio);
  private static final RowFigure<BoardRow> GOODPUT =
      RowFigure.share("goodShare", "goodput", 1, of(Board.Row::goodShare));
  private static final RowFigure<BoardRow> LOST =
      RowFigure.number("lostTasks", "lost", 1, of(Board.Row::lostTasks));

  /** What files have, in an order that stays: new ones come last. */
  private static final List<RowFigure<BoardRow>> IN_FILES =
      List.of(
          REGRET,
          COMPLETED,
          THROUGHPUT,
          MEAN,
          P95,
          P99,
          WORKER_TIME,
          SETTLE,
          OVERSHOOT,
          RESIZES,
          ASKED,
          AVOIDABLE,
          GOODPUT,
          LOST);

  /** What tables show; what matters most comes first, for a narrow terminal leaves out the rest. */
  private static final List<RowFigure<BoardRow>> IN_TABLES =
      List.of(
          NAME,
          ASKED,
          REGRET,
          AVOIDABLE,
          GOODPUT,
          P95,
          P99,
          WORKER_TIME,
          COMPLETED,
          THROUGHPUT,
          MEAN,
          SETTLE,
          OVERSHOOT,
          RESIZES);

  private static RowFigure<BoardRow> number(
      String key, String title, ToDoubleFunction<Board.Row> figure) {
    return RowFigure.number(key, title, 2, of(figure));
  }

  private static ToDoubleFunction<BoardRow> of(ToDoubleFunction<Board.Row> figure) {
    return of -> figure.applyAsDouble(of.row);
  }

  private static Stream<BoardRow> rows(Race race, Board board) {
    return board.rows().stream()
        .map(row -> new BoardRow(row, Asked.in(race, board.scenario(), row.name())));
  }

  /** The rows of a board as files have them. */
  static List<JsonFields> extras(Race race, Board board) {
    return rows(race, board)
        .map(row ->
            RowFigure.addTo(
                JsonFields.of("policy", row.row.name()).and("role", row.row.role().word()),
                IN_FILES,
                row))
        .toList();
  }

  /** The rows of a board as a table. */
  static Table table(Race race, Board board) {
    return RowFigure.table(
        board.scenario().name()
            + " (avoidable cost, times and throughput: as multiples of the oracle's)",
        IN_TABLES,
        rows(race, board).toList());
  }
}
