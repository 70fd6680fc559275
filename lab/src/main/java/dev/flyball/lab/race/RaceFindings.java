package dev.flyball.lab.race;

import static dev.flyball.lab.race.RaceFigures.shown;

import dev.flyball.files.Units;
import dev.flyball.lab.race.RaceExperiment.Bench;
import dev.flyball.lab.report.Figure;
import dev.flyball.lab.report.Figures;
import dev.flyball.lab.report.Findings;
import dev.flyball.lab.report.NumberFormat;
import dev.flyball.lab.report.Report;
import dev.flyball.lab.report.RunReport;
import dev.flyball.lab.report.Section;
import dev.flyball.lab.report.Section.Facts;
import dev.flyball.lab.report.Section.Paragraph;
import dev.flyball.lab.report.Table;
import dev.flyball.sim.race.Board;
import dev.flyball.sim.race.Board.Role;
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
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a race found: the overall order, and a board with pictures for each scenario. */
record RaceFindings(RaceExperiment experiment, RaceResult result, List<Board> boards) {

  static final String NO_BOARD =
      "The race was ended early, before any scenario was run to its end.";
  static final String ENDED_EARLY = " The race was ended early; what is missing was not run.";
  private static final int LISTED_MAX = 6;
  private static final int WARNINGS_MAX = 5;

  /** How many orders are shown, by the standard; the first by any other criterion are, too. */
  private static final int SHOWN = 8;

  private static final Figures<Place> OF_PLACE =
      Figures.of(
          Figure.inFiles("policy", Place::name),
          Figure.inFiles("value", place -> NumberFormat.rounded(place.value())));

  private static final Figures<Order> OF_ORDER =
      Figures.of(
          Figure.inFiles("figure", order -> order.criterion().figure().key()),
          Figure.inFiles("price", order -> order.criterion().prices().worker()),
          Figure.inFiles("lossSeconds", order -> order.criterion().prices().lossSeconds()),
          Figure.inFiles("policies", order -> OF_PLACE.json(order.places())));

  static Findings of(RaceExperiment experiment, RaceResult result) {
    return new RaceFindings(experiment, result, result.boards()).findings();
  }

  private Findings findings() {
    Race race = experiment.race();
    boolean single = race.scenarios().size() == 1;
    String name = single ? race.scenarios().get(0).name() : "race";
    Ranking ranking = Ranking.of(boards);
    List<Order> orders = Order.all(result);
    List<Distribution> distributions = experiment.drawn() ? Distribution.of(boards) : List.of();
    RunReport figures =
        RunReport.of(
                name,
                experiment.bench().word(),
                result.laps().stream()
                    .map(lap -> RaceFigures.row(lap, !experiment.drawn()).build())
                    .toList())
            .with("formula", List.of(Board.regret(race.aggregate()), Ranking.FORMULA))
            .with("price", Prices.STANDARD.worker())
            .with("lossSeconds", Prices.STANDARD.lossSeconds())
            .with("overall", RaceFigures.ofStanding(race).json(ranking.standings()));
    figures =
        experiment.drawn()
            ? figures
                .with("distribution", RaceFigures.OF_DISTRIBUTION.json(distributions))
                .with("scenarios", RaceFigures.OF_DRAWN_SCENARIO.json(boards))
            : figures.with("boards", RaceFigures.ofBoard(race).json(boards));
    List<Section> page = new ArrayList<>();
    if (boards.size() > 1) {
      page.add(experiment.drawn() ? RaceFigures.distributions(distributions) : overall(ranking));
      page.add(orders(orders));
      page.add(new Paragraph(Ranking.FORMULA + "."));
      page.add(
          new Paragraph(
              "Under other prices a regret is over the cheapest run under those prices; the oracle's"
                  + " sizes are those that were best under the standard prices. p99: over the"
                  + " oracle's, the geometric mean, a dash where no task of a scenario ended."
                  + " goodput: tasks that ended well within their pool's deadline."));
    }
    page.add(new Paragraph(Board.regret(race.aggregate()) + "."));
    page.addAll(ofRealRuns(experiment));
    if (!experiment.drawn()) {
      boards.forEach(board -> page.addAll(sections(board)));
    } else if (!boards.isEmpty()) {
      page.add(RacePictures.ofRegrets(distributions));
      page.add(
          new Paragraph(
              "./flyball scenarios --random SEED > random-SEED.yaml keeps a drawn scenario, to read,"
                  + " to race alone and to change."));
    }
    Findings findings =
        new Findings(
            figures.with("complete", result.complete()).with("doubts", experiment.warnings()),
            new Report(single ? "Scenario " + name : "The race", summary(ranking), page));
    findings =
        experiment.bench() == Bench.VIRTUAL
            ? findings.simulatedBy(experiment.command(), facts())
            : findings.measuredBy(experiment.command(), facts());
    return findings.figure("orders", OF_ORDER.json(orders));
  }

