package dev.flyball.lab.race;

import dev.flyball.lab.report.Facts;
import dev.flyball.lab.report.Findings;
import dev.flyball.lab.report.Paragraph;
import dev.flyball.lab.report.Picture;
import dev.flyball.lab.report.Provenance;
import dev.flyball.lab.report.Report;
import dev.flyball.lab.report.RunReport;
import dev.flyball.lab.report.RunRow;
import dev.flyball.lab.report.Table;
import dev.flyball.sim.race.Board;
import dev.flyball.sim.race.Distribution;
import dev.flyball.sim.race.Lap;
import dev.flyball.sim.race.Oracle;
import dev.flyball.sim.race.Order;
import dev.flyball.sim.race.Prices;
import dev.flyball.sim.race.Race;
import dev.flyball.sim.race.RaceResult;
import dev.flyball.sim.race.Ranking;
import dev.flyball.sim.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The findings of a race: its results turned into figures and a page.
 *
 * @param experiment what was run
 * @param result what came of it
 * @param boards its boards, one for each scenario that was run to its end
 * @param orders its contenders in order by several criteria
 */
record RaceFindings(
    RaceExperiment experiment, RaceResult result, List<Board> boards, List<Order> orders) {

  /** What the oracle is worth where time is real. */
  static final String ORACLE_OF_REAL_RUNS =
      "The oracle of a real run has the sizes that were best in virtual time, searched for with the"
          + " same tasks. On real threads others may be better: then a regret is below 1.";

  private static final String OTHER_PRICES =
      "Under other prices a regret is over the cheapest run under those prices; the oracle's sizes"
          + " are those that were best under the standard prices. p99: over the oracle's, the"
          + " geometric mean, a dash where no task of a scenario ended. goodput: tasks that ended well within their pool's deadline.";

  /** How many lengths or seeds are listed. */
  private static final int LISTED_MAX = 6;

  /** How many warnings are spelled out. */
  private static final int WARNINGS_MAX = 5;

  RaceFindings(RaceExperiment experiment, RaceResult result) {
    this(experiment, result, result.boards(), Order.all(result));
  }

  Findings findings() {
    return new Findings(figures(), page());
  }

  private boolean single() {
    return experiment.race().scenarios().size() == 1;
  }

  private String title() {
    return single() ? experiment.race().scenarios().get(0).name() : "race";
  }

  private RunReport figures() {
    Ranking ranking = Ranking.of(boards);
    List<RunRow> rows =
        experiment.presentation() == RaceExperiment.Presentation.BOARDS
            ? RaceFigures.rows(result)
            : RaceFigures.rowsWithoutSizes(result);
    RunReport report =
        RunReport.of(title(), experiment.bench().word(), rows)
            .with("formula", List.of(Board.regret(experiment.race().aggregate()), Ranking.FORMULA))
            .with("price", Prices.STANDARD.worker())
            .with("lossSeconds", Prices.STANDARD.lossSeconds())
            .with("overall", RaceFigures.overall(result.race(), ranking));
    report =
        presented(report)
            .with("complete", result.complete())
            .with("doubts", experiment.warnings().get());
    // Virtual time is the same on every machine, and so is every byte of this.
    report =
        experiment.bench() == RaceExperiment.Bench.VIRTUAL
            ? Provenance.addVirtualTo(report, experiment.command())
            : Provenance.addTo(report, experiment.command());
    return report.with("orders", Orders.extras(orders));
  }

  private RunReport presented(RunReport report) {
    return switch (experiment.presentation()) {
      case BOARDS -> report.with("boards", RaceFigures.boards(result.race(), boards));
      case DISTRIBUTION ->
          report
              .with("distribution", Distributions.extras(Distribution.of(boards)))
              .with("scenarios", Distributions.scenarios(boards));
    };
  }

  private Report page() {
    Ranking ranking = Ranking.of(boards);
    Report page =
        Report.of(
            single() ? "Scenario " + title() : "The race", RaceSummary.of(result, boards, ranking));
    if (boards.size() > 1) {
      page =
          page.with(overall(ranking))
              .with(Orders.table(orders))
              .with(new Paragraph(Ranking.FORMULA + "."))
              .with(new Paragraph(OTHER_PRICES));
    }
    page = page.with(new Paragraph(Board.regret(experiment.race().aggregate()) + "."));
    if (experiment.bench() == RaceExperiment.Bench.REAL) {
      page = page.with(new Paragraph(ORACLE_OF_REAL_RUNS));
      page = warnings(experiment).map(page::with).orElse(page);
    }
    return withFacts(
        experiment.presentation() == RaceExperiment.Presentation.BOARDS
            ? withBoards(page)
            : withDistribution(page));
  }

  private Table overall(Ranking ranking) {
    return experiment.presentation() == RaceExperiment.Presentation.BOARDS
        ? RaceTables.overall(experiment.race(), ranking)
        : Distributions.table(Distribution.of(boards));
  }

  private Report withDistribution(Report report) {
    return boards.isEmpty()
        ? report
        : report
            .with(Distributions.picture(Distribution.of(boards)))
            .with(new Paragraph(Distributions.KEPT));
  }

  private Report withBoards(Report report) {
    Report page = report;
    for (Board board : boards) {
      page = page.with(RaceTables.board(experiment.race(), board));
      page = story(board.scenario()).map(page::with).orElse(page);
      for (Picture picture : RacePictures.of(experiment, result, board)) {
        page = page.with(picture);
      }
    }
    return page;
  }

  /** Why some runs are not to be trusted, as far as a reader wants to know. */
  static Optional<Paragraph> warnings(RaceExperiment experiment) {
    List<String> warnings = experiment.warnings().get();
    if (warnings.isEmpty()) {
      return Optional.empty();
    }
    List<String> first = warnings.subList(0, Math.min(WARNINGS_MAX, warnings.size()));
    int more = warnings.size() - first.size();
    return Optional.of(
        new Paragraph(
            "Not every run is to be trusted. "
                + String.join("; ", first)
                + (more > 0 ? "; and " + more + " more." : ".")));
  }

  /** What the scenario says of itself, as far as it does. */
  private static Optional<Paragraph> story(Scenario scenario) {
    List<String> sentences = new ArrayList<>();
    if (!scenario.models().isBlank()) {
      sentences.add("Models " + scenario.models() + ".");
    }
    if (!scenario.catches().isBlank()) {
      sentences.add("Catches " + scenario.catches() + ".");
    }
    return sentences.isEmpty()
        ? Optional.empty()
        : Optional.of(new Paragraph(String.join(" ", sentences)));
  }

  private Report withFacts(Report page) {
    Facts facts =
        Facts.of("How it was run")
            .and("bench", experiment.bench().word())
            .and("scenarios", boards.size() + " of " + experiment.race().scenarios().size())
            .and("lengths", lengths(experiment.race()))
            .and("seeds", seeds(experiment.race()))
            .and("runs", result.laps().size() + ", and " + searched() + " in search of the oracle")
            .and(
                "price of a worker",
                RaceTables.shown(Prices.STANDARD.worker(), 1) + " of a task in the system")
            .and("loss of a task", RaceTables.shown(Prices.STANDARD.lossSeconds(), 0) + " s")
            .and("asked", "as each row says; a period is that of the pool's governor");
    return experiment.bench() == RaceExperiment.Bench.VIRTUAL
        ? Provenance.addVirtualTo(page, facts, experiment.command())
        : Provenance.addTo(page, facts, experiment.command());
  }

  /** How many seeds there were, and where they begin. */
  static String seeds(Race race) {
    List<String> first =
        race.scenarios().stream()
            .map(Scenario::seed)
            .distinct()
            .sorted()
            .map(String::valueOf)
            .toList();
    return race.seeds() + ", from " + listed(first) + " on";
  }

  /** The lengths of a race's scenarios, each once. */
  static String lengths(Race race) {
    return listed(
        race.scenarios().stream()
            .map(Scenario::lengthNanos)
            .distinct()
            .sorted()
            .map(nanos -> RaceTables.shown(nanos / 1e9, 1) + " s")
            .toList());
  }

  /** A few values, or of many the first and the last. */
  private static String listed(List<String> ascending) {
    return ascending.size() <= LISTED_MAX
        ? String.join(", ", ascending)
        : "each of "
            + ascending.size()
            + " values from "
            + ascending.get(0)
            + " to "
            + ascending.get(ascending.size() - 1);
  }

  private long searched() {
    return result.laps().stream()
        .map(Lap::contender)
        .filter(Oracle.class::isInstance)
        .mapToLong(oracle -> ((Oracle) oracle).runs())
        .sum();
  }
}
