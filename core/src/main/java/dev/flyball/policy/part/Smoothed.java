package dev.flyball.policy.part;

import dev.flyball.base.Require;
import dev.flyball.policy.spec.Parameter;
import java.time.Duration;
import java.util.OptionalDouble;

/**
 * A figure that follows its measurements quickly upward and slowly downward.
 *
 * <p>Too few workers cost a queue at once, too many cost a little memory; so a rise is believed
 * sooner than a fall. Both are exponential: after one time constant the figure has moved 63 % of
 * the way, however many windows that time was cut into. The first measurement counts in full.
 *
 * @param value the figure; empty before the first measurement
 * @param riseNanos the time constant upward, in nanoseconds, above 0
 * @param fallNanos the time constant downward, in nanoseconds, above 0
 */
public record Smoothed(OptionalDouble value, long riseNanos, long fallNanos) {

  public static final Parameter<Duration> RISE =
      Parameter.duration("rise", "1s", "the time constant with which a higher load is believed");
  public static final Parameter<Duration> FALL =
      Parameter.duration("fall", "10s", "the time constant with which a lower load is believed");

  public Smoothed {
    Require.above("riseNanos", 0, riseNanos);
    Require.above("fallNanos", 0, fallNanos);
  }

  public static Smoothed of(long riseNanos, long fallNanos) {
    return new Smoothed(OptionalDouble.empty(), riseNanos, fallNanos);
  }

  /** The figure after a window in which {@code measured} was seen. */
  public Smoothed next(double measured, long windowNanos) {
    return new Smoothed(OptionalDouble.of(follow(measured, windowNanos)), riseNanos, fallNanos);
  }

  private double follow(double measured, long windowNanos) {
    double before = value.orElse(measured);
    double kept = kept(windowNanos, measured > before ? riseNanos : fallNanos);
    return measured + (before - measured) * kept;
  }

  /** The share that is left, after a window, of what falls to nothing. */
  public double keptOfAFall(long windowNanos) {
    return kept(windowNanos, fallNanos);
  }

  private static double kept(long windowNanos, double constantNanos) {
    return StrictMath.exp(-windowNanos / constantNanos);
  }
}
