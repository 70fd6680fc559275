package dev.flyball.sim.workload;

import dev.flyball.base.Dice;
import dev.flyball.base.Require;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Independent arrivals whose rate follows a sine.
 *
 * <p>Made by thinning: arrivals are drawn at the rate of the crest, and each is kept with the
 * probability rate(t) / crest. That gives the exact process, whatever the period.
 *
 * @param meanPerSecond the mean rate, above 0
 * @param swing the height of the wave as a part of the mean, from 0 to 1
 * @param period the length of a wave
 */
record SineArrivals(double meanPerSecond, double swing, Duration period) implements Arrivals {

  SineArrivals {
    Require.above("meanPerSecond", 0, meanPerSecond);
    Require.between("swing", 0, 1, swing);
    Require.positive("period", period);
  }

  @Override
  public LongSupplier times(long seed) {
    double crestPerNano = meanPerSecond * (1 + swing) / 1e9;
    double periodNanos = period.toNanos();
    Dice dice = new Dice(seed);
    return new LongSupplier() {
      private double atNanos;

      @Override
      public long getAsLong() {
        boolean kept = false;
        while (!kept) {
          atNanos += dice.nextExponential(1 / crestPerNano);
          double wave = StrictMath.sin(2 * StrictMath.PI * (atNanos / periodNanos));
          kept = dice.nextDouble() * (1 + swing) < 1 + swing * wave;
        }
        return (long) atNanos;
      }
    };
  }

  /** The eighths of each wave: from one to the next the rate changes by at most 0.71 swings. */
  @Override
  public List<Long> turnsNanos(long seed, long lengthNanos) {
    double eighthNanos = period.toNanos() / 8.0;
    List<Long> turns = new ArrayList<>();
    if (lengthNanos / eighthNanos > TURNS_MAX) {
      return turns;
    }
    for (long eighth = 1; eighth * eighthNanos < lengthNanos; eighth++) {
      turns.add((long) (eighth * eighthNanos));
    }
    return turns;
  }
}
