package dev.flyball.sim.workload;

import dev.flyball.base.Require;
import java.util.function.LongSupplier;

/**
 * Arrivals at equal gaps; chance has no part in it.
 *
 * <p>Each time is a multiple of the gap, not a sum of gaps, so that rounding never adds up.
 *
 * @param ratePerSecond the rate, above 0
 */
record ConstantArrivals(double ratePerSecond) implements Arrivals {

  ConstantArrivals {
    Require.above("ratePerSecond", 0, ratePerSecond);
  }

  @Override
  public LongSupplier times(long seed) {
    return new LongSupplier() {
      private long arrived;

      @Override
      public long getAsLong() {
        return (long) (arrived++ * 1e9 / ratePerSecond);
      }
    };
  }
}
