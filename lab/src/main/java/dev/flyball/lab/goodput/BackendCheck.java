package dev.flyball.lab.goodput;

import dev.flyball.base.Dice;
import dev.flyball.lab.bench.Downstream;
import dev.flyball.lab.harness.HostCalibration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * A backend against its formula, before anything is measured with it: so many threads call it again
 * and again, and the calls that end per second are compared with what the formula says.
 *
 * @param backend the backend
 * @param points what was measured
 */
record BackendCheck(Backend backend, List<Point> points) {

  private static final List<Integer> AT_ONCE = List.of(10, 40, 80, 160);
  private static final long NANOS_MIN = 1_000_000_000;
  private static final double OFF = 0.05;

  /**
   * The throughput with some calls at once.
   *
   * @param atOnce how many
   * @param measured calls per second that ended
   * @param formula calls per second that the formula says
   */
  record Point(int atOnce, double measured, double formula) {

    double error() {
      return measured / formula - 1;
    }
  }

  BackendCheck {
    points = List.copyOf(points);
  }

  /** Measures it; takes about twelve seconds. */
  static BackendCheck of(Backend backend) throws InterruptedException {
    List<Point> points = new ArrayList<>();
    for (int atOnce : AT_ONCE) {
      points.add(new Point(atOnce, measured(backend, atOnce), backend.throughputPerSecond(atOnce)));
    }
    return new BackendCheck(backend, points);
  }

  /**
   * The first call of each thread is a random part of one, or all would end together for ever. What
   * ends during the first time is not counted.
   */
  private static double measured(Backend backend, int atOnce) throws InterruptedException {
    Downstream made = backend.open(HostCalibration.here());
    long callNanos = (long) (1e9 * atOnce / backend.throughputPerSecond(atOnce));
    Dice dice = new Dice(atOnce);
    LongAdder ended = new LongAdder();
    ExecutorService callers = Executors.newFixedThreadPool(atOnce);
    try {
      for (int caller = 0; caller < atOnce; caller++) {
        long firstNanos = (long) (dice.nextDouble() * backend.time().toNanos());
        callers.execute(() -> call(made, firstNanos, backend.time().toNanos(), ended));
      }
      TimeUnit.NANOSECONDS.sleep(2 * callNanos);
      long beganNanos = System.nanoTime();
      long before = ended.sum();
      TimeUnit.NANOSECONDS.sleep(Math.max(NANOS_MIN, 2 * callNanos));
      return (ended.sum() - before) * 1e9 / (System.nanoTime() - beganNanos);
    } finally {
      callers.shutdownNow();
    }
  }

  /** Calls until it is interrupted. */
  private static void call(Downstream made, long firstNanos, long nanos, LongAdder ended) {
    try {
      made.call(firstNanos);
      while (true) {
        made.call(nanos);
        ended.increment();
      }
    } catch (InterruptedException over) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether it does what its formula says, within a twentieth. */
  boolean holds() {
    return points.stream().allMatch(point -> Math.abs(point.error()) <= OFF);
  }
}
