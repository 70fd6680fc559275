package dev.flyball.lab.race;

import static dev.flyball.lab.race.RaceFigures.shown;

import dev.flyball.files.Units;
import dev.flyball.lab.race.RaceExperiment.Bench;
import dev.flyball.lab.report.Figure;
import dev.flyball.lab.report.Figures;
import dev.flyball.lab.report.Findings;
import dev.flyball.lab.report.JsonFields;
import dev.flyball.lab.report.NumberFormat;
import dev.flyball.lab.report.Report;
import dev.flyball.lab.report.RunReport;
import dev.flyball.lab.report.Section.Facts;
import dev.flyball.lab.report.Section.Paragraph;
import dev.flyball.lab.report.Section.Picture;
import dev.flyball.lab.report.Table;
import dev.flyball.sim.race.Board;
import dev.flyball.sim.race.Distribution;
import dev.flyball.sim.race.Oracle;
import dev.flyball.sim.race.Order;
import dev.flyball.sim.race.Order.Criterion;
import dev.flyball.sim.race.Order.Place;
import dev.flyball.sim.race.Prices;
import dev.flyball.sim.race.Race;
import dev.flyball.sim.race.RaceResult;
import dev.flyball.sim.race.Ranking;
import dev.flyball.sim.race.Ranking.Standing;
import dev.flyball.sim.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a race found: the overall order, and a board with pictures for each scenario. */
record RaceFindings(
    RaceExperiment experiment, RaceResult result, List<Board> boards, List<Order> orders) {

  static final String ORACLE_OF_REAL_RUNS =
      "The oracle of a real run has the sizes that were best in virtual time, searched for with the"
          + " same tasks. On real threads others may be better: then a regret is below 1.";
  private static final String OTHER_PRICES =
      "Under other prices a regret is over the cheapest run under those prices; the oracle's sizes"
          + " are those that were best under the standard prices. p99: over the oracle's, the"
          + " geometric mean, a dash where no task of a scenario ended. goodput: tasks that ended well within their pool's deadline.";
  static final String ENDED_EARLY = " The race was ended early; what is missing was not run.";
  private static final int LISTED_MAX = 6;
  private static final int WARNINGS_MAX = 5;

  RaceFindings(RaceExperiment experiment, RaceResult result) {
    this(experiment, result, result.boards(), Order.all(result));
  }

  Findings findings() {
    Ranking ranking = Ranking.of(boards);
    Race race = experiment.race();
    boolean single = race.scenarios().size() == 1;
    String name = single ? race.scenarios().get(0).name() : "race";
    boolean drawn = experiment.drawn();
    RunReport figures =
        RunReport.of(
                name,
                experiment.bench().word(),
                result.laps().stream().map(lap -> RaceFigures.row(lap, !drawn).build()).toList())
            .with("formula", List.of(Board.regret(race.aggregate()), Ranking.FORMULA))
            .with("price", Prices.STANDARD.worker())
            .with("lossSeconds", Prices.STANDARD.lossSeconds())
            .with("overall", RaceFigures.ofStanding(race).json(ranking.standings()));
    String title = single ? "Scenario " + name : "The race";
    Findings findings = new Findings(figures, Report.of(title, summary(ranking)));
    if (boards.size() > 1) {
      findings =
          findings
              .with(
                  drawn
                      ? Distributions.table(Distribution.of(boards))
                      : RaceFigures.standings(race, ranking))
              .with(Orders.table(orders))
              .with(new Paragraph(Ranking.FORMULA + "."))
              .with(new Paragraph(OTHER_PRICES));
    }
    findings = findings.with(new Paragraph(Board.regret(race.aggregate()) + "."));
    if (experiment.bench() == Bench.REAL) {
      findings = withWarnings(findings.with(new Paragraph(ORACLE_OF_REAL_RUNS)), experiment);
    }
    findings = drawn ? Distributions.addTo(findings, boards) : withBoards(findings);
    findings =
        findings
            .figure("complete", result.complete())
            .figure("doubts", experiment.warnings().get());
    findings =
        experiment.bench() == Bench.VIRTUAL
            ? findings.simulatedBy(experiment.command(), facts())
            : findings.measuredBy(experiment.command(), facts());
    return findings.figure("orders", Orders.fields(orders));
  }

  private Findings withBoards(Findings findings) {
    Race race = result.race();
    Findings more =
        findings.figure(
            "boards", boards.stream().map(board -> RaceFigures.fields(race, board)).toList());
    for (Board board : boards) {
      more = withStory(more.with(RaceFigures.board(race, board)), board.scenario());
      for (Picture picture : RacePictures.of(experiment, result, board)) {
        more = more.with(picture);
      }
    }
    return more;
  }

  private static Findings withStory(Findings findings, Scenario scenario) {
    String models = scenario.models().isBlank() ? "" : "Models " + scenario.models() + ". ";
    String catches = scenario.catches().isBlank() ? "" : "Catches " + scenario.catches() + ".";
    String story = (models + catches).strip();
    return story.isEmpty() ? findings : findings.with(new Paragraph(story));
  }

  /** Adds why some runs are not to be trusted; the first few, when they are many. */
  static Findings withWarnings(Findings findings, RaceExperiment experiment) {
    List<String> warnings = experiment.warnings().get();
    if (warnings.isEmpty()) {
      return findings;
    }
    List<String> first = warnings.subList(0, Math.min(WARNINGS_MAX, warnings.size()));
    int more = warnings.size() - first.size();
    return findings.with(
        new Paragraph(
            "Not every run is to be trusted. "
                + String.join("; ", first)
                + (more > 0 ? "; and " + more + " more." : ".")));
  }

  private Facts facts() {
    return Facts.of("How it was run")
        .and("bench", experiment.bench().word())
        .and("scenarios", boards.size() + " of " + experiment.race().scenarios().size())
        .and("lengths", lengths(experiment.race()))
        .and("seeds", seeds(experiment.race()))
        .and("runs", result.laps().size() + ", and " + searched() + " in search of the oracle")
        .and("price of a worker", shown(Prices.STANDARD.worker(), 1) + " of a task in the system")
        .and("loss of a task", shown(Prices.STANDARD.lossSeconds(), 0) + " s")
        .and("asked", "as each row says; a period is that of the pool's governor");
  }

  static String seeds(Race race) {
    return race.seeds()
        + ", from "
        + listed(
            race.scenarios().stream().map(Scenario::seed).distinct().sorted().map(String::valueOf))
        + " on";
  }

  static String lengths(Race race) {
    return listed(
        race.scenarios().stream()
            .map(Scenario::lengthNanos)
            .distinct()
            .sorted()
            .map(nanos -> shown(nanos / 1e9, 1) + " s"));
  }

  private static String listed(Stream<String> values) {
    List<String> ascending = values.toList();
    int last = ascending.size() - 1;
    return last < LISTED_MAX
        ? String.join(", ", ascending)
        : "each of "
            + (last + 1)
            + " values from "
            + ascending.get(0)
            + " to "
            + ascending.get(last);
  }

  private long searched() {
    return result.laps().stream()
        .mapToLong(lap -> lap.contender() instanceof Oracle oracle ? oracle.runs() : 0)
        .sum();
  }

  private String summary(Ranking ranking) {
    if (boards.isEmpty()) {
      return "The race was ended early, before any scenario was run to its end.";
    }
    List<Standing> contenders = with(Board.Role.CONTENDER, ranking);
    String text =
        contenders.isEmpty()
            ? "Nobody took part."
            : winner(contenders.get(0)) + last(contenders) + references(ranking);
    return result.complete() ? text : text + ENDED_EARLY;
  }

  private static List<Standing> with(Board.Role role, Ranking ranking) {
    return ranking.standings().stream().filter(standing -> standing.role() == role).toList();
  }

  private String winner(Standing best) {
    int seeds = boards.get(0).seeds();
    String over = seeds == 1 ? "one seed" : seeds + " seeds";
    if (boards.size() > 1) {
      return String.format(
          Locale.ROOT,
          "Over %d scenarios and %s each, %s came nearest to the best sizes in hindsight: a task"
              + " cost %s what it cost the oracle (geometric mean), and %s at worst, in %s.",
          boards.size(),
          over,
          best.name(),
          times(best.regret()),
          times(best.worstRegret()),
          best.worstScenario());
    }
    Board.Row row = boards.get(0).row(best.name());
    return String.format(
        Locale.ROOT,
        "%s came nearest to the best sizes in hindsight: a task cost %s what it cost the oracle,"
            + " with %s its 95th percentile of response time and %s its worker time (%ss over %s).",
        best.name(),
        times(best.regret()),
        times(row.responseP95Ratio()),
        times(row.workerSecondsRatio()),
        result.race().aggregate().word(),
        over);
  }

  private static String last(List<Standing> contenders) {
    Standing last = contenders.get(contenders.size() - 1);
    return contenders.size() == 1
        ? ""
        : String.format(
            Locale.ROOT,
            " The last of %d, %s, cost %s as much as the oracle.",
            contenders.size(),
            last.name(),
            times(last.regret()));
  }

  private static String references(Ranking ranking) {
    return with(Board.Role.REFERENCE, ranking).stream()
        .map(standing -> standing.name() + " " + shown(standing.regret(), 2))
        .collect(Collectors.joining(", ", " For comparison: ", "."));
  }

  private static String times(double ratio) {
    return shown(ratio, 2) + " times";
  }

  /** The orders of the contenders by several figures. */
  static final class Orders {

    /** How many are shown, by the standard order; the first by any other criterion are, too. */
    private static final int SHOWN = 8;

    private static final Figures<Place> OF_PLACE =
        Figures.of(
            Figure.inFiles("policy", Place::name),
            Figure.inFiles("value", place -> NumberFormat.rounded(place.value())));

    private Orders() {}

    /** The orders as files have them. */
    static List<JsonFields> fields(List<Order> orders) {
      return orders.stream()
          .map(order ->
              JsonFields.of("figure", order.criterion().figure().key())
                  .and("price", order.criterion().prices().worker())
                  .and("lossSeconds", order.criterion().prices().lossSeconds())
                  .and("policies", OF_PLACE.json(order.places())))
          .toList();
    }

    static Table table(List<Order> orders) {
      List<Figure<Place>> columns =
          new ArrayList<>(List.of(Figure.text("", "policy", Place::name)));
      for (Order order : orders) {
        columns.add(
            Figure.<Place>number("", title(order.criterion()), "", Place::value)
                .shownAs(place -> cell(order, place.name())));
      }
      return new Figures<>(columns)
          .table(
              "Overall under other prices, and by other figures (in brackets the place)",
              orders.get(0).places().stream()
                  .filter(place -> isShown(place.name(), orders))
                  .toList());
    }

    private static boolean isShown(String name, List<Order> orders) {
      return orders.get(0).place(name) <= SHOWN
          || orders.stream().anyMatch(order -> order.place(name) == 1);
    }

    private static String cell(Order order, String name) {
      boolean share = order.criterion().figure() == Order.Figure.GOODPUT;
      double value = order.value(name);
      return (share ? NumberFormat.text(100 * value, 1) : NumberFormat.text(value))
          + " ("
          + order.place(name)
          + ")";
    }

    private static String title(Criterion criterion) {
      return switch (criterion.figure()) {
        case RESPONSE_P99 -> "p99";
        case GOODPUT -> "goodput, %";
        case REGRET -> title(criterion.prices());
      };
    }

    /** Which prices are not the standard ones. */
    private static String title(Prices prices) {
      if (prices.equals(Prices.STANDARD)) {
        return "standard";
      }
      return prices.lossSeconds() == Prices.STANDARD.lossSeconds()
          ? "worker " + Units.plain(prices.worker())
          : "loss " + Units.plain(prices.lossSeconds()) + " s";
    }
  }
}
