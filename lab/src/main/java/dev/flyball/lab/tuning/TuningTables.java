package dev.flyball.lab.tuning;

import dev.flyball.lab.report.NumberFormat;
import dev.flyball.lab.report.Table;
import dev.flyball.lab.report.Table.Column;
import dev.flyball.lab.tuning.GovernedRun.Convergence;
import dev.flyball.lab.tuning.GovernedRun.Move;
import dev.flyball.lab.tuning.Sweep.SizeFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/** The results of loads, as tables. */
public final class TuningTables {

  private static final int MOVES_SHOWN = 40;

  private TuningTables() {}

  /** Statements per second at the usual size and at the size found, as the paper's table has it. */
  public static Table gains(String title, List<CellResult> results) {
    Table table =
        Table.of(
            title,
            Column.text("profile"),
            Column.number("connections"),
            Column.number("opt"),
            Column.number("usual", "statements/s"),
            Column.number("contr", "statements/s"),
            Column.number("diff", "%"),
            Column.text("diff's quartiles"));
    for (CellResult result : results) {
      table =
          table.row(
              result.cell().profileName(),
              result.cell().connections(),
              figure(result.opt().map(Integer::doubleValue)),
              figure(result.usual().map(size -> size.questionsPerSecond().median())),
              figure(result.contr().map(size -> size.questionsPerSecond().median())),
              figure(result.gain().map(gain -> 100 * (gain.median() - 1))),
              result.gain().map(TuningTables::quartiles).orElse(NumberFormat.UNKNOWN));
    }
    return table;
  }

  private static String quartiles(Repeated gain) {
    return String.format(
        Locale.ROOT,
        "%+d to %+d %%",
        Math.round(100 * (gain.lowerQuartile() - 1)),
        Math.round(100 * (gain.upperQuartile() - 1)));
  }

  /** Every governed run: where it ended, how soon, and what it cost. */
  public static Table runs(String title, List<CellResult> results) {
    Table table =
        Table.of(
            title,
            Column.text("load"),
            Column.number("start"),
            Column.number("end"),
            Column.number("converged after", "s"),
            Column.number("windows"),
            Column.number("changes"),
            Column.number("lost on the way", "transactions"),
            Column.number("lost, of the best", "s"),
            Column.number("lost by the curve", "s"),
            Column.number("end's size of best", "%"),
            Column.number("last third of best", "%"));
    for (CellResult result : results) {
      for (GovernedRun run : result.tuned()) {
        table = run(table, result, run);
      }
    }
    return table;
  }

  private static Table run(Table table, CellResult result, GovernedRun run) {
    OptionalDouble best = result.bestPerSecond();
    Optional<Convergence> found = run.convergence();
    return table.row(
        result.cell().text() + (run.cutShort() ? " (ended early)" : ""),
        run.start(),
        run.opt(),
        figure(found.map(Convergence::afterSeconds)),
        figure(found.map(at -> (double) at.windows())),
        run.changes(),
        of(best, run::lostTransactions),
        of(best, perSecond -> run.lostTransactions(perSecond) / perSecond),
        figure(result.sweep().map(run::lostSecondsBy)),
        figure(result.shareOfBest(run).map(share -> 100 * share.median())),
        of(best, perSecond -> 100 * run.end().transactionsPerSecond() / perSecond));
  }

  /** The curves: throughput by size, one load a row. Nothing where none was swept. */
  public static Optional<Table> sweeps(String title, List<CellResult> results) {
    List<CellResult> swept = results.stream().filter(result -> result.sweep().isPresent()).toList();
    if (swept.isEmpty()) {
      return Optional.empty();
    }
    List<Integer> sizes =
        swept.stream()
            .flatMap(result -> result.sweep().orElseThrow().sizes().stream())
            .map(SizeFigures::groups)
            .distinct()
            .sorted()
            .toList();
    List<Column> columns = new ArrayList<>();
    columns.add(Column.text("load"));
    sizes.forEach(size -> columns.add(Column.number(String.valueOf(size), "tps")));
    columns.add(Column.number("best size"));
    columns.add(Column.number("smallest good"));
    columns.add(Column.number("best over cores", "%"));
    columns.add(Column.text("does size matter?"));
    Table table = new Table(title, columns, List.of());
    for (CellResult result : swept) {
      table = table.row(cells(result, sizes));
    }
    return Optional.of(table);
  }

  private static Object[] cells(CellResult result, List<Integer> sizes) {
    Sweep sweep = result.sweep().orElseThrow();
    List<Object> cells = new ArrayList<>();
    cells.add(result.cell().text());
    for (int size : sizes) {
      cells.add(
          figure(
              sweep.sizes().stream()
                  .filter(measured -> measured.groups() == size)
                  .findFirst()
                  .map(measured -> measured.transactionsPerSecond().median())));
    }
    cells.add(sweep.best().groups());
    cells.add(sweep.smallestGood().groups());
    cells.add(100 * sweep.gainOverCores());
    cells.add(sweep.verdict());
    return cells.toArray();
  }

  /** What looking costs. Nothing where it was not measured. */
  public static Optional<Table> overheads(String title, List<CellResult> results) {
    Table table =
        Table.of(
            title,
            Column.text("load"),
            Column.number("pairs of blocks"),
            Column.number("looks"),
            Column.number("watched of unwatched, median", "%"),
            Column.number("lower quartile", "%"),
            Column.number("upper quartile", "%"),
            Column.number("lowest", "%"),
            Column.number("highest", "%"));
    for (CellResult result : results) {
      if (result.overhead().isPresent()) {
        Repeated shares = result.overhead().get().shares();
        table =
            table.row(
                result.cell().text(),
                shares.values().size(),
                result.overhead().get().looks(),
                100 * shares.median(),
                100 * shares.lowerQuartile(),
                100 * shares.upperQuartile(),
                100 * shares.lowest(),
                100 * shares.highest());
      }
    }
    return table.rows().isEmpty() ? Optional.empty() : Optional.of(table);
  }

  /** The changes of size of a run in a span of time, with their reasons; the first forty. */
  public static Table journal(String title, GovernedRun run, double from, double to) {
    Table table =
        Table.of(
            title,
            Column.number("time", "s"),
            Column.text("size"),
            Column.number("seen", "1/s"),
            Column.text("why"));
    List<Move> moves =
        run.moves().stream()
            .filter(move -> move.atSeconds() >= from && move.atSeconds() <= to)
            .filter(move -> move.changed() || move.advised().isEmpty())
            .toList();
    for (Move move : moves.subList(0, Math.min(MOVES_SHOWN, moves.size()))) {
      table =
          table.row(
              Math.round(10 * (move.atSeconds() - run.fromSeconds())) / 10.0,
              move.from() + " -> " + move.to(),
              move.throughputPerSecond(),
              move.why());
    }
    return table;
  }

  private static OptionalDouble figure(Optional<Double> value) {
    return value.map(OptionalDouble::of).orElse(OptionalDouble.empty());
  }

  private static OptionalDouble of(OptionalDouble best, Function<Double, Double> figure) {
    return best.isEmpty() ? best : OptionalDouble.of(figure.apply(best.getAsDouble()));
  }
}
