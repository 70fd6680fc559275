package dev.flyball.lab.race;

import dev.flyball.lab.report.Section.Picture;
import dev.flyball.lab.report.chart.Chart.Axis;
import dev.flyball.lab.report.chart.LineChart;
import dev.flyball.lab.report.chart.LineChart.Point;
import dev.flyball.lab.report.chart.LineChart.Series;
import dev.flyball.lab.report.text.NumberFormat;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.sim.Outcome;
import dev.flyball.sim.PoolOutcome.Sample;
import dev.flyball.sim.VirtualBench;
import dev.flyball.sim.race.Board;
import dev.flyball.sim.race.Distribution;
import dev.flyball.sim.race.Lap;
import dev.flyball.sim.race.Oracle;
import dev.flyball.sim.race.RaceResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * One scenario over time, in pictures: the oracle, the default policy, and of the others the best
 * and the worst.
 */
final class RacePictures {

  /** How many times as long a wait must be for the others to vanish beside it. */
  private static final double DWARFED = 10;

  private static final int SMOOTHED = 4;
  private static final int DRAWN_REGRET_MAX = 3;
  private static final int DRAWN_MAX = 6;

  private RacePictures() {}

  /** The pictures of a board, from its first seed; none of runs of which no samples were kept. */
  static List<Picture> of(RaceExperiment experiment, RaceResult result, Board board) {
    String scenario = board.scenario().name();
    List<Outcome> watched =
        names(board).stream()
            .flatMap(name ->
                result.laps(scenario).stream()
                    .filter(lap -> lap.seed() == board.scenario().seed())
                    .filter(lap -> lap.contender().name().equals(name)))
            .map(lap -> watched(experiment, lap))
            .toList();
    if (watched.stream()
        .flatMap(run -> run.pools().stream())
        .anyMatch(pool -> pool.samples().isEmpty())) {
      return List.of();
    }
    Stream<Series> workers = watched.stream().map(run -> line(run, sum(Sample::workersMean)));
    Stream<Series> rates =
        watched.stream()
            .map(run -> smoothed(run.contender(), line(run, sum(Sample::completedPerSecond))));
    Series arrivals = smoothed("arrivals", line(watched.get(0), sum(Sample::arrivedPerSecond)));
    return List.of(
        new Picture(
            chart("Workers, " + scenario, Axis.of("workers", ""), workers),
            "Workers alive, those of all pools."),
        new Picture(
            chart(
                "Rate, " + scenario,
                Axis.of("tasks", "1/s"),
                Stream.concat(rates, Stream.of(arrivals))),
            "Tasks that ended per second; arrivals are those of the oracle."),
        wait(scenario, watched));
  }

  private static LineChart chart(String title, Axis y, Stream<Series> lines) {
    return new LineChart(title, Axis.of("time", "s"), y, lines.toList());
  }

  /** In virtual time a run can be had again, and looked at this time. */
  private static Outcome watched(RaceExperiment experiment, Lap lap) {
    return experiment.bench() == RaceExperiment.Bench.VIRTUAL
        ? VirtualBench.watch(lap.scenario(), lap.seed(), lap.contender())
        : lap.outcome();
  }

  private static List<String> names(Board board) {
    List<String> names =
        board.rows().stream()
            .filter(row -> row.role() == Board.Role.CONTENDER)
            .map(Board.Row::name)
            .filter(name -> !name.equals(Policies.STANDARD))
            .collect(Collectors.toCollection(ArrayList::new));
    if (names.size() > 2) {
      names.subList(1, names.size() - 1).clear();
    }
    names.addAll(0, List.of(Oracle.NAME, Policies.STANDARD));
    return names;
  }

  /** The last is left out where its waits would make all others look like none. */
  private static Picture wait(String scenario, List<Outcome> watched) {
    List<Series> lines = watched.stream().map(run -> line(run, RacePictures::waitMillis)).toList();
    List<Series> others = lines.subList(0, lines.size() - 1);
    Series last = lines.get(others.size());
    double longest = longest(List.of(last));
    boolean dwarfs = !others.isEmpty() && longest > DWARFED * Math.max(1, longest(others));
    return new Picture(
        chart("Wait, " + scenario, Axis.of("wait", "ms"), (dwarfs ? others : lines).stream()),
        "The mean wait of the tasks started, where any was."
            + (dwarfs
                ? " Not drawn: " + last.name() + ", up to " + NumberFormat.text(longest, 0) + " ms."
                : ""));
  }

  private static double longest(List<Series> waits) {
    return waits.stream()
        .flatMap(line -> line.points().stream())
        .mapToDouble(Point::y)
        .filter(y -> !Double.isNaN(y))
        .max()
        .orElse(0);
  }

  private static Series smoothed(String name, Series line) {
    List<Point> points = line.points();
    return Series.of(
        name,
        IntStream.rangeClosed(1, points.size() / SMOOTHED)
            .mapToObj(n -> points.subList((n - 1) * SMOOTHED, n * SMOOTHED))
            .map(some ->
                new Point(
                    some.get(SMOOTHED - 1).x(),
                    some.stream().mapToDouble(Point::y).sum() / SMOOTHED))
            .toList());
  }

  private static ToDoubleFunction<List<Sample>> sum(ToDoubleFunction<Sample> figure) {
    return samples -> samples.stream().mapToDouble(figure).sum();
  }

  /** The longest of the pools' mean waits; NaN where no pool started a task. */
  private static double waitMillis(List<Sample> samples) {
    return samples.stream()
        .mapToDouble(sample -> sample.waitMeanNanos() / 1e6)
        .filter(millis -> !Double.isNaN(millis))
        .max()
        .orElse(Double.NaN);
  }

  /** A figure of all pools' samples of a time, over time. */
  private static Series line(Outcome run, ToDoubleFunction<List<Sample>> figure) {
    return Series.of(
        run.contender(),
        IntStream.range(0, run.pools().get(0).samples().size())
            .mapToObj(at -> run.pools().stream().map(pool -> pool.samples().get(at)).toList())
            .map(now -> new Point(now.get(0).atNanos() / 1e9, figure.applyAsDouble(now)))
            .toList());
  }

  /** The spread of the regrets of the standard policy, and of the best of the others. */
  static Picture ofRegrets(List<Distribution> distributions) {
    List<Series> lines =
        distributions.stream()
            .filter(of -> of.role() == Board.Role.CONTENDER)
            .sorted(Comparator.comparing(of -> !of.name().equals(Policies.STANDARD))) // stable
            .limit(DRAWN_MAX)
            .map(of -> Series.steps(of.name(), spread(of.regrets())))
            .toList();
    return new Picture(
        new LineChart(
            "Regrets over all scenarios", Axis.of("regret", ""), Axis.of("scenarios", "%"), lines),
        "In which share of the scenarios a regret is at most so large; the higher a line runs, the"
            + " better. What lies beyond "
            + DRAWN_REGRET_MAX
            + " is not drawn.");
  }

  private static List<Point> spread(List<Double> regrets) {
    List<Point> points = new ArrayList<>(List.of(new Point(1, 0)));
    for (int i = 0; i < regrets.size() && regrets.get(i) <= DRAWN_REGRET_MAX; i++) {
      points.add(new Point(Math.max(1, regrets.get(i)), 100.0 * (i + 1) / regrets.size()));
    }
    points.add(new Point(DRAWN_REGRET_MAX, points.get(points.size() - 1).y()));
    return points;
  }
}
