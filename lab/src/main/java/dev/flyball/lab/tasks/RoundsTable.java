package dev.flyball.lab.tasks;

import dev.flyball.lab.report.Axis;
import dev.flyball.lab.report.Column;
import dev.flyball.lab.report.LineChart;
import dev.flyball.lab.report.LineChart.Point;
import dev.flyball.lab.report.LineChart.Series;
import dev.flyball.lab.report.Table;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Rounds as tables and pictures for people. */
final class RoundsTable {

  private RoundsTable() {}

  /** A line for each executor: medians over its rounds. */
  static Table of(Rounds rounds) {
    Table table =
        Table.of(
            "Start latency: " + rounds.load().text(),
            Column.text("executor"),
            Column.number("mean", "ms"),
            Column.number("median", "ms"),
            Column.number("p99", "ms"),
            Column.number("max", "ms"),
            Column.number("min", "ms"),
            Column.number("mean from plan", "ms"),
            Column.number("total", "s"),
            Column.number("threads started"),
            Column.number("threads max"),
            Column.number("mean below cached, rounds"),
            Column.number("max below cached, rounds"));
    boolean besideCached = rounds.runs().containsKey(Prediction.CACHED);
    for (TaskExecutor executor : rounds.executors()) {
      String name = executor.name();
      table =
          table.row(
              name,
              rounds.median(name, BenchmarkRun::meanMillis),
              rounds.median(name, run -> run.quantileMillis(0.5)),
              rounds.median(name, run -> run.quantileMillis(0.99)),
              rounds.median(name, BenchmarkRun::maxMillis),
              rounds.median(name, BenchmarkRun::minMillis),
              rounds.median(name, BenchmarkRun::meanMillisFromPlan),
              rounds.median(name, BenchmarkRun::totalSeconds),
              rounds.median(name, BenchmarkRun::started),
              rounds.median(name, BenchmarkRun::threadsMax),
              besideCached ? wins(rounds, name, BenchmarkRun::meanMillis) : Double.NaN,
              besideCached ? wins(rounds, name, BenchmarkRun::maxMillis) : Double.NaN);
    }
    return table;
  }

  private static double wins(Rounds rounds, String name, ToDoubleFunction<BenchmarkRun> figure) {
    return rounds.wins(name, Prediction.CACHED, figure);
  }

  /** The threads of each executor over time, in the last round. */
  static LineChart threads(Rounds rounds) {
    LineChart chart =
        LineChart.of("Threads over time", Axis.of("time", "s"), Axis.of("threads", ""));
    for (TaskExecutor executor : rounds.executors()) {
      List<BenchmarkRun> runs = rounds.of(executor.name());
      BenchmarkRun last = runs.get(runs.size() - 1);
      if (last.threadsMax() > 0) {
        chart =
            chart.with(
                Series.steps(
                    executor.name(), points(last.samples(), sample -> sample.threads().orElse(0))));
      }
    }
    return chart;
  }

  static List<Point> points(
      List<BenchmarkRun.Sample> samples, ToDoubleFunction<BenchmarkRun.Sample> height) {
    return samples.stream()
        .map(sample -> new Point(sample.atNanos() / 1e9, height.applyAsDouble(sample)))
        .toList();
  }
}
