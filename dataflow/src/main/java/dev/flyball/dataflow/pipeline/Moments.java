package dev.flyball.dataflow.pipeline;

import java.util.OptionalDouble;

/**
 * The count of some values, their sum and the sum of their squares; two of them subtract.
 *
 * @param count how many
 * @param sum their sum, in nanoseconds
 * @param squares the sum of their squares, in nanoseconds squared
 */
public record Moments(long count, double sum, double squares) {

  /** Nothing seen. */
  public static final Moments NONE = new Moments(0, 0, 0);

  Moments plus(Moments other) {
    return new Moments(count + other.count, sum + other.sum, squares + other.squares);
  }

  /** What was seen since the earlier one. */
  public Moments minus(Moments earlier) {
    return new Moments(count - earlier.count, sum - earlier.sum, squares - earlier.squares);
  }

  /** Their mean in nanoseconds; empty when there are none. */
  public OptionalDouble mean() {
    return count == 0 ? OptionalDouble.empty() : OptionalDouble.of(sum / count);
  }

  /**
   * Their squared coefficient of variation, variance / mean^2 = count * squares / sum^2 - 1; empty
   * when there are fewer than two, or all are 0.
   */
  public OptionalDouble variation() {
    return count < 2 || sum <= 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(Math.max(0, count * squares / (sum * sum) - 1));
  }
}
