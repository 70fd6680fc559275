package dev.flyball.lab.race;

import static dev.flyball.lab.report.text.NumberFormat.rounded;
import static dev.flyball.lab.report.text.NumberFormat.text;

import dev.flyball.lab.report.Figure;
import dev.flyball.lab.report.Figures;
import dev.flyball.lab.report.JsonFields;
import dev.flyball.sim.race.Aggregate;
import dev.flyball.sim.race.Board;
import dev.flyball.sim.race.Board.Role;
import dev.flyball.sim.race.Lap;
import dev.flyball.sim.race.RaceResult;
import dev.flyball.sim.race.Score;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The results of one scenario in virtual time and on real threads.
 *
 * @param scenario the scenario's name
 * @param rows the oracle, then the contenders in the order of virtual time
 */
record BothBoards(String scenario, List<Row> rows) {

  /** Costs this near to each other are taken for the same. */
  static final double TIE = 0.03;

  /** How many are compared by their order. */
  private static final int FIRST = 3;

  private static final Figures<Swap> OF_SWAP =
      Figures.of(
          Figure.inFiles("firstVirtually", Swap::firstVirtually),
          Figure.inFiles("firstReally", Swap::firstReally));

  static final Figures<BothBoards> FIGURES =
      Figures.of(
          Figure.text("scenario", "scenario", BothBoards::scenario),
          Figure.<BothBoards>inFiles("sameOrder", board -> board.swaps().isEmpty())
              .shownAs("same order", BothBoards::sameOrder),
          Figure.inFiles("swaps", board -> OF_SWAP.json(board.swaps())),
          Figure.inFiles("rows", board -> board.ofRow().json(board.rows)),
          Figure.text("", "in virtual time", board -> board.firstInWords(Row::virtual)),
          Figure.text("", "on real threads", board -> board.firstInWords(Row::real)));

  /**
   * One contender.
   *
   * @param name its name
   * @param role what its row is there for
   * @param virtual what it reached in virtual time
   * @param real what it reached on real threads
   */
  record Row(String name, Role role, Reached virtual, Reached real) {}

  /**
   * The medians of one contender over the seeds, on one bench.
   *
   * @param costSeconds the cost of a task
   * @param completedShare tasks that ended, as a share of those offered
   * @param responseP95Seconds the 95th percentile of the response time
   * @param workersMean workers alive
   */
  record Reached(
      double costSeconds, double completedShare, double responseP95Seconds, double workersMean) {

    static Reached of(RaceResult result, String scenario, String name) {
      List<Score> scores =
          result.laps(scenario).stream()
              .filter(lap -> lap.contender().name().equals(name))
              .map(Lap::score)
              .toList();
      return new Reached(
          Aggregate.MEDIAN.of(scores, Score::costSeconds),
          Aggregate.MEDIAN.of(scores, Score::completedShare),
          Aggregate.MEDIAN.of(scores, Score::responseP95Seconds),
          Aggregate.MEDIAN.of(scores, Score::workersMean));
    }
  }

  /** Two contenders whose order differs between the benches, by more than a tie both times. */
  record Swap(String firstVirtually, String firstReally) {}

  /** Those of all scenarios that were run to their end on both benches. */
  static List<BothBoards> of(RaceResult virtual, RaceResult real) {
    List<String> ended = real.boards().stream().map(board -> board.scenario().name()).toList();
    return virtual.boards().stream()
        .filter(board -> ended.contains(board.scenario().name()))
        .map(board -> of(board, virtual, real))
        .toList();
  }

  private static BothBoards of(Board board, RaceResult virtual, RaceResult real) {
    String scenario = board.scenario().name();
    return new BothBoards(
        scenario,
        board.rows().stream()
            .map(row ->
                new Row(
                    row.name(),
                    row.role(),
                    Reached.of(virtual, scenario, row.name()),
                    Reached.of(real, scenario, row.name())))
            .toList());
  }

  /** A row's cost over the oracle's on a bench. */
  double regret(Row row, Function<Row, Reached> bench) {
    return bench.apply(row).costSeconds() / bench.apply(rows.get(0)).costSeconds();
  }

  /** The cheapest contenders on a bench, without the oracle. */
  List<Row> first(Function<Row, Reached> bench) {
    return rows.stream()
        .filter(row -> row.role() != Role.ORACLE)
        .sorted(Comparator.comparingDouble(row -> bench.apply(row).costSeconds())) // stable
        .limit(FIRST)
        .toList();
  }

  /**
   * The evidence against an equal order of the leaders: each pair among the leaders of either bench
   * that changes places. Empty if the order is the same.
   */
  List<Swap> swaps() {
    List<Row> among =
        Stream.concat(first(Row::virtual).stream(), first(Row::real).stream()).distinct().toList();
    return among.stream()
        .flatMap(one ->
            among.stream()
                .filter(other -> before(one, other, Row::virtual) && before(other, one, Row::real))
                .map(other -> new Swap(one.name(), other.name())))
        .toList();
  }

  private static boolean before(Row one, Row other, Function<Row, Reached> bench) {
    return bench.apply(one).costSeconds() * (1 + TIE) < bench.apply(other).costSeconds();
  }

  // ---- For files and tables

  private String sameOrder() {
    return swaps().isEmpty()
        ? "yes"
        : swaps().stream()
            .map(swap -> swap.firstVirtually() + " was before " + swap.firstReally())
            .collect(Collectors.joining("; ", "no: ", ""));
  }

  private String firstInWords(Function<Row, Reached> bench) {
    return first(bench).stream()
        .map(row -> RaceFigures.name(row.name(), row.role()) + " " + text(regret(row, bench), 2))
        .collect(Collectors.joining(", "));
  }

  /** The figures of a contender in this scenario; in tables, each on both benches. */
  Figures<Row> ofRow() {
    return Figures.of(
        RaceFigures.policy(Row::name, Row::role),
        Figure.inFiles("role", row -> row.role().word()),
        Figure.inFiles("virtual", row -> fields(row, Row::virtual)),
        Figure.inFiles("real", row -> fields(row, Row::real)),
        Figure.text(
            "",
            "regret",
            row -> text(regret(row, Row::virtual), 2) + " / " + text(regret(row, Row::real), 2)),
        both("cost, ms per task", reached -> 1000 * reached.costSeconds()),
        both("p95, ms", reached -> 1000 * reached.responseP95Seconds()),
        both("workers", Reached::workersMean),
        both("completed, %", reached -> 100 * reached.completedShare()));
  }

  private JsonFields fields(Row row, Function<Row, Reached> bench) {
    Reached reached = bench.apply(row);
    return JsonFields.of("costSeconds", rounded(reached.costSeconds()))
        .and("regret", rounded(regret(row, bench)))
        .and("completedShare", rounded(reached.completedShare()))
        .and("responseP95Seconds", rounded(reached.responseP95Seconds()))
        .and("workersMean", rounded(reached.workersMean()));
  }

  private static Figure<Row> both(String title, ToDoubleFunction<Reached> of) {
    return Figure.text(
        "",
        title,
        row ->
            text(of.applyAsDouble(row.virtual()), 1)
                + " / "
                + text(of.applyAsDouble(row.real()), 1));
  }
}
