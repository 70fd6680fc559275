package dev.flyball.dashboard;

import dev.flyball.expose.view.PoolView;
import dev.flyball.expose.view.PoolView.Entry;
import dev.flyball.expose.view.PoolView.Steering;
import dev.flyball.expose.view.WindowFigures;
import java.util.List;

/** Views that tests make up. */
final class Views {

  private Views() {}

  static WindowFigures figures(int workers, double perSecond) {
    return figures(0.1, workers, perSecond);
  }

  static WindowFigures figures(double seconds, int workers, double perSecond) {
    return figures(seconds, workers, perSecond, 100);
  }

  static WindowFigures figures(
      double seconds, int workers, double perSecond, double queueCapacity) {
    return new WindowFigures(
        seconds,
        workers,
        workers,
        workers / 2.0,
        3,
        2.5,
        queueCapacity,
        perSecond,
        perSecond,
        0,
        0,
        0,
        12.34,
        1.5,
        11,
        22,
        33,
        0.1,
        0.25,
        0.7,
        0.05,
        4.2,
        2,
        1.5,
        Double.NaN);
  }

  static Steering steering(String why) {
    return new Steering("GOVERN", "flyball", "demand", 5, 5, why, 0.05, 1, 200, 7, 0, 0);
  }

  static PoolView view(String name, int workers, double perSecond, Entry... entries) {
    return view("only", 0, name, workers, perSecond, entries);
  }

  static PoolView view(
      String identity, long window, String name, int workers, double perSecond, Entry... entries) {
    return new PoolView(
        name,
        identity,
        window,
        figures(workers, perSecond),
        steering("demand: 60.0 tasks/s x 0.0504 s, smoothed to 3.2 busy; +2.7 for bursts"),
        List.of(entries),
        List.of(),
        List.of(
            new PoolView.Learned(2, 10, 0.1, Double.NaN),
            new PoolView.Learned(4, 15, 0.1, Double.NaN)));
  }

  static Entry entry(long number, double agoSeconds) {
    return new Entry(number, agoSeconds, "POLICY", 3, 4, 4, "demand: more");
  }
}
