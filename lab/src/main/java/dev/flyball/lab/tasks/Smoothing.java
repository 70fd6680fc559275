package dev.flyball.lab.tasks;

import dev.flyball.lab.report.LineChart.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Samples averaged over a quarter of a second, for a picture that can be read. */
final class Smoothing {

  private static final double SECONDS = 0.25;

  private Smoothing() {}

  static List<Point> points(BenchmarkRun run, ToDoubleFunction<BenchmarkRun.Sample> height) {
    List<Point> points = new ArrayList<>();
    double sum = 0;
    int count = 0;
    double begin = 0;
    for (BenchmarkRun.Sample sample : run.samples()) {
      double at = sample.atNanos() / 1e9;
      double value = height.applyAsDouble(sample);
      if (!Double.isNaN(value)) {
        sum += value;
        count++;
      }
      if (at - begin >= SECONDS && count > 0) {
        points.add(new Point((begin + at) / 2, sum / count));
        sum = 0;
        count = 0;
        begin = at;
      }
    }
    return points;
  }
}
