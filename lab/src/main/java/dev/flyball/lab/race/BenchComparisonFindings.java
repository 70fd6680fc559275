package dev.flyball.lab.race;

import static dev.flyball.lab.race.RaceFigures.name;
import static dev.flyball.lab.race.RaceFigures.shown;
import static dev.flyball.lab.report.NumberFormat.rounded;

import dev.flyball.lab.race.BenchComparison.BothBoards;
import dev.flyball.lab.race.BenchComparison.BothBoards.Reached;
import dev.flyball.lab.race.BenchComparison.BothBoards.Row;
import dev.flyball.lab.race.BenchComparison.BothBoards.Swap;
import dev.flyball.lab.race.RaceExperiment.Bench;
import dev.flyball.lab.report.Figure;
import dev.flyball.lab.report.Figures;
import dev.flyball.lab.report.Findings;
import dev.flyball.lab.report.JsonFields;
import dev.flyball.lab.report.Report;
import dev.flyball.lab.report.RunReport;
import dev.flyball.lab.report.RunRow;
import dev.flyball.lab.report.Section.Facts;
import dev.flyball.lab.report.Section.Paragraph;
import dev.flyball.lab.report.Section.Picture;
import dev.flyball.sim.race.Aggregate;
import dev.flyball.sim.race.Board;
import dev.flyball.sim.race.Board.Role;
import dev.flyball.sim.race.RaceResult;
import dev.flyball.sim.race.Ranking;
import dev.flyball.sim.race.Ranking.Standing;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a race on both benches found: whether they agree on who is first. */
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

  private static final Figures<Swap> OF_SWAP =
      Figures.of(
          Figure.inFiles("firstVirtually", Swap::firstVirtually),
          Figure.inFiles("firstReally", Swap::firstReally));

  private static final Figures<BothBoards> OF_BOARD =
      Figures.of(
          Figure.text("scenario", "scenario", BothBoards::scenario),
          Figure.<BothBoards>inFiles("sameOrder", board -> board.swaps().isEmpty())
              .shownAs("same order", BenchComparisonFindings::sameOrder),
          Figure.inFiles("swaps", board -> OF_SWAP.json(board.swaps())),
          Figure.inFiles(
              "rows", board -> board.rows().stream().map(row -> fields(board, row)).toList()),
          Figure.text("", "in virtual time", board -> first(board, Row::virtual)),
          Figure.text("", "on real threads", board -> first(board, Row::real)));

  BenchComparisonFindings(BenchComparison experiment, RaceResult virtual, RaceResult real) {
    this(experiment, virtual, real, BothBoards.of(virtual, real));
  }

  private boolean complete() {
    return virtual.complete() && real.complete();
  }

  private Ranking ranking(RaceResult result) {
    List<String> names = boards.stream().map(BothBoards::scenario).toList();
    return Ranking.of(
        result.boards().stream().filter(board -> names.contains(board.scenario().name())).toList());
  }

  Findings findings() {
    Ranking virtually = ranking(virtual);
    Ranking really = ranking(real);
    List<String> warnings = experiment.real().warnings().get();
    RunReport figures =
        RunReport.of(
                "race",
                "both",
                Stream.concat(rows(virtual, Bench.VIRTUAL), rows(real, Bench.REAL)).toList())
            .with("formula", List.of(Board.regret(Aggregate.MEDIAN), Ranking.FORMULA))
            .with("tie", BothBoards.TIE)
            .with(
                "overallVirtual",
                RaceFigures.ofStanding(virtual.race()).json(virtually.standings()))
            .with("overallReal", RaceFigures.ofStanding(real.race()).json(really.standings()))
            .with("boards", OF_BOARD.json(boards))
            .with("complete", complete())
            .with("doubts", warnings);
    Findings findings =
        new Findings(figures, Report.of("The race, virtual and real", summary(virtually, really)));
    if (!boards.isEmpty()) {
      findings =
          findings
              .with(OF_BOARD.table("The first three (regret)", boards))
              .with(new Paragraph(EXPLANATION))
              .with(
                  overall(really)
                      .table("All " + really.boards() + " scenarios", virtually.standings()));
    }
    findings =
        RaceFindings.withWarnings(
            findings
                .with(new Paragraph(Board.regret(Aggregate.MEDIAN) + ". " + Ranking.FORMULA + "."))
                .with(new Paragraph(RaceFindings.ORACLE_OF_REAL_RUNS)),
            experiment.real());
    for (BothBoards board : boards) {
      findings =
          findings.with(ofRow(board).table(board.scenario() + " (virtual / real)", board.rows()));
      for (Picture picture : pictures(board)) {
        findings = findings.with(picture);
      }
    }
    return findings.measuredBy(
        experiment.command(),
        Facts.of("How it was run")
            .and("scenarios", boards.size() + " of " + experiment.real().race().scenarios().size())
            .and("lengths", RaceFindings.lengths(experiment.real().race()))
            .and("seeds, one for each run", experiment.real().race().seeds())
            .and("real runs", real.laps().size() + ", everybody's first, then everybody's second")
            .and("of which are not to be trusted", warnings.size()));
  }

  private static Stream<RunRow> rows(RaceResult result, Bench bench) {
    return result.laps().stream()
        .map(lap -> RaceFigures.row(lap, true).extra("bench", bench.word()).build());
  }

  private static JsonFields fields(BothBoards board, Row row) {
    return JsonFields.of("policy", row.name())
        .and("role", row.role().word())
        .and("virtual", fields(board, row, Row::virtual))
        .and("real", fields(board, row, Row::real));
  }

  private static JsonFields fields(BothBoards board, Row row, Function<Row, Reached> bench) {
    Reached reached = bench.apply(row);
    return JsonFields.of("costSeconds", rounded(reached.costSeconds()))
        .and("regret", rounded(board.regret(row, bench)))
        .and("completedShare", rounded(reached.completedShare()))
        .and("responseP95Seconds", rounded(reached.responseP95Seconds()))
        .and("workersMean", rounded(reached.workersMean()));
  }

  private static String sameOrder(BothBoards board) {
    return board.swaps().isEmpty()
        ? "yes"
        : board.swaps().stream()
            .map(swap -> swap.firstVirtually() + " was before " + swap.firstReally())
            .collect(Collectors.joining("; ", "no: ", ""));
  }

  private static String first(BothBoards board, Function<Row, Reached> bench) {
    return board.first(bench).stream()
        .map(row -> name(row.name(), row.role()) + " " + shown(board.regret(row, bench), 2))
        .collect(Collectors.joining(", "));
  }

  /** The figures of a contender over all scenarios, in virtual time and here. */
  private static Figures<Standing> overall(Ranking here) {
    return Figures.of(
        Figure.text("", "policy", there -> name(there.name(), there.role())),
        RaceFigures.number("", "regret, virtual", "", 2, Standing::regret),
        RaceFigures.number("", "regret, real", "", 2, there -> same(here, there).regret()),
        RaceFigures.number("", "worst, virtual", "", 2, Standing::worstRegret),
        RaceFigures.number("", "worst, real", "", 2, there -> same(here, there).worstRegret()));
  }

  private static Standing same(Ranking here, Standing there) {
    return here.standings().stream()
        .filter(standing -> standing.name().equals(there.name()))
        .findFirst()
        .orElseThrow();
  }

  /** The figures of a contender in a scenario, each on both benches. */
  private static Figures<Row> ofRow(BothBoards board) {
    return Figures.of(
        Figure.text("", "policy", row -> name(row.name(), row.role())),
        Figure.text(
            "",
            "regret",
            row ->
                shown(board.regret(row, Row::virtual), 2)
                    + " / "
                    + shown(board.regret(row, Row::real), 2)),
        both("cost, ms per task", reached -> 1000 * reached.costSeconds()),
        both("p95, ms", reached -> 1000 * reached.responseP95Seconds()),
        both("workers", Reached::workersMean),
        both("completed, %", reached -> 100 * reached.completedShare()));
  }

  private static Figure<Row> both(String title, ToDoubleFunction<Reached> of) {
    return Figure.text(
        "",
        title,
        row ->
            shown(of.applyAsDouble(row.virtual()), 1)
                + " / "
                + shown(of.applyAsDouble(row.real()), 1));
  }

  private List<Picture> pictures(BothBoards both) {
    return real.boards().stream()
        .filter(board -> board.scenario().name().equals(both.scenario()))
        .flatMap(board -> RacePictures.of(experiment.real(), real, board).stream())
        .toList();
  }

  private String summary(Ranking virtually, Ranking really) {
    if (boards.isEmpty()) {
      return "The race was ended early, before any scenario was run to its end on both benches.";
    }
    return String.format(
            Locale.ROOT,
            "In %d of %d scenarios the first three come in the same order in virtual time and on"
                + " real threads. Over all of them the contender nearest to the oracle is %s in"
                + " virtual time and %s on real threads.",
            boards.stream().filter(board -> board.swaps().isEmpty()).count(),
            boards.size(),
            leader(virtually),
            leader(really))
        + (complete() ? "" : RaceFindings.ENDED_EARLY);
  }

  private static String leader(Ranking ranking) {
    return ranking.standings().stream()
        .filter(standing -> standing.role() == Role.CONTENDER)
        .findFirst()
        .map(first -> first.name() + " (" + shown(first.regret(), 2) + " times its cost)")
        .orElse("nobody");
  }
}
