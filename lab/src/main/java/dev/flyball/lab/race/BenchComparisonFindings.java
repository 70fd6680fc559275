package dev.flyball.lab.race;

import static dev.flyball.lab.report.Column.number;
import static dev.flyball.lab.report.Column.text;

import dev.flyball.lab.race.BothBoards.Reached;
import dev.flyball.lab.race.BothBoards.Row;
import dev.flyball.lab.race.BothBoards.Swap;
import dev.flyball.lab.report.Facts;
import dev.flyball.lab.report.Findings;
import dev.flyball.lab.report.JsonFields;
import dev.flyball.lab.report.Paragraph;
import dev.flyball.lab.report.Picture;
import dev.flyball.lab.report.Provenance;
import dev.flyball.lab.report.Report;
import dev.flyball.lab.report.RunReport;
import dev.flyball.lab.report.RunRow;
import dev.flyball.lab.report.Table;
import dev.flyball.sim.race.Aggregate;
import dev.flyball.sim.race.Board;
import dev.flyball.sim.race.Board.Role;
import dev.flyball.sim.race.RaceResult;
import dev.flyball.sim.race.Ranking;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The findings of a race on both benches, as figures and as a page.
 *
 * @param experiment what was run
 * @param virtual what came of it in virtual time
 * @param real what came of it on real threads
 * @param boards the two beside each other, for each scenario that was run to its end on both
 */
