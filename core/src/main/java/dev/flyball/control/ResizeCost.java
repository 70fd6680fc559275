package dev.flyball.control;

import dev.flyball.base.Require;
import java.time.Duration;

/**
 * What a resize of a target costs, in worker time: the time that workers do nothing useful because
 * of it, summed over the workers.
 *
 * <p>Worked: a service that restarts for 3 s with 20 workers loses 60 worker-seconds at any resize,
 * {@code new ResizeCost(Duration.ofSeconds(60), Duration.ZERO)}; a connection takes 200 ms to open,
 * {@code new ResizeCost(Duration.ZERO, Duration.ofMillis(200))}.
 *
 * @param perResize lost by any resize, such as by a restart; at least zero
 * @param perWorker lost for each worker more or fewer, such as by opening a connection; at least
 *     zero
 */
public record ResizeCost(Duration perResize, Duration perWorker) {

  /** A resize costs nothing worth waiting for, as in a pool of threads. */
  public static final ResizeCost FREE = new ResizeCost(Duration.ZERO, Duration.ZERO);

  public ResizeCost {
    Require.notNegative("perResize", perResize);
    Require.notNegative("perWorker", perWorker);
  }

  /** Worker-seconds that a resize from one size to another costs. */
  double seconds(int from, int to) {
    return seconds(perResize) + seconds(perWorker) * Math.abs((double) to - from);
  }

  private static double seconds(Duration time) {
    return time.getSeconds() + time.getNano() / 1e9;
  }
}
