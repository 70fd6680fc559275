package dev.flyball.lab.tasks;

import dev.flyball.lab.report.Chart.Axis;
import dev.flyball.lab.report.Figure;
import dev.flyball.lab.report.Figures;
import dev.flyball.lab.report.JsonFields;
import dev.flyball.lab.report.LineChart;
import dev.flyball.lab.report.LineChart.Point;
import dev.flyball.lab.report.LineChart.Series;
import dev.flyball.lab.report.Table;
import dev.flyball.lab.tasks.TaskBench.BenchmarkRun;
import dev.flyball.lab.tasks.TaskBench.BenchmarkRun.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The figures of executors that took turns under a load. */
final class RoundsFigures {

  private static final double SMOOTHED_SECONDS = 0.25;

  private static final Figures<BenchmarkRun> OF_RUN =
      Figures.of(
          Figure.inFiles("meanMillis", BenchmarkRun::meanMillis),
          Figure.inFiles("maxMillis", BenchmarkRun::maxMillis),
          Figure.inFiles("totalSeconds", BenchmarkRun::totalSeconds),
          Figure.inFiles("threadsStarted", BenchmarkRun::started),
          Figure.inFiles("latestSubmitMillis", run -> run.latestSubmitNanos() / 1e6));

  private RoundsFigures() {}

  /** The figures of an executor: medians over its rounds. */
  private static Figures<TaskExecutor> ofExecutor(Rounds rounds) {
    return Figures.of(
        Figure.text("executor", "executor", TaskExecutor::name),
        median("meanMillis", "mean", "ms", rounds, BenchmarkRun::meanMillis),
        median("medianMillis", "median", "ms", rounds, run -> run.quantileMillis(0.5)),
        median("p99Millis", "p99", "ms", rounds, run -> run.quantileMillis(0.99)),
        median("maxMillis", "max", "ms", rounds, BenchmarkRun::maxMillis),
        median("minMillis", "min", "ms", rounds, BenchmarkRun::minMillis),
        median(
            "meanMillisFromPlan", "mean from plan", "ms", rounds, BenchmarkRun::meanMillisFromPlan),
        median("totalSeconds", "total", "s", rounds, BenchmarkRun::totalSeconds),
        median("threadsStarted", "threads started", "", rounds, BenchmarkRun::started),
        median("threadsMax", "threads max", "", rounds, BenchmarkRun::threadsMax),
        Figure.inFiles("runs", executor -> OF_RUN.json(rounds.of(executor.name()))),
        wins("mean below cached, rounds", rounds, BenchmarkRun::meanMillis),
        wins("max below cached, rounds", rounds, BenchmarkRun::maxMillis));
  }

  private static Figure<TaskExecutor> median(
      String key, String title, String unit, Rounds rounds, ToDoubleFunction<BenchmarkRun> of) {
    return Figure.number(key, title, unit, executor -> rounds.median(executor.name(), of));
  }

  private static Figure<TaskExecutor> wins(
      String title, Rounds rounds, ToDoubleFunction<BenchmarkRun> of) {
    boolean besideCached = rounds.runs().containsKey(Prediction.CACHED);
    return Figure.number(
        "",
        title,
        "",
        executor ->
            besideCached ? rounds.wins(executor.name(), Prediction.CACHED, of) : Double.NaN);
  }

  static JsonFields json(Rounds rounds) {
    return JsonFields.of("load", rounds.load().text())
        .and("tasks", rounds.load().tasks())
        .and("granularity", rounds.load().granularity().toString())
        .and("regularity", rounds.load().regularity().toString())
        .and("unitMillis", rounds.load().unit().toNanos() / 1e6)
        .and("sleeping", rounds.load().sleeping())
        .and("rounds", rounds.rounds())
        .and("executors", ofExecutor(rounds).json(rounds.executors()));
  }

  static Table table(Rounds rounds) {
    return ofExecutor(rounds).table("Start latency: " + rounds.load().text(), rounds.executors());
  }

  /** The threads that there were in the last round, of those that tell. */
  static LineChart threads(Rounds rounds) {
    LineChart chart =
        LineChart.of("Threads over time", Axis.of("time", "s"), Axis.of("threads", ""));
    for (TaskExecutor executor : rounds.executors()) {
      BenchmarkRun last = rounds.last(executor.name());
      if (last.threadsMax() > 0) {
        chart = chart.with(threads(executor.name(), last));
      }
    }
    return chart;
  }

  static Series threads(String name, BenchmarkRun run) {
    return Series.steps(name, points(run, sample -> sample.threads().orElse(0)));
  }

  static List<Point> points(BenchmarkRun run, ToDoubleFunction<Sample> height) {
    return run.samples().stream()
        .map(sample -> new Point(sample.atNanos() / 1e9, height.applyAsDouble(sample)))
        .toList();
  }

  /** Means over a quarter of a second each, since processor time comes in ticks. */
  static List<Point> smoothed(BenchmarkRun run, ToDoubleFunction<Sample> height) {
    List<Point> points = new ArrayList<>();
    double sum = 0;
    int count = 0;
    double begin = 0;
    for (Point point : points(run, height)) {
      if (!Double.isNaN(point.y())) {
        sum += point.y();
        count++;
      }
      if (point.x() - begin >= SMOOTHED_SECONDS && count > 0) {
        points.add(new Point((begin + point.x()) / 2, sum / count));
        sum = 0;
        count = 0;
        begin = point.x();
      }
    }
    return points;
  }
}
