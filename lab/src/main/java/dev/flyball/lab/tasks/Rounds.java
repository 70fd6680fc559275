package dev.flyball.lab.tasks;

import dev.flyball.lab.report.Figure;
import dev.flyball.lab.report.Figures;
import dev.flyball.lab.report.Findings.Chapter;
import dev.flyball.lab.report.Headline;
import dev.flyball.lab.report.JsonFields;
import dev.flyball.lab.report.Table;
import dev.flyball.lab.report.chart.Chart.Axis;
import dev.flyball.lab.report.chart.LineChart;
import dev.flyball.lab.report.chart.LineChart.Point;
import dev.flyball.lab.report.chart.LineChart.Series;
import dev.flyball.lab.report.text.NumberFormat;
import dev.flyball.lab.tasks.TaskBench.BenchmarkRun;
import dev.flyball.lab.tasks.TaskBench.BenchmarkRun.Sample;
import dev.flyball.sim.race.Aggregate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Runs of several executors under one load, taken in turns, so that disturbances of the machine
 * affect all of them. Each round runs every executor once, begins with another one each time, and
 * every other round goes backwards; all runs of a round use that round's seed.
 *
 * @param load the load
 * @param runs the runs of each executor, by name, in the order of the rounds; the executors are in
 *     the order of the tables
 */
record Rounds(TaskLoad load, Map<String, List<BenchmarkRun>> runs) {

  private static final double SMOOTHED_SECONDS = 0.25;

  private static final Figures<BenchmarkRun> OF_RUN =
      Figures.of(
          Figure.inFiles("meanMillis", BenchmarkRun::meanMillis),
          Figure.inFiles("maxMillis", BenchmarkRun::maxMillis),
          Figure.inFiles("totalSeconds", BenchmarkRun::totalSeconds),
          Figure.inFiles("threadsStarted", BenchmarkRun::started),
          Figure.inFiles("latestSubmitMillis", run -> run.latestSubmitNanos() / 1e6));

  /** Runs so many rounds; those before an interrupt, where there is one. */
  static Rounds of(
      TaskBench bench,
      TaskLoad load,
      List<TaskExecutor> executors,
      int rounds,
      long seed,
      Consumer<String> progress) {
    Rounds all = new Rounds(load, new LinkedHashMap<>());
    executors.forEach(executor -> all.runs.put(executor.name(), new ArrayList<>()));
    try {
      for (int round = 0; round < rounds; round++) {
        progress.accept("round " + (round + 1) + " of " + rounds + ": " + load.text());
        List<BenchmarkRun> row = new ArrayList<>();
        for (TaskExecutor next : order(executors, round)) {
          row.add(bench.run(load, seed + round, next));
        }
        row.forEach(run -> all.of(run.executor()).add(run));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // what there is will be reported
    }
    return all;
  }

  /** Beginning with another one in each round, and every other round backwards. */
  private static List<TaskExecutor> order(List<TaskExecutor> executors, int round) {
    List<TaskExecutor> order = new ArrayList<>(executors);
    Collections.rotate(order, -round);
    if (round % 2 == 1) {
      Collections.reverse(order);
    }
    return order;
  }

  /** The names of the executors. */
  List<String> names() {
    return List.copyOf(runs.keySet());
  }

  List<BenchmarkRun> of(String executor) {
    return Objects.requireNonNull(runs.get(executor), executor);
  }

  /** The last round of an executor. */
  BenchmarkRun last(String executor) {
    return of(executor).get(rounds() - 1);
  }

  /** The median over the runs of an executor. */
  double median(String executor, ToDoubleFunction<BenchmarkRun> figure) {
    return Aggregate.MEDIAN.of(of(executor), figure);
  }

  /** In how many rounds one executor had the lower figure. */
  long wins(String executor, String over, ToDoubleFunction<BenchmarkRun> figure) {
    return IntStream.range(0, rounds())
        .filter(round ->
            figure.applyAsDouble(of(executor).get(round))
                < figure.applyAsDouble(of(over).get(round)))
        .count();
  }

  /** The executor whose median of a figure is the lowest. */
  String first(ToDoubleFunction<BenchmarkRun> figure) {
    return names().stream()
        .min(Comparator.comparingDouble(name -> median(name, figure)))
        .orElseThrow();
  }

  int rounds() {
    return runs.values().iterator().next().size();
  }

  // ---- As figures

  /** What is said of an experiment that was ended before there was anything to show. */
  static Chapter nothing(String experiment) {
    return new Chapter(
        experiment,
        Headline.of("Ended before a round was over.").doubted(Headline.ENDED_EARLY),
        List.of(),
        JsonFields.of("rounds", 0));
  }

  /** A text with each figure in the place of a {@code %s}. */
  static String said(String text, double... figures) {
    Object[] words = DoubleStream.of(figures).mapToObj(NumberFormat::text).toArray();
    return String.format(Locale.ROOT, text, words);
  }

  /** The figures of an executor: medians over its rounds. */
  private Figures<String> figures() {
    return Figures.of(
        Figure.text("executor", "executor", name -> name),
        figure("meanMillis", "mean", "ms", BenchmarkRun::meanMillis),
        figure("medianMillis", "median", "ms", run -> run.quantileMillis(0.5)),
        figure("p99Millis", "p99", "ms", run -> run.quantileMillis(0.99)),
        figure("maxMillis", "max", "ms", BenchmarkRun::maxMillis),
        figure("minMillis", "min", "ms", BenchmarkRun::minMillis),
        figure("meanMillisFromPlan", "mean from plan", "ms", BenchmarkRun::meanMillisFromPlan),
        figure("totalSeconds", "total", "s", BenchmarkRun::totalSeconds),
        figure("threadsStarted", "threads started", "", BenchmarkRun::started),
        figure("threadsMax", "threads max", "", BenchmarkRun::threadsMax),
        Figure.inFiles("runs", name -> OF_RUN.json(of(name))),
        wins("mean below cached, rounds", BenchmarkRun::meanMillis),
        wins("max below cached, rounds", BenchmarkRun::maxMillis));
  }

  /** The median over the runs of an executor, as a figure. */
  Figure<String> figure(String key, String title, String unit, ToDoubleFunction<BenchmarkRun> of) {
    return Figure.number(key, title, unit, name -> median(name, of));
  }

  private Figure<String> wins(String title, ToDoubleFunction<BenchmarkRun> of) {
    String other = Prediction.CACHED;
    return Figure.number(
        "", title, "", name -> runs.containsKey(other) ? wins(name, other, of) : Double.NaN);
  }

  JsonFields json() {
    return JsonFields.of("load", load.text())
        .and("tasks", load.tasks())
        .and("granularity", TaskLoad.word(load.granularity()))
        .and("regularity", TaskLoad.word(load.regularity()))
        .and("unitMillis", load.unit().toNanos() / 1e6)
        .and("sleeping", load.sleeping())
        .and("rounds", rounds())
        .and("executors", figures().json(names()));
  }

  /** The figures of all executors; one of them is marked. */
  Table table(String marked) {
    return figures().table("Start latency: " + load.text(), names(), marked::equals);
  }

  // ---- Over time

  static LineChart overTime(String title, String height, Stream<Series> lines) {
    return new LineChart(title, Axis.of("time", "s"), Axis.of(height, ""), lines.toList());
  }

  /** The threads that there were in the last round, of those executors that tell. */
  LineChart threads(List<String> names) {
    return overTime(
        "Threads over time",
        "threads",
        names.stream()
            .filter(name -> last(name).threadsMax() > 0)
            .map(name -> threads(name, last(name))));
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
