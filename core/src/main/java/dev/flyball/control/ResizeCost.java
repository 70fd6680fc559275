package dev.flyball.control;

import dev.flyball.base.Require;
import java.time.Duration;

/**
 * The cost of a resize of a target, in worker time: the time in which workers do no useful work
 * because of it, summed over the workers.
 *
 * <p>Worked: a service that restarts for 3 s with 20 workers loses 60 worker-seconds at any resize,
 * {@code new ResizeCost(Duration.ofSeconds(60), Duration.ZERO)}; a connection takes 200 ms to open,
 * {@code new ResizeCost(Duration.ZERO, Duration.ofMillis(200))}.
 *
 * @param perResize worker time that any resize loses, such as by a restart; at least zero
 * @param perWorker worker time lost for each worker added or removed, such as by opening a
 *     connection; at least zero
 */
public record ResizeCost(Duration perResize, Duration perWorker) {

  /** No cost, as in a pool of threads. */
  public static final ResizeCost FREE = new ResizeCost(Duration.ZERO, Duration.ZERO);

  /** Checks that neither cost is negative. */
  public ResizeCost {
    Require.notNegative("perResize", perResize);
    Require.notNegative("perWorker", perWorker);
  }

  /** The cost of a resize from one size to another, in worker-seconds. */
  double seconds(int from, int to) {
    return seconds(perResize) + seconds(perWorker) * Math.abs((double) to - from);
  }

  private static double seconds(Duration time) {
    return time.getSeconds() + time.getNano() / 1e9;
  }
}
