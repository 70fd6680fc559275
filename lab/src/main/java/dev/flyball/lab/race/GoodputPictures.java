package dev.flyball.lab.race;

import dev.flyball.lab.report.Section.Picture;
import dev.flyball.lab.report.chart.Chart.Axis;
import dev.flyball.lab.report.chart.LineChart;
import dev.flyball.lab.report.chart.LineChart.Point;
import dev.flyball.lab.report.chart.LineChart.Series;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.sim.PoolOutcome;
import dev.flyball.sim.PoolOutcome.SecondAccount;
import dev.flyball.sim.race.Board.Role;
import dev.flyball.sim.race.Lap;
import dev.flyball.sim.race.Oracle;
import dev.flyball.sim.race.RaceResult;
import dev.flyball.sim.race.goodput.GoodputBoard;
import dev.flyball.sim.race.goodput.GoodputStanding;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The goodput of one scenario over time: the oracle, the default, and the best of the others; and
 * how it is spread over many.
 */
final class GoodputPictures {

  private static final int OTHERS_MAX = 2;
  private static final int DRAWN_MAX = 6;

  private GoodputPictures() {}

  /** The picture of a board, from its first seed. */
  static List<Picture> of(RaceResult result, GoodputBoard board) {
    List<Lap> laps =
        result.laps(board.scenario().name()).stream()
            .filter(lap -> lap.seed() == board.scenario().seed())
            .toList();
    List<Series> lines = new ArrayList<>();
    for (String name : names(board)) {
      laps.stream()
          .filter(lap -> lap.contender().name().equals(name))
          .forEach(lap -> lines.add(line(name, lap, SecondAccount::good)));
    }
    lines.add(line("arrivals", laps.get(0), SecondAccount::offered));
    return List.of(
        new Picture(
            new LineChart(
                "Goodput, " + board.scenario().name(),
                Axis.of("time", "s"),
                Axis.of("tasks", "1/s"),
                lines),
            "Tasks by the second in which they came, of those that ended well within their"
                + " deadline; arrivals are those of the oracle."));
  }

  /** The spread of the goodputs of the first contenders. */
  static Picture ofRatios(List<GoodputStanding> standings) {
    List<Series> lines =
        standings.stream()
            .filter(standing -> standing.role() == Role.CONTENDER)
            .limit(DRAWN_MAX)
            .map(standing -> Series.steps(standing.name(), spread(standing.ratios())))
            .toList();
    return new Picture(
        new LineChart(
            "Goodputs over all scenarios",
            Axis.of("goodput over the oracle's", ""),
            Axis.of("scenarios", "%"),
            lines),
        "In which share of the scenarios a goodput is at most so large a part of the oracle's; the"
            + " lower a line runs, the better.");
  }

  private static List<Point> spread(List<Double> ratios) {
    List<Point> points = new ArrayList<>(List.of(new Point(0, 0)));
    for (int i = 0; i < ratios.size(); i++) {
      points.add(new Point(ratios.get(i), 100.0 * (i + 1) / ratios.size()));
    }
    points.add(new Point(1, 100));
    return points;
  }

  private static List<String> names(GoodputBoard board) {
    Stream<String> others =
        board.rows().stream()
            .map(GoodputBoard.Row::name)
            .filter(name -> !name.equals(Oracle.NAME) && !name.equals(Policies.STANDARD))
            .limit(OTHERS_MAX);
    return Stream.concat(Stream.of(Oracle.NAME, Policies.STANDARD), others).toList();
  }

  private static Series line(String name, Lap lap, ToLongFunction<SecondAccount> figure) {
    List<List<SecondAccount>> pools =
        lap.outcome().pools().stream().map(PoolOutcome::account).map(it -> it.seconds()).toList();
    int seconds = pools.stream().mapToInt(List::size).max().orElse(0);
    return Series.of(
        name,
        IntStream.range(0, seconds)
            .mapToObj(second ->
                new Point(
                    second + 0.5,
                    pools.stream()
                        .filter(pool -> second < pool.size())
                        .mapToLong(pool -> figure.applyAsLong(pool.get(second)))
                        .sum()))
            .toList());
  }
}
