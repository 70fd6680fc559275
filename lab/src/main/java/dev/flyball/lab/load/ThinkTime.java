package dev.flyball.lab.load;

import dev.flyball.base.Dice;
import java.time.Duration;

/**
 * The pause of a client of a closed loop between an answer and its next request.
 *
 * @param mean the mean pause; zero for none
 * @param random whether each pause is drawn from the exponential distribution; otherwise all are
 *     the mean
 */
public record ThinkTime(Duration mean, boolean random) {

  /** No pause at all. */
  public static final ThinkTime NONE = new ThinkTime(Duration.ZERO, false);

  public ThinkTime {
    if (mean.isNegative()) {
      throw new IllegalArgumentException("mean must not be negative but was " + mean);
    }
  }

  /** Always the same pause. */
  public static ThinkTime constant(Duration pause) {
    return new ThinkTime(pause, false);
  }

  /** Pauses of exponential length. */
  public static ThinkTime exponential(Duration mean) {
    return new ThinkTime(mean, true);
  }

  long drawNanos(Dice dice) {
    return random ? (long) dice.nextExponential(mean.toNanos()) : mean.toNanos();
  }
}
