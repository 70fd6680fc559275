package dev.flyball.lab.race;

import static dev.flyball.lab.report.NumberFormat.rounded;

import dev.flyball.lab.report.Chart.Axis;
import dev.flyball.lab.report.Figure;
import dev.flyball.lab.report.Figures;
import dev.flyball.lab.report.Findings;
import dev.flyball.lab.report.LineChart;
import dev.flyball.lab.report.LineChart.Point;
import dev.flyball.lab.report.LineChart.Series;
import dev.flyball.lab.report.NumberFormat;
import dev.flyball.lab.report.Section.Paragraph;
import dev.flyball.lab.report.Section.Picture;
import dev.flyball.lab.report.Table;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.sim.race.Board;
import dev.flyball.sim.race.Board.Role;
import dev.flyball.sim.race.Distribution;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** How the regrets of each contender are spread over scenarios that were drawn at random. */
final class Distributions {

  /** A regret that somebody would notice. */
  private static final double NOTICEABLE = 1.15;

  /** A regret that nobody would bear. */
  private static final double BAD = 1.5;

  private static final double DRAWN_REGRET_MAX = 3;
  private static final int DRAWN_MAX = 6;

  private static final Figures<Distribution> FIGURES =
      Figures.of(
          Figure.<Distribution>text("policy", "policy", Distribution::name)
              .shownAs(of -> RaceFigures.name(of.name(), of.role())),
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
          RaceFigures.number("lostTasks", "lost", "", 0, Distribution::lostTasks),
          Figure.count("lostScenarios", "in", Distribution::lostScenarios),
          RaceFigures.share("goodShare", "good", 1, Distribution::goodShare));

  private static final Figures<Board.Row> OF_ROW =
      Figures.of(
          Figure.inFiles("policy", Board.Row::name),
          Figure.inFiles("regret", row -> rounded(row.regret())),
          Figure.inFiles("lostTasks", row -> rounded(row.lostTasks())));

  private static final Figures<Board> OF_SCENARIO =
      Figures.of(
          Figure.inFiles("scenario", board -> board.scenario().name()),
          Figure.inFiles("seed", board -> board.scenario().seed()),
          Figure.inFiles("rows", board -> OF_ROW.json(board.rows())));

  private static final String KEPT =
      "./flyball scenarios --random SEED > random-SEED.yaml keeps a drawn scenario, to read, to race"
          + " alone and to change.";

  private static final String CAPTION =
      String.format(
          Locale.ROOT,
          "In which share of the scenarios a regret is at most so large; the higher a line runs, the"
              + " better. What lies beyond %.0f is not drawn.",
          DRAWN_REGRET_MAX);

  private Distributions() {}

  /** Shown with three digits, for it may be 1 as well as thousands. */
  private static Figure<Distribution> threeDigits(
      String key, String title, ToDoubleFunction<Distribution> of) {
    return RaceFigures.number(key, title, "", 0, of)
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

  /** Adds the distributions and what they are made of for machines, and for people a picture. */
  static Findings addTo(Findings findings, List<Board> boards) {
    List<Distribution> distributions = Distribution.of(boards);
    Findings more =
        findings
            .figure("distribution", FIGURES.json(distributions))
            .figure("scenarios", OF_SCENARIO.json(boards));
    return boards.isEmpty() ? more : more.with(picture(distributions)).with(new Paragraph(KEPT));
  }

  private static Picture picture(List<Distribution> distributions) {
    LineChart chart =
        LineChart.of(
            "Regrets over all scenarios", Axis.of("regret", ""), Axis.of("scenarios", "%"));
    for (Distribution of : drawn(distributions)) {
      chart = chart.with(Series.steps(of.name(), points(of)));
    }
    return new Picture(chart, CAPTION);
  }

  /** The standard policy, and the best of the others. */
  private static List<Distribution> drawn(List<Distribution> distributions) {
    Comparator<Distribution> standardFirst =
        Comparator.comparing(of -> !of.name().equals(Policies.STANDARD));
    return distributions.stream()
        .filter(of -> of.role() == Role.CONTENDER)
        .sorted(standardFirst)
        .limit(DRAWN_MAX)
        .toList();
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
