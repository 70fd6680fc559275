package dev.flyball.lab.tuning;

import dev.flyball.lab.report.chart.Chart.Axis;
import dev.flyball.lab.report.chart.LineChart;
import dev.flyball.lab.report.chart.LineChart.Point;
import dev.flyball.lab.report.chart.LineChart.Series;
import dev.flyball.lab.tuning.GovernedRun.Move;
import dev.flyball.lab.tuning.Sweep.SizeFigures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** The results of loads, as charts. */
public final class TuningPictures {

  /** As many lines as a chart can tell apart. */
  private static final int LINES_MAX = 12;

  private TuningPictures() {}

  /** Throughput over connections: as many groups as cores, the size found, and a governed run. */
  public static LineChart throughput(String profile, List<CellResult> results) {
    return overConnections(
        "Throughput, " + profile,
        Axis.of("transactions", "1/s"),
        results,
        SizeFigures::median,
        ServerStretch::transactionsPerSecond);
  }

  /** Mean latency over connections: as many groups as cores, the size found, and a governed run. */
  public static LineChart latency(String profile, List<CellResult> results) {
    return overConnections(
        "Latency, " + profile,
        Axis.of("mean latency", "ms"),
        results,
        size -> size.latencyMeanMillis().orElse(Double.NaN),
        run -> run.latencyMeanMillis().orElse(Double.NaN));
  }

  private static LineChart overConnections(
      String title,
      Axis y,
      List<CellResult> results,
      ToDoubleFunction<SizeFigures> fixed,
      ToDoubleFunction<ServerStretch> governed) {
    return LineChart.of(
        title,
        Axis.of("connections", ""),
        y,
        line("usual", results, result -> TuningFigures.number(result.usual(), fixed)),
        line("contr", results, result -> TuningFigures.number(result.contr(), fixed)),
        line(
            "governed, its way included",
            results,
            result -> TuningFigures.number(result.governed(), governed)));
  }

  private static Series line(
      String name, List<CellResult> results, ToDoubleFunction<CellResult> figure) {
    return Series.of(
        name,
        results.stream()
            .map(of -> new Point(of.cell().connections(), figure.applyAsDouble(of)))
            .sorted(Comparator.comparingDouble(Point::x))
            .toList());
  }

  /** The size found over connections, a line for each profile. */
  public static LineChart sizes(List<CellResult> results) {
    return LineChart.of(
        "Best size over connections",
        Axis.of("connections", ""),
        Axis.of("opt", "groups"),
        byProfile(results).entrySet().stream()
            .map(of ->
                line(
                    of.getKey(), of.getValue(), one -> TuningFigures.number(one.opt(), opt -> opt)))
            .toArray(Series[]::new));
  }

  /** The swept curves as shares of each one's best. Nothing where none was swept. */
  public static Optional<LineChart> sweeps(List<CellResult> results) {
    LineChart chart =
        LineChart.of(
            "Throughput by size",
            Axis.of("thread groups, as a power of 2", ""),
            Axis.of("of the best size's throughput", "%"),
            results.stream()
                .flatMap(of -> of.sweep().map(sweep -> curve(of.cell().text(), sweep)).stream())
                .limit(LINES_MAX)
                .toArray(Series[]::new));
    return chart.series().isEmpty() ? Optional.empty() : Optional.of(chart);
  }

  private static Series curve(String name, Sweep sweep) {
    double best = sweep.best().median();
    return Series.of(
        name,
        sweep.sizes().stream()
            .map(size ->
                new Point(
                    Math.log(size.groups()) / Math.log(2),
                    100 * ServerStretch.share(size.median(), best)))
            .toList());
  }

  /** Throughput over time of governed runs. */
  public static LineChart throughputOverTime(String title, List<CellResult> results) {
    return overTime(
        title, Axis.of("transactions", "1/s"), results, false, TuningPictures::throughputs);
  }

  private static List<Point> throughputs(GovernedRun run) {
    return run.load().seconds().stream()
        .map(second ->
            new Point(second.atSeconds() - run.fromSeconds(), second.transactionsPerSecond()))
        .toList();
  }

  /** Size over time of governed runs. */
  public static LineChart sizeOverTime(String title, List<CellResult> results) {
    return overTime(title, Axis.of("thread groups", ""), results, true, TuningPictures::sizes);
  }

  private static List<Point> sizes(GovernedRun run) {
    List<Point> points = new ArrayList<>();
    points.add(new Point(0, run.start()));
    run.moves().stream()
        .filter(Move::changed)
        .map(move -> new Point(Math.max(0, move.atSeconds() - run.fromSeconds()), move.to()))
        .forEach(points::add);
    double end = Math.max(run.lengthSeconds(), points.get(points.size() - 1).x());
    points.add(new Point(end, run.sizeAt(run.fromSeconds() + end)));
    return points;
  }

  private static LineChart overTime(
      String title,
      Axis y,
      List<CellResult> results,
      boolean steps,
      Function<GovernedRun, List<Point>> line) {
    List<Series> lines = new ArrayList<>();
    for (CellResult of : results) {
      for (GovernedRun run : of.tuned()) {
        String name = of.cell().connections() + " conn., from " + run.start();
        lines.add(new Series(name, line.apply(run), steps));
      }
    }
    return LineChart.of(
        title, Axis.of("time", "s"), y, lines.stream().limit(LINES_MAX).toArray(Series[]::new));
  }

  /** Results by profile, by the profiles' names. */
  public static SortedMap<String, List<CellResult>> byProfile(List<CellResult> results) {
    return results.stream()
        .collect(
            Collectors.groupingBy(
                result -> result.cell().profileName(), TreeMap::new, Collectors.toList()));
  }
}
