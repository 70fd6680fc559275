package dev.flyball.dataflow.measure;

import dev.flyball.base.Require;
import dev.flyball.dataflow.network.RateCurve.Measured.Point;
import java.util.List;

/**
 * All measurements of a node.
 *
 * @param node its name
 * @param readings at least one, in the order of their threads
 */
public record NodeRates(String node, List<ThreadsReading> readings) {
  public NodeRates {
    readings = List.copyOf(readings);
    Require.atLeast("number of readings", 1, readings.size());
  }

  /** The mean rates. */
  public List<Point> points() {
    return readings.stream()
        .map(reading -> new Point(reading.threads(), reading.perSecond().mean()))
        .toList();
  }

  /** What was measured with the fewest threads, where they are least in each other's way. */
  public ThreadsReading fewest() {
    return readings.get(0);
  }

  /** The readings whose rate is not known so well as that. */
  public List<ThreadsReading> beyond(double precision) {
    return readings.stream().filter(reading -> !reading.within(precision)).toList();
  }
}
