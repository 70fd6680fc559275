package dev.flyball.lab.goodput;

import dev.flyball.base.Require;
import dev.flyball.lab.bench.Downstream;
import dev.flyball.lab.harness.HostCalibration;
import dev.flyball.sim.scenario.Behind;
import dev.flyball.sim.scenario.Behind.Collapse;
import java.time.Duration;

/**
 * What a request needs: a processor, or an answer from something behind the server that has a
 * capacity of its own. The same for all servers of a row.
 *
 * @param shape how it behaves under load
 * @param time what a request takes of it when nothing else is there
 * @param width with how many requests at once its throughput is highest
 */
public record Backend(Shape shape, Duration time, int width) {

  private static final String NAME = "backend";

  /** More than any server here has requests. */
  private static final int NO_END = 20_000;

  /** The behaviour of a backend under load. */
  public enum Shape {
    /** So much CPU time, on processors that the server has to itself. */
    CPU,
    /** So many servers with one queue; more calls wait, and do no harm. */
    SERVERS,
    /** Every call slows every other: the throughput has a peak, and falls beyond it. */
    COLLAPSING,
    /** No call waits for another. */
    PLAIN
  }

  public Backend {
    Require.positive("time", time);
    Require.atLeast("width", 1, width);
  }

  static Backend cpu(Duration time, int cores) {
    return new Backend(Shape.CPU, time, cores);
  }

  static Backend servers(int servers, Duration time) {
    return new Backend(Shape.SERVERS, time, servers);
  }

  static Backend collapsing(int peak, Duration time) {
    return new Backend(Shape.COLLAPSING, time, peak);
  }

  static Backend plain(Duration time) {
    return new Backend(Shape.PLAIN, time, NO_END);
  }

  /** What a request takes when as many are there as are best. */
  public long nanosAtBest() {
    return Math.round(time.toNanos() / speed(width));
  }

  /** The most requests per second that it ends; no bound for a plain one. */
  public double capacityPerSecond() {
    return shape == Shape.PLAIN ? Double.POSITIVE_INFINITY : throughputPerSecond(width);
  }

  /** The requests per second that it ends with so many there all the time, by the formula. */
  public double throughputPerSecond(int requests) {
    int served = shape == Shape.COLLAPSING ? requests : Math.min(requests, width);
    return served * speed(served) * 1e9 / time.toNanos();
  }

  private double speed(int requests) {
    return shape == Shape.COLLAPSING ? collapse().speed(requests) : 1;
  }

  private Collapse collapse() {
    return Collapse.peakingAt(NAME, width, 0);
  }

  /** Makes it, for one process; calls block the thread that makes them. */
  public Downstream open(HostCalibration calibration) {
    return switch (shape) {
      case CPU -> calibration::work;
      case COLLAPSING -> Downstream.of(collapse());
      case SERVERS, PLAIN -> Downstream.of(new Behind.Servers(NAME, width));
    };
  }

  /** The backend in a sentence. */
  String words() {
    long millis = time.toMillis();
    return switch (shape) {
      case CPU -> millis + " ms of CPU time each, on " + width + " core";
      case SERVERS -> width + " servers of " + millis + " ms";
      case COLLAPSING ->
          "a backend of "
              + millis
              + " ms that does most with "
              + width
              + " calls at once and less with more";
      case PLAIN -> "a backend of " + millis + " ms, whatever the number of calls";
    };
  }
}
