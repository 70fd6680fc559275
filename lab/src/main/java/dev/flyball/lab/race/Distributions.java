package dev.flyball.lab.race;

import dev.flyball.lab.report.Axis;
import dev.flyball.lab.report.JsonFields;
import dev.flyball.lab.report.LineChart;
import dev.flyball.lab.report.LineChart.Point;
import dev.flyball.lab.report.LineChart.Series;
import dev.flyball.lab.report.Picture;
import dev.flyball.lab.report.Table;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.sim.race.Board;
import dev.flyball.sim.race.Board.Role;
import dev.flyball.sim.race.Distribution;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The distribution of each contender's regrets over many scenarios: figures, a table, a picture.
 */
final class Distributions {

  /** Regrets above these are counted. */
  private static final double NOTICEABLE = 1.15;

  private static final double BAD = 1.5;

  /** Where the picture ends: what lies beyond is read off the table. */
  private static final double DRAWN_REGRET_MAX = 3;

  private static final int DRAWN_MAX = 6;

  /** What files and tables have. */
  private static final List<RowFigure<Distribution>> FIGURES =
      List.of(
          RowFigure.digits("regret", "regret", Distribution::regret),
          quantile("regretMedian", "p50", 0.5),
          quantile("regretP90", "p90", 0.9),
          quantile("regretP95", "p95", 0.95),
          quantile("regretP99", "p99", 0.99),
          RowFigure.digits("worstRegret", "worst", Distribution::worstRegret),
          RowFigure.whole("worstSeed", "seed", of -> of.worst().seed()),
          RowFigure.whole("above" + NOTICEABLE, ">" + NOTICEABLE, of -> of.above(NOTICEABLE)),
          RowFigure.whole("above" + BAD, ">" + BAD, of -> of.above(BAD)),
          RowFigure.number("lostTasks", "lost", 0, Distribution::lostTasks),
          RowFigure.whole("lostScenarios", "in", of -> (long) of.lostScenarios()),
          RowFigure.share("goodShare", "good", 1, Distribution::goodShare));

  private static final List<RowFigure<Distribution>> IN_TABLES =
      Stream.concat(
              Stream.of(
                  RowFigure.<Distribution>text(
                      "policy", "policy", of -> RaceTables.name(of.name(), of.role()))),
              FIGURES.stream())
          .toList();

  /** How to have one of the scenarios. */
  static final String KEPT =
      "./flyball scenarios --random SEED > random-SEED.yaml keeps a drawn scenario, to read, to race"
          + " alone and to change.";

  private static final String CAPTION =
      String.format(
          Locale.ROOT,
          "In which share of the scenarios a regret is at most so large; the higher a line runs, the"
              + " better. What lies beyond %.0f is not drawn.",
          DRAWN_REGRET_MAX);

  private Distributions() {}

  private static RowFigure<Distribution> quantile(String key, String title, double share) {
    return RowFigure.digits(key, title, of -> of.quantile(share));
  }

  static List<JsonFields> extras(List<Distribution> distributions) {
    return distributions.stream()
        .map(of ->
            RowFigure.addTo(
                JsonFields.of("policy", of.name())
                    .and("role", of.role().word())
                    .and("worstScenario", of.worst().name()),
                FIGURES,
                of))
        .toList();
  }

  /** The regrets of all contenders in each scenario. */
  static List<JsonFields> scenarios(List<Board> boards) {
    return boards.stream()
        .map(board ->
            JsonFields.of("scenario", board.scenario().name())
                .and("seed", board.scenario().seed())
                .and("rows", board.rows().stream().map(Distributions::regret).toList()))
        .toList();
  }

  private static JsonFields regret(Board.Row row) {
    return JsonFields.of("policy", row.name())
        .and("regret", RaceFigures.rounded(row.regret()))
        .and("lostTasks", RaceFigures.rounded(row.lostTasks()));
  }

  static Table table(List<Distribution> distributions) {
    return RowFigure.table(
        distributions.get(0).regrets().size()
            + " drawn scenarios (regret over all, its percentiles, the worst and its seed, and in how"
            + " many it was above; tasks lost that the oracle finished, in how many scenarios;"
            + " goodput)",
        IN_TABLES,
        distributions);
  }

  /** The default policy, and of the others the best. */
  static Picture picture(List<Distribution> distributions) {
    LineChart chart =
        LineChart.of(
            "Regrets over all scenarios", Axis.of("regret", ""), Axis.of("scenarios", "%"));
    for (Distribution of : drawn(distributions)) {
      chart = chart.with(Series.steps(of.name(), points(of)));
    }
    return new Picture(chart, CAPTION);
  }

  private static List<Distribution> drawn(List<Distribution> distributions) {
    List<Distribution> contenders =
        distributions.stream().filter(of -> of.role() == Role.CONTENDER).toList();
    List<Distribution> drawn = new ArrayList<>();
    contenders.stream().filter(of -> of.name().equals(Policies.STANDARD)).forEach(drawn::add);
    contenders.stream()
        .filter(of -> !drawn.contains(of))
        .limit(DRAWN_MAX - drawn.size())
        .forEach(drawn::add);
    return drawn;
  }

  private static List<Point> points(Distribution of) {
    int count = of.regrets().size();
    List<Point> points = new ArrayList<>(List.of(new Point(1, 0)));
    for (int i = 0; i < count && of.regrets().get(i) <= DRAWN_REGRET_MAX; i++) {
      points.add(new Point(Math.max(1, of.regrets().get(i)), 100.0 * (i + 1) / count));
    }
    points.add(new Point(DRAWN_REGRET_MAX, points.get(points.size() - 1).y()));
    return points;
  }
}
