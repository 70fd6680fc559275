package dev.flyball.lab.race;

import dev.flyball.lab.report.Axis;
import dev.flyball.lab.report.LineChart;
import dev.flyball.lab.report.LineChart.Point;
import dev.flyball.lab.report.LineChart.Series;
import dev.flyball.lab.report.NumberFormat;
import dev.flyball.lab.report.Picture;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.sim.Outcome;
import dev.flyball.sim.PoolOutcome;
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

  /** The pictures of a board, from its first seed. */
  static List<Picture> of(RaceExperiment experiment, RaceResult result, Board board) {
    List<Outcome> watched = new ArrayList<>();
    for (Lap lap : chosen(result, board)) {
      watched.add(watched(experiment, lap));
    }
    if (watched.stream().anyMatch(RacePictures::unseen)) {
      return List.of();
    }
    String name = board.scenario().name();
    return List.of(
        new Picture(workers(name, watched), "Workers alive, those of all pools."),
        new Picture(
            rate(name, watched), "Tasks that ended per second; arrivals are those of the oracle."),
        wait(name, watched));
  }

  private static boolean unseen(Outcome outcome) {
    return outcome.pools().stream().anyMatch(pool -> pool.samples().isEmpty());
  }

  /** In virtual time a run can be had again, and looked at this time. */
  private static Outcome watched(RaceExperiment experiment, Lap lap) {
    return experiment.bench() == RaceExperiment.Bench.VIRTUAL
        ? VirtualBench.watch(lap.scenario(), lap.seed(), lap.contender())
        : lap.outcome();
  }

  private static List<Lap> chosen(RaceResult result, Board board) {
    Set<String> names = names(board);
    long seed = board.scenario().seed();
    List<Lap> laps = result.laps(board.scenario().name());
    List<Lap> chosen = new ArrayList<>();
    for (String name : names) {
      laps.stream()
          .filter(lap -> lap.seed() == seed && lap.contender().name().equals(name))
          .findFirst()
          .ifPresent(chosen::add);
    }
    return chosen;
  }

  private static Set<String> names(Board board) {
    List<String> contenders =
        board.rows().stream()
            .filter(row -> row.role() == Board.Role.CONTENDER)
            .map(Board.Row::name)
            .toList();
    Set<String> names = new LinkedHashSet<>(List.of(Oracle.NAME));
    contenders.stream().filter(Policies.STANDARD::equals).forEach(names::add);
    List<String> others =
        contenders.stream().filter(name -> !name.equals(Policies.STANDARD)).toList();
    if (!others.isEmpty()) {
      names.add(others.get(0));
      names.add(others.get(others.size() - 1));
    }
    return names;
  }

  private static LineChart workers(String name, List<Outcome> watched) {
    LineChart chart =
        LineChart.of("Workers, " + name, Axis.of("time", "s"), Axis.of("workers", ""));
    for (Outcome outcome : watched) {
      chart = chart.with(summed(outcome.contender(), outcome, Sample::workersMean));
    }
    return chart;
  }

  /** The arrivals come last, so that each contender has the same colour as above. */
  private static LineChart rate(String name, List<Outcome> watched) {
    LineChart chart = LineChart.of("Rate, " + name, Axis.of("time", "s"), Axis.of("tasks", "1/s"));
    for (Outcome outcome : watched) {
      chart =
          chart.with(smoothed(summed(outcome.contender(), outcome, Sample::completedPerSecond)));
    }
    return chart.with(smoothed(summed("arrivals", watched.get(0), Sample::arrivedPerSecond)));
  }

  /** The last is the worst; where its waits dwarf all others', it is left out, saying so. */
  private static Picture wait(String name, List<Outcome> watched) {
    LineChart chart = LineChart.of("Wait, " + name, Axis.of("time", "s"), Axis.of("wait", "ms"));
    String caption = "The mean wait of the tasks started, where any was.";
    int last = watched.size() - 1;
    double longest = 0;
    for (int i = 0; i <= last; i++) {
      Outcome outcome = watched.get(i);
      double own = longestWaitMillis(outcome);
      if (i == last && i > 0 && own > DWARFED * Math.max(1, longest)) {
        caption +=
            " Not drawn: " + outcome.contender() + ", up to " + NumberFormat.text(own, 0) + " ms.";
      } else {
        chart =
            chart.with(Series.of(outcome.contender(), points(outcome, RacePictures::waitMillis)));
      }
      longest = Math.max(longest, own);
    }
    return new Picture(chart, caption);
  }

  private static double longestWaitMillis(Outcome outcome) {
    double longest = 0;
    for (Point point : points(outcome, RacePictures::waitMillis)) {
      longest = point.y() > longest ? point.y() : longest;
    }
    return longest;
  }

  /** Each {@link #SMOOTHED} points as their mean, for single samples of a rate are mostly noise. */
  private static Series smoothed(Series line) {
    List<Point> points = new ArrayList<>();
    for (int from = 0; from + SMOOTHED <= line.points().size(); from += SMOOTHED) {
      double sum = 0;
      for (Point point : line.points().subList(from, from + SMOOTHED)) {
        sum += point.y();
      }
      points.add(new Point(line.points().get(from + SMOOTHED - 1).x(), sum / SMOOTHED));
    }
    return Series.of(line.name(), points);
  }

  private static Series summed(String name, Outcome outcome, ToDoubleFunction<Sample> figure) {
    return Series.of(
        name,
        points(
            outcome,
            samples -> {
              double sum = 0;
              for (Sample sample : samples) {
                sum += figure.applyAsDouble(sample);
              }
              return sum;
            }));
  }

  /** The longest of the pools' mean waits; NaN where nowhere a task started. */
  private static double waitMillis(List<Sample> samples) {
    double longest = Double.NaN;
    for (Sample sample : samples) {
      double millis = sample.waitMeanNanos() / 1e6;
      longest = longest >= millis || Double.isNaN(millis) ? longest : millis;
    }
    return longest;
  }

  /** A point for each moment, from the samples that the pools have of it. */
  private static List<Point> points(Outcome outcome, ToDoubleFunction<List<Sample>> figure) {
    List<PoolOutcome> pools = outcome.pools();
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < pools.get(0).samples().size(); i++) {
      List<Sample> samples = new ArrayList<>();
      for (PoolOutcome pool : pools) {
        samples.add(pool.samples().get(i));
      }
      points.add(new Point(samples.get(0).atNanos() / 1e9, figure.applyAsDouble(samples)));
    }
    return points;
  }
}
