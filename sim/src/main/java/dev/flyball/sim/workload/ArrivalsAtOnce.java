package dev.flyball.sim.workload;

import dev.flyball.base.Require;
import java.util.function.LongSupplier;

/**
 * A crowd that arrives at time 0, with no arrivals after it.
 *
 * @param count how many arrive, at least 1
 */
record ArrivalsAtOnce(int count) implements Arrivals {

  ArrivalsAtOnce {
    Require.atLeast("count", 1, count);
  }

  @Override
  public LongSupplier times(long seed) {
    return new LongSupplier() {
      private int arrived;

      @Override
      public long getAsLong() {
        return arrived++ < count ? 0 : Long.MAX_VALUE;
      }
    };
  }
}
