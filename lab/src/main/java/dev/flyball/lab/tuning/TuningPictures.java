package dev.flyball.lab.tuning;

import dev.flyball.lab.report.Chart.Axis;
import dev.flyball.lab.report.LineChart;
import dev.flyball.lab.report.LineChart.Point;
import dev.flyball.lab.report.LineChart.Series;
import dev.flyball.lab.tuning.GovernedRun.Move;
import dev.flyball.lab.tuning.Sweep.SizeFigures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/** The results of loads, as charts. */
public final class TuningPictures {

  /** As many lines as a chart can tell apart. */
  private static final int LINES_MAX = 12;

  private TuningPictures() {}

  /** Throughput over connections: as many groups as cores, and the size found. */
  public static LineChart throughput(String profile, List<CellResult> results) {
    return overConnections(
        "Throughput, " + profile,
        Axis.of("transactions", "1/s"),
        results,
        size -> OptionalDouble.of(size.transactionsPerSecond().median()));
  }

  /** Mean latency over connections: as many groups as cores, and the size found. */
  public static LineChart latency(String profile, List<CellResult> results) {
    return overConnections(
        "Latency, " + profile,
        Axis.of("mean latency", "ms"),
        results,
        SizeFigures::latencyMeanMillis);
  }

  private static LineChart overConnections(
      String title,
      Axis y,
      List<CellResult> results,
      Function<SizeFigures, OptionalDouble> figure) {
    return LineChart.of(title, Axis.of("connections", ""), y)
        .with(line("usual", results, result -> result.usual().map(figure)))
        .with(line("contr", results, result -> result.contr().map(figure)));
  }

  private static Series line(
      String name,
      List<CellResult> results,
      Function<CellResult, Optional<OptionalDouble>> figure) {
    List<Point> points = new ArrayList<>();
    results.stream()
        .sorted(Comparator.comparingInt(result -> result.cell().connections()))
        .forEach(result ->
            points.add(
                new Point(
                    result.cell().connections(),
                    figure.apply(result).orElse(OptionalDouble.empty()).orElse(Double.NaN))));
    return Series.of(name, points);
  }

  /** The size found over connections, a line for each profile. */
  public static LineChart sizes(List<CellResult> results) {
    LineChart chart =
        LineChart.of(
            "Best size over connections", Axis.of("connections", ""), Axis.of("opt", "groups"));
    SortedMap<String, List<CellResult>> profiles = byProfile(results);
    for (String profile : profiles.keySet()) {
      chart =
          chart.with(
              line(profile, profiles.get(profile), result -> result.opt().map(OptionalDouble::of)));
    }
    return chart;
  }

  /** The swept curves as shares of each one's best. Nothing where none was swept. */
  public static Optional<LineChart> sweeps(List<CellResult> results) {
    LineChart chart =
        LineChart.of(
            "Throughput by size",
            Axis.of("thread groups, as a power of 2", ""),
            Axis.of("of the best size's throughput", "%"));
    for (CellResult result : results) {
      if (result.sweep().isPresent() && chart.series().size() < LINES_MAX) {
        chart = chart.with(curve(result.cell().text(), result.sweep().get()));
      }
    }
    return chart.series().isEmpty() ? Optional.empty() : Optional.of(chart);
  }

  private static Series curve(String name, Sweep sweep) {
    double best = sweep.best().transactionsPerSecond().median();
    return Series.of(
        name,
        sweep.sizes().stream()
            .map(size ->
                new Point(
                    Math.log(size.groups()) / Math.log(2),
                    100 * ServerStretch.share(size.transactionsPerSecond().median(), best)))
            .toList());
  }

  /** Throughput over time of governed runs. */
  public static LineChart throughputOverTime(String title, List<CellResult> results) {
    return overTime(
        title,
        Axis.of("transactions", "1/s"),
        results,
        (name, run) ->
            Series.of(
                name,
                run.load().seconds().stream()
                    .map(second ->
                        new Point(
                            second.atSeconds() - run.fromSeconds(), second.transactionsPerSecond()))
                    .toList()));
  }

  /** Size over time of governed runs. */
  public static LineChart sizeOverTime(String title, List<CellResult> results) {
    return overTime(title, Axis.of("thread groups", ""), results, TuningPictures::sizeLine);
  }

  private static Series sizeLine(String name, GovernedRun run) {
    List<Point> points = new ArrayList<>();
    points.add(new Point(0, run.start()));
    run.moves().stream()
        .filter(Move::changed)
        .forEach(move ->
            points.add(new Point(Math.max(0, move.atSeconds() - run.fromSeconds()), move.to())));
    double end = Math.max(run.lengthSeconds(), points.get(points.size() - 1).x());
    points.add(new Point(end, run.sizeAt(run.fromSeconds() + end)));
    return Series.steps(name, points);
  }

  /** A line of a run. */
  private interface Line {
    Series of(String name, GovernedRun run);
  }

  private static LineChart overTime(String title, Axis y, List<CellResult> results, Line line) {
    LineChart chart = LineChart.of(title, Axis.of("time", "s"), y);
    for (CellResult result : results) {
      for (GovernedRun run : result.tuned()) {
        if (chart.series().size() < LINES_MAX) {
          chart =
              chart.with(line.of(result.cell().connections() + " conn., from " + run.start(), run));
        }
      }
    }
    return chart;
  }

  /** Results by profile, by the profiles' names. */
  public static SortedMap<String, List<CellResult>> byProfile(List<CellResult> results) {
    SortedMap<String, List<CellResult>> profiles = new TreeMap<>();
    for (CellResult result : results) {
      profiles.computeIfAbsent(result.cell().profileName(), none -> new ArrayList<>()).add(result);
    }
    return profiles;
  }
}
