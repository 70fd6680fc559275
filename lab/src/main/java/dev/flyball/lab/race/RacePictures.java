package dev.flyball.lab.race;

import dev.flyball.lab.report.Chart.Axis;
import dev.flyball.lab.report.LineChart;
import dev.flyball.lab.report.LineChart.Point;
import dev.flyball.lab.report.LineChart.Series;
import dev.flyball.lab.report.NumberFormat;
import dev.flyball.lab.report.Section.Picture;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.sim.Outcome;
import dev.flyball.sim.PoolOutcome.Sample;
import dev.flyball.sim.VirtualBench;
import dev.flyball.sim.race.Board;
import dev.flyball.sim.race.Lap;
import dev.flyball.sim.race.Oracle;
import dev.flyball.sim.race.RaceResult;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * One scenario over time, in pictures: the oracle, the default policy, and of the others the best
 * and the worst.
 */
final class RacePictures {

  /** How many times as long a wait must be for the others to vanish beside it. */
  private static final double DWARFED = 10;

  private static final int SMOOTHED = 4;

  private RacePictures() {}

  /** The pictures of a board, from its first seed; none of runs of which no samples were kept. */
  static List<Picture> of(RaceExperiment experiment, RaceResult result, Board board) {
    List<Outcome> watched =
        names(board).stream()
            .flatMap(name ->
                result.laps(board.scenario().name()).stream()
                    .filter(lap -> lap.seed() == board.scenario().seed())
                    .filter(lap -> lap.contender().name().equals(name)))
            .map(lap -> watched(experiment, lap))
            .toList();
    if (watched.stream()
        .anyMatch(run -> run.pools().stream().anyMatch(pool -> pool.samples().isEmpty()))) {
      return List.of();
    }
    String name = board.scenario().name();
    LineChart workers = chart("Workers, " + name, Axis.of("workers", ""));
    LineChart rate = chart("Rate, " + name, Axis.of("tasks", "1/s"));
    for (Outcome run : watched) {
      workers = workers.with(Series.of(run.contender(), points(run, sum(Sample::workersMean))));
      rate = rate.with(smoothed(run.contender(), points(run, sum(Sample::completedPerSecond))));
    }
    rate = rate.with(smoothed("arrivals", points(watched.get(0), sum(Sample::arrivedPerSecond))));
    return List.of(
        new Picture(workers, "Workers alive, those of all pools."),
        new Picture(rate, "Tasks that ended per second; arrivals are those of the oracle."),
        wait(name, watched));
  }

  private static LineChart chart(String title, Axis y) {
    return LineChart.of(title, Axis.of("time", "s"), y);
  }

  /** In virtual time a run can be had again, and looked at this time. */
  private static Outcome watched(RaceExperiment experiment, Lap lap) {
    return experiment.bench() == RaceExperiment.Bench.VIRTUAL
        ? VirtualBench.watch(lap.scenario(), lap.seed(), lap.contender())
        : lap.outcome();
  }

  private static Set<String> names(Board board) {
    List<String> others =
        board.rows().stream()
            .filter(row -> row.role() == Board.Role.CONTENDER)
            .map(Board.Row::name)
            .filter(name -> !name.equals(Policies.STANDARD))
            .toList();
    Set<String> names = new LinkedHashSet<>(List.of(Oracle.NAME, Policies.STANDARD));
    if (!others.isEmpty()) {
      names.add(others.get(0));
      names.add(others.get(others.size() - 1));
    }
    return names;
  }

  /** The last is left out where its waits would make all others look like none. */
  private static Picture wait(String name, List<Outcome> watched) {
    LineChart chart = chart("Wait, " + name, Axis.of("wait", "ms"));
    String caption = "The mean wait of the tasks started, where any was.";
    double longest = 1;
    for (int i = 0; i < watched.size(); i++) {
      List<Point> waits = points(watched.get(i), RacePictures::waitMillis);
      String contender = watched.get(i).contender();
      double own =
          waits.stream().mapToDouble(Point::y).filter(y -> !Double.isNaN(y)).max().orElse(0);
      if (i > 0 && i == watched.size() - 1 && own > DWARFED * longest) {
        caption += " Not drawn: " + contender + ", up to " + NumberFormat.text(own, 0) + " ms.";
      } else {
        chart = chart.with(Series.of(contender, waits));
      }
      longest = Math.max(longest, own);
    }
    return new Picture(chart, caption);
  }

  private static Series smoothed(String name, List<Point> points) {
    List<Point> smooth = new ArrayList<>();
    for (int to = SMOOTHED; to <= points.size(); to += SMOOTHED) {
      double mean =
          points.subList(to - SMOOTHED, to).stream().mapToDouble(Point::y).sum() / SMOOTHED;
      smooth.add(new Point(points.get(to - 1).x(), mean));
    }
    return Series.of(name, smooth);
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

  /** A figure of all pools' samples of a time. */
  private static List<Point> points(Outcome outcome, ToDoubleFunction<List<Sample>> figure) {
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < outcome.pools().get(0).samples().size(); i++) {
      int at = i;
      List<Sample> samples = outcome.pools().stream().map(pool -> pool.samples().get(at)).toList();
      points.add(new Point(samples.get(0).atNanos() / 1e9, figure.applyAsDouble(samples)));
    }
    return points;
  }
}