  private Table overall(Ranking ranking) {
    return RaceFigures.ofStanding(experiment.race())
        .only("policy", "asked", "regret", "worstRegret", "worstScenario")
        .table("All " + ranking.boards() + " scenarios", ranking.standings());
  }

  private List<Section> sections(Board board) {
    String models = board.scenario().models();
    String catches = board.scenario().catches();
    String story =
        (models.isBlank() ? "" : "Models " + models + ". ")
            + (catches.isBlank() ? "" : "Catches " + catches + ".");
    List<Section> sections = new ArrayList<>(List.of(RaceFigures.board(experiment.race(), board)));
    if (!story.isEmpty()) {
      sections.add(new Paragraph(story.strip()));
    }
    sections.addAll(RacePictures.of(experiment, result, board));
    return sections;
  }

  /** Of real runs, the oracle's meaning, and the first few reasons not to trust some of them. */
  static List<Section> ofRealRuns(RaceExperiment experiment) {
    if (experiment.bench() == Bench.VIRTUAL) {
      return List.of();
    }
    Section oracle =
        new Paragraph(
            "The oracle of a real run has the sizes that were best in virtual time, searched for with"
                + " the same tasks. On real threads others may be better: then a regret is below 1.");
    List<String> all = List.copyOf(experiment.warnings());
    String first = all.stream().limit(WARNINGS_MAX).collect(Collectors.joining("; "));
    String more =
        all.size() > WARNINGS_MAX ? "; and " + (all.size() - WARNINGS_MAX) + " more." : ".";
    return all.isEmpty()
        ? List.of(oracle)
        : List.of(oracle, new Paragraph("Not every run is to be trusted. " + first + more));
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
    Stream<String> first =
        race.scenarios().stream().map(Scenario::seed).distinct().sorted().map(String::valueOf);
    return race.seeds() + ", from " + listed(first) + " on";
  }

  static String lengths(Race race) {
    return listed(
        race.scenarios().stream()
            .map(Scenario::lengthNanos)
            .distinct()
            .sorted()
            .map(nanos -> shown(nanos / 1e9, 1) + " s"));
  }

  private static String listed(Stream<String> ascending) {
    List<String> all = ascending.toList();
    return all.size() <= LISTED_MAX
        ? String.join(", ", all)
        : "each of %s values from %s to %s"
            .formatted(all.size(), all.get(0), all.get(all.size() - 1));
  }

  private long searched() {
    return result.laps().stream()
        .mapToLong(lap -> lap.contender() instanceof Oracle oracle ? oracle.runs() : 0)
        .sum();
  }

  private String summary(Ranking ranking) {
    if (boards.isEmpty()) {
      return NO_BOARD;
    }
    List<Standing> contenders = with(Role.CONTENDER, ranking);
    String text =
        contenders.isEmpty()
            ? "Nobody took part."
            : winner(contenders.get(0)) + last(contenders) + references(ranking);
    return result.complete() ? text : text + ENDED_EARLY;
  }

  private static List<Standing> with(Role role, Ranking ranking) {
    return ranking.standings().stream().filter(standing -> standing.role() == role).toList();
  }

  private String winner(Standing best) {
    int seeds = boards.get(0).seeds();
    String over = seeds == 1 ? "one seed" : seeds + " seeds";
    if (boards.size() > 1) {
      return ("Over %s scenarios and %s each, %s came nearest to the best sizes in hindsight: a task"
              + " cost %s what it cost the oracle (geometric mean), and %s at worst, in %s.")
          .formatted(
              boards.size(),
              over,
              best.name(),
              times(best.regret()),
              times(best.worstRegret()),
              best.worstScenario());
    }
    Board.Row row = boards.get(0).row(best.name());
    return ("%s came nearest to the best sizes in hindsight: a task cost %s what it cost the oracle,"
            + " with %s its 95th percentile of response time and %s its worker time (%ss over %s).")
        .formatted(
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
        : " The last of %s, %s, cost %s as much as the oracle."
            .formatted(contenders.size(), last.name(), times(last.regret()));
  }

  private static String references(Ranking ranking) {
    return with(Role.REFERENCE, ranking).stream()
        .map(standing -> standing.name() + " " + shown(standing.regret(), 2))
        .collect(Collectors.joining(", ", " For comparison: ", "."));
  }

  private static String times(double ratio) {
    return shown(ratio, 2) + " times";
  }

  // ---- The orders of the contenders by several figures

  private static Table orders(List<Order> orders) {
    List<Figure<Place>> columns = new ArrayList<>(List.of(Figure.text("", "policy", Place::name)));
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
    double value = order.value(name);
    boolean share = order.criterion().figure() == Order.Figure.GOODPUT;
    String text = share ? NumberFormat.text(100 * value, 1) : NumberFormat.text(value);
    return text + " (" + order.place(name) + ")";
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
