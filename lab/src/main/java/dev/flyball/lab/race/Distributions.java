package dev.flyball.lab.race;

import static dev.flyball.lab.report.NumberFormat.rounded;

import dev.flyball.lab.report.Chart.Axis;
import dev.flyball.lab.report.Figure;
import dev.flyball.lab.report.Figures;
import dev.flyball.lab.report.LineChart;
import dev.flyball.lab.report.LineChart.Point;
import dev.flyball.lab.report.LineChart.Series;
import dev.flyball.lab.report.NumberFormat;
import dev.flyball.lab.report.Section.Picture;
import dev.flyball.lab.report.Table;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.sim.race.Board;
import dev.flyball.sim.race.Board.Role;
import dev.flyball.sim.race.Distribution;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** How the regrets of each contender are spread over scenarios that were drawn at random. */
final class Distributions {

  /** A regret that somebody would notice. */
  private static final double NOTICEABLE = 1.15;

  /** A regret that nobody would bear. */
  private static final double BAD = 1.5;

  private static final int DRAWN_REGRET_MAX = 3;
  private static final int DRAWN_MAX = 6;

  static final Figures<Distribution> FIGURES =
      Figures.of(
          RaceFigures.policy(Distribution::name, Distribution::role),
          Figure.inFiles("role", of -> of.role().word()),
          Figure.inFiles("worstScenario", of -> of.worst().name()),
          threeDigits("regret", "regret", Distribution::regret),
          threeDigits("regretMedian", "p50", of -> of.quantile(0.5)),
          threeDigits("regretP90", "p90", of -> of.quantile(0.9)),
          threeDigits("regretP95", "p95", of -> of.quantile(0.95)),
          threeDigits("regretP99", "p99", of -> of.quantile(0.99)),
          threeDigits("worstRegret", "worst", Distribution::worstRegret),
          Figure.<Distribution>count("worstSeed", "seed", of -> of.worst().seed())
              .shownAs(of -> String.valueOf(of.worst().seed())),
          Figure.count("above" + NOTICEABLE, ">" + NOTICEABLE, of -> of.above(NOTICEABLE)),
          Figure.count("above" + BAD, ">" + BAD, of -> of.above(BAD)),
          RaceFigures.number("lostTasks", "lost", 0, Distribution::lostTasks),
          Figure.count("lostScenarios", "in", Distribution::lostScenarios),
          RaceFigures.share("goodShare", "good", 1, Distribution::goodShare));

  private static final Figures<Board.Row> OF_ROW =
      Figures.of(
          Figure.inFiles("policy", Board.Row::name),
          Figure.inFiles("regret", row -> rounded(row.regret())),
          Figure.inFiles("lostTasks", row -> rounded(row.lostTasks())));

  /** What the distributions are made of. */
  static final Figures<Board> OF_SCENARIO =
      Figures.of(
          Figure.inFiles("scenario", board -> board.scenario().name()),
          Figure.inFiles("seed", board -> board.scenario().seed()),
          Figure.inFiles("rows", board -> OF_ROW.json(board.rows())));

  private Distributions() {}

  /** Shown with three digits, for it may be 1 as well as thousands. */
  private static Figure<Distribution> threeDigits(
      String key, String title, ToDoubleFunction<Distribution> of) {
    return Figure.<Distribution>number(key, title, "", of)
        .rounded()
        .shownAs(row -> NumberFormat.text(of.applyAsDouble(row)));
  }

  static Table table(List<Distribution> distributions) {
    return FIGURES.table(
        distributions.get(0).regrets().size()
            + " drawn scenarios (regret over all, its percentiles, the worst and its seed, and in how"
            + " many it was above; tasks lost that the oracle finished, in how many scenarios;"
            + " goodput)",
        distributions);
  }

  /** The standard policy, and the best of the others. */
  static Picture picture(List<Distribution> distributions) {
    List<Series> lines =
        distributions.stream()
            .filter(of -> of.role() == Role.CONTENDER)
            .sorted(Comparator.comparing(of -> !of.name().equals(Policies.STANDARD))) // stable
            .limit(DRAWN_MAX)
            .map(of -> Series.steps(of.name(), points(of.regrets())))
            .toList();
    return new Picture(
        new LineChart(
            "Regrets over all scenarios", Axis.of("regret", ""), Axis.of("scenarios", "%"), lines),
        "In which share of the scenarios a regret is at most so large; the higher a line runs, the"
            + " better. What lies beyond "
            + DRAWN_REGRET_MAX
            + " is not drawn.");
  }

  private static List<Point> points(List<Double> regrets) {
    List<Point> points = new ArrayList<>(List.of(new Point(1, 0)));
    for (int i = 0; i < regrets.size() && regrets.get(i) <= DRAWN_REGRET_MAX; i++) {
      points.add(new Point(Math.max(1, regrets.get(i)), 100.0 * (i + 1) / regrets.size()));
    }
    points.add(new Point(DRAWN_REGRET_MAX, points.get(points.size() - 1).y()));
    return points;
  }
}
