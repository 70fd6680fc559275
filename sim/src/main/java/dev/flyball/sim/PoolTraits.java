package dev.flyball.sim;

import dev.flyball.control.ResizeCost;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * What a policy has to do with where a pool is not one of ours: what it sees, how the pool shrinks,
 * what a change of its size costs.
 *
 * @param sensors what the policy sees
 * @param shrinksLazily whether a worker that is one too many goes on while there are tasks, and
 *     ends when it has been idle for the pool's idle time; the idle ones work in turn, as those of
 *     a pool of the JDK do
 * @param cost the worker time that a change of the size loses. The governor knows it, and it counts
 *     as time of workers; it delays no task
 */
public record PoolTraits(Sensors sensors, boolean shrinksLazily, ResizeCost cost) {

  /** Those of a pool of ours. */
  public static final PoolTraits OURS = new PoolTraits(Sensors.ALL, false, ResizeCost.FREE);

  public PoolTraits {
    Objects.requireNonNull(sensors, "sensors must not be null");
    Objects.requireNonNull(cost, "cost must not be null");
  }

  /**
   * What is different from one of ours, for the names of rows: {@code polled, lazy, 30 s a resize}.
   */
  public String words() {
    List<String> words = new ArrayList<>();
    if (sensors != Sensors.ALL) {
      words.add(sensors.word());
    }
    if (shrinksLazily) {
      words.add("lazy");
    }
    if (!cost.perResize().isZero()) {
      words.add(seconds(cost.perResize()) + " s a resize");
    }
    if (!cost.perWorker().isZero()) {
      words.add(seconds(cost.perWorker()) + " s a worker");
    }
    return words.isEmpty() ? "as ours" : String.join(", ", words);
  }

  private static String seconds(Duration time) {
    return BigDecimal.valueOf(time.toNanos(), 9).stripTrailingZeros().toPlainString();
  }

  /** The worker time that a change of the size loses, in nanoseconds. */
  double costNanos(int from, int to) {
    return cost.perResize().toNanos()
        + (double) cost.perWorker().toNanos() * Math.abs((double) to - from);
  }
}
