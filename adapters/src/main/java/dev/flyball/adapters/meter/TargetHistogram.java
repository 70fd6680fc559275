package dev.flyball.adapters.meter;

import dev.flyball.policy.DurationCounts;
import dev.flyball.policy.Observation;
import dev.flyball.pool.TaskTimes;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * The lengths of times of a target since it was made, counted by {@linkplain #BOUNDS bounds}.
 *
 * @param name in words with dots between them
 * @param description what it means, for a reader of dashboards
 * @param counts how many times there were, by their length
 * @param nanosSum the sum of all of them, in nanoseconds
 */
public record TargetHistogram(
    String name,
    String description,
    Function<TaskTimes, DurationCounts> counts,
    ToLongFunction<Observation> nanosSum) {

  /** The upper bounds, ascending; beyond the last one there is no bound. */
  public static final List<Bound> BOUNDS =
      List.of(
          bound("0.0001"),
          bound("0.00025"),
          bound("0.0005"),
          bound("0.001"),
          bound("0.0025"),
          bound("0.005"),
          bound("0.01"),
          bound("0.025"),
          bound("0.05"),
          bound("0.1"),
          bound("0.25"),
          bound("0.5"),
          bound("1"),
          bound("2.5"),
          bound("5"),
          bound("10"));

  /**
   * The upper bound of some times.
   *
   * @param seconds as text, in seconds, without an exponent
   * @param nanos the same, in nanoseconds
   */
  public record Bound(String seconds, long nanos) {}

  private static Bound bound(String seconds) {
    return new Bound(seconds, new BigDecimal(seconds).movePointRight(9).longValueExact());
  }
}
