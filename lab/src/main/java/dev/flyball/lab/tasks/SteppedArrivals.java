package dev.flyball.lab.tasks;

import dev.flyball.base.Dice;
import dev.flyball.base.Require;
import dev.flyball.sim.workload.Arrivals;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Arrivals at equal gaps, whose rate is drawn anew at the beginning of each period, evenly from 0
 * to twice the mean.
 *
 * <p>The n-th task comes when the rate, summed over time, has reached n: a gap that reaches over
 * the end of a period goes on at the next one's rate.
 *
 * @param meanPerSecond the mean rate, above 0
 * @param period the length of a period
 */
record SteppedArrivals(double meanPerSecond, Duration period) implements Arrivals {

  SteppedArrivals {
    Require.above("meanPerSecond", 0, meanPerSecond);
    Require.positive("period", period);
  }

  @Override
  public LongSupplier times(long seed) {
    Dice dice = new Dice(seed);
    double lengthNanos = period.toNanos();
    return new LongSupplier() {
      private double atNanos;
      private double endNanos;
      private double perNano;

      @Override
      public long getAsLong() {
        double missing = 1;
        while (atNanos + missing / perNano > endNanos || perNano == 0) {
          missing -= (endNanos - atNanos) * perNano;
          atNanos = endNanos;
          endNanos += lengthNanos;
          perNano = 2 * dice.nextDouble() * meanPerSecond / 1e9;
        }
        atNanos += missing / perNano;
        return (long) atNanos;
      }
    };
  }
}
