package dev.flyball.sim.workload;

import dev.flyball.base.Dice;
import dev.flyball.base.Require;
import java.util.function.LongSupplier;

/**
 * Arrivals that know nothing of each other: the gaps are exponential.
 *
 * @param ratePerSecond the mean rate, above 0
 */
record PoissonArrivals(double ratePerSecond) implements Arrivals {

  PoissonArrivals {
    Require.above("ratePerSecond", 0, ratePerSecond);
  }

  @Override
  public LongSupplier times(long seed) {
    double meanGapNanos = 1e9 / ratePerSecond;
    Dice dice = new Dice(seed);
    return new LongSupplier() {
      private double atNanos;

      @Override
      public long getAsLong() {
        atNanos += dice.nextExponential(meanGapNanos);
        return (long) atNanos;
      }
    };
  }
}
