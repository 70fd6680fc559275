package dev.flyball.lab.goodput;

import dev.flyball.lab.bench.Downstream;
import dev.flyball.lab.harness.HostCalibration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

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

  /** Measures it; takes about six seconds. */
  static BackendCheck of(Backend backend) throws InterruptedException {
    List<Point> points = new ArrayList<>();
    for (int atOnce : AT_ONCE) {
      points.add(new Point(atOnce, measured(backend, atOnce), backend.throughputPerSecond(atOnce)));
    }
    return new BackendCheck(backend, points);
  }

  private static double measured(Backend backend, int atOnce) throws InterruptedException {
    Downstream made = backend.open(HostCalibration.here());
    double callNanos = 1e9 * atOnce / backend.throughputPerSecond(atOnce);
    int calls = (int) Math.ceil(NANOS_MIN / callNanos);
    Callable<Void> caller =
        () -> {
          for (int call = 0; call < calls; call++) {
            made.call(backend.time().toNanos());
          }
          return null;
        };
    ExecutorService callers = Executors.newFixedThreadPool(atOnce);
    try {
      List<Callable<Void>> all = new ArrayList<>();
      for (int number = 0; number < atOnce; number++) {
        all.add(caller);
      }
      long beganNanos = System.nanoTime();
      for (Future<Void> ended : callers.invokeAll(all)) {
        ended.get();
      }
      return 1e9 * calls * atOnce / (System.nanoTime() - beganNanos);
    } catch (ExecutionException e) {
      throw new IllegalStateException("a call of the backend failed", e.getCause());
    } finally {
      callers.shutdownNow();
    }
  }

  /** Whether it does what its formula says, within a twentieth. */
  boolean holds() {
    return points.stream().allMatch(point -> Math.abs(point.error()) <= OFF);
  }
}
