package dev.flyball.sim.flow;

import dev.flyball.base.Dice;
import dev.flyball.sim.workload.TimeDistribution;

/**
 * A stream of lengths of time with a given mean and variation: constant ones for the variation 0,
 * exponential ones for 1, otherwise lognormal ones.
 *
 * <p>Drawn as parts of a mean of one second, then stretched; what is cut off to whole nanoseconds
 * is added to the next, so that the mean is exact however short the lengths are.
 */
final class Lengths {

  private static final long UNIT_NANOS = 1_000_000_000;

  private final TimeDistribution distribution;
  private final double meanSeconds;
  private final Dice dice;
  private double cutOff; // nanoseconds, from 0 to below 1

  Lengths(double meanSeconds, double variation, Dice dice) {
    this(distribution(variation), meanSeconds, dice);
  }

  private Lengths(TimeDistribution distribution, double meanSeconds, Dice dice) {
    this.distribution = distribution;
    this.meanSeconds = meanSeconds;
    this.dice = dice;
  }

  private static TimeDistribution distribution(double variation) {
    if (variation == 0) {
      return new TimeDistribution.Constant(UNIT_NANOS);
    }
    return variation == 1
        ? new TimeDistribution.Exponential(UNIT_NANOS)
        : new TimeDistribution.Lognormal(UNIT_NANOS, StrictMath.sqrt(variation));
  }

  /** The next length, 0 or more. */
  long nextNanos() {
    double exact = meanSeconds * distribution.drawNanos(dice) + cutOff;
    long nanos = (long) exact;
    cutOff = exact - nanos;
    return nanos;
  }

  /** A stream that goes on as this one does, without moving it. */
  Lengths copy() {
    Lengths copy = new Lengths(distribution, meanSeconds, new Dice(dice.state()));
    copy.cutOff = cutOff;
    return copy;
  }
}