record BenchComparisonFindings(
    BenchComparison experiment, RaceResult virtual, RaceResult real, List<BothBoards> boards) {

  private static final String EXPLANATION =
      String.format(
          Locale.ROOT,
          "Both benches run the same tasks of the same seeds; every figure is the median over the"
              + " seeds. The order of the first three is the same when no two of those who are among"
              + " the first three on either bench change places: one costs more than %.0f %% less"
              + " than the other here, and more than %.0f %% more there. Costs that are nearer to"
              + " each other count as a tie, which goes with any order.",
          100 * BothBoards.TIE,
          100 * BothBoards.TIE);

  BenchComparisonFindings(BenchComparison experiment, RaceResult virtual, RaceResult real) {
    this(experiment, virtual, real, BothBoards.of(virtual, real));
  }

  Findings findings() {
    return new Findings(figures(), page());
  }

  private boolean complete() {
    return virtual.complete() && real.complete();
  }

  /** Over the scenarios that were run to their end on both benches. */
  private Ranking ranking(RaceResult result) {
    List<String> names = boards.stream().map(BothBoards::scenario).toList();
    return Ranking.of(
        result.boards().stream().filter(board -> names.contains(board.scenario().name())).toList());
  }

  // ---- Figures

  private RunReport figures() {
    List<RunRow> rows = new ArrayList<>(RaceFigures.rows(virtual, RaceExperiment.Bench.VIRTUAL));
    rows.addAll(RaceFigures.rows(real, RaceExperiment.Bench.REAL));
    RunReport report =
        RunReport.of("race", "both", rows)
            .with("formula", List.of(Board.regret(Aggregate.MEDIAN), Ranking.FORMULA))
            .with("tie", BothBoards.TIE)
            .with("overallVirtual", RaceFigures.overall(virtual.race(), ranking(virtual)))
            .with("overallReal", RaceFigures.overall(real.race(), ranking(real)))
            .with("boards", boards.stream().map(BenchComparisonFindings::extra).toList())
            .with("complete", complete())
            .with("doubts", experiment.real().warnings().get());
    return Provenance.addTo(report, experiment.command());
  }

  private static JsonFields extra(BothBoards board) {
    List<Swap> swaps = board.swaps();
    return JsonFields.of("scenario", board.scenario())
        .and("sameOrder", swaps.isEmpty())
        .and("swaps", swaps.stream().map(BenchComparisonFindings::extra).toList())
        .and("rows", board.rows().stream().map(row -> extra(board, row)).toList());
  }

  private static JsonFields extra(Swap swap) {
    return JsonFields.of("firstVirtually", swap.firstVirtually())
        .and("firstReally", swap.firstReally());
  }

  private static JsonFields extra(BothBoards board, Row row) {
    return JsonFields.of("policy", row.name())
        .and("role", row.role().word())
        .and("virtual", extra(row.virtual(), board.virtualRegret(row)))
        .and("real", extra(row.real(), board.realRegret(row)));
  }

  private static JsonFields extra(Reached reached, double regret) {
    return JsonFields.of("costSeconds", RaceFigures.rounded(reached.costSeconds()))
        .and("regret", RaceFigures.rounded(regret))
        .and("completedShare", RaceFigures.rounded(reached.completedShare()))
        .and("responseP95Seconds", RaceFigures.rounded(reached.responseP95Seconds()))
        .and("workersMean", RaceFigures.rounded(reached.workersMean()));
  }

  // ---- The page

  private Report page() {
    Report page = Report.of("The race, virtual and real", summary());
    if (!boards.isEmpty()) {
      page = page.with(order()).with(new Paragraph(EXPLANATION)).with(overall());
    }
    page =
        page.with(new Paragraph(Board.regret(Aggregate.MEDIAN) + ". " + Ranking.FORMULA + "."))
            .with(new Paragraph(RaceFindings.ORACLE_OF_REAL_RUNS));
    page = RaceFindings.warnings(experiment.real()).map(page::with).orElse(page);
    for (BothBoards board : boards) {
      page = page.with(table(board));
      for (Picture picture : pictures(board)) {
        page = page.with(picture);
      }
    }
    return Provenance.addTo(page, facts(), experiment.command());
  }

  /** The real runs over time; those of virtual time can be had from a race there. */
  private List<Picture> pictures(BothBoards both) {
    return real.boards().stream()
        .filter(board -> board.scenario().name().equals(both.scenario()))
        .flatMap(board -> RacePictures.of(experiment.real(), real, board).stream())
        .toList();
  }

  private Facts facts() {
    return Facts.of("How it was run")
        .and("scenarios", boards.size() + " of " + experiment.real().race().scenarios().size())
        .and("lengths", RaceFindings.lengths(experiment.real().race()))
        .and("seeds, one for each run", experiment.real().race().seeds())
        .and("real runs", real.laps().size() + ", everybody's first, then everybody's second")
        .and("of which are not to be trusted", experiment.real().warnings().get().size());
  }

  private String summary() {
    if (boards.isEmpty()) {
      return "The race was ended early, before any scenario was run to its end on both benches.";
    }
    long same = boards.stream().filter(board -> board.swaps().isEmpty()).count();
    String text =
        "In "
            + same
            + " of "
            + boards.size()
            + " scenarios the first three come in the same order in virtual time and on real"
            + " threads. Over all of them the contender nearest to the oracle is "
            + leader(virtual)
            + " in virtual time and "
            + leader(real)
            + " on real threads.";
    return complete() ? text : text + " The race was ended early; what is missing was not run.";
  }

  private String leader(RaceResult result) {
    return ranking(result).standings().stream()
        .filter(standing -> standing.role() == Role.CONTENDER)
        .findFirst()
        .map(
            first -> first.name() + " (" + RaceTables.shown(first.regret(), 2) + " times its cost)")
        .orElse("nobody");
  }

  private Table order() {
    Table table =
        Table.of(
            "The first three (regret)",
            text("scenario"),
            text("same order"),
            text("in virtual time"),
            text("on real threads"));
    for (BothBoards board : boards) {
      table =
          table.row(
              board.scenario(),
              verdict(board.swaps()),
              first(board, Row::virtual, board::virtualRegret),
              first(board, Row::real, board::realRegret));
    }
    return table;
  }

  private static String first(
      BothBoards board, Function<Row, Reached> bench, Function<Row, Double> regret) {
    return board.first(bench).stream()
        .map(row ->
            RaceTables.name(row.name(), row.role()) + " " + RaceTables.shown(regret.apply(row), 2))
        .collect(Collectors.joining(", "));
  }

  private static String verdict(List<Swap> swaps) {
    return swaps.isEmpty()
        ? "yes"
        : swaps.stream()
            .map(swap -> swap.firstVirtually() + " was before " + swap.firstReally())
            .collect(Collectors.joining("; ", "no: ", ""));
  }

  private Table overall() {
    Ranking here = ranking(real);
    Table table =
        Table.of(
            "All " + here.boards() + " scenarios",
            text("policy"),
            number("regret, virtual"),
            number("regret, real"),
            number("worst, virtual"),
            number("worst, real"));
    for (Ranking.Standing there : ranking(virtual).standings()) {
      for (Ranking.Standing standing : here.standings()) {
        if (standing.name().equals(there.name())) {
          table =
              table.row(
                  RaceTables.name(there.name(), there.role()),
                  RaceTables.shown(there.regret(), 2),
                  RaceTables.shown(standing.regret(), 2),
                  RaceTables.shown(there.worstRegret(), 2),
                  RaceTables.shown(standing.worstRegret(), 2));
        }
      }
    }
    return table;
  }

  private static Table table(BothBoards board) {
    Table table =
        Table.of(
            board.scenario() + " (virtual / real)",
            text("policy"),
            text("regret"),
            text("cost, ms per task"),
            text("p95, ms"),
            text("workers"),
            text("completed, %"));
    for (Row row : board.rows()) {
      table =
          table.row(
              RaceTables.name(row.name(), row.role()),
              both(board.virtualRegret(row), board.realRegret(row), 2),
              both(row, reached -> 1000 * reached.costSeconds(), 1),
              both(row, reached -> 1000 * reached.responseP95Seconds(), 1),
              both(row, Reached::workersMean, 1),
              both(row, reached -> 100 * reached.completedShare(), 1));
    }
    return table;
  }

  private static String both(Row row, Function<Reached, Double> figure, int decimals) {
    return both(figure.apply(row.virtual()), figure.apply(row.real()), decimals);
  }

  private static String both(double virtual, double real, int decimals) {
    return RaceTables.shown(virtual, decimals) + " / " + RaceTables.shown(real, decimals);
  }
}
