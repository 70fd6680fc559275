package dev.flyball.sim.workload;

import dev.flyball.base.Dice;
import dev.flyball.base.Require;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Independent arrivals at one of two rates, which take turns for exponentially long {@link
 * ModulatedPoissonArrivals}; the first is a calm one.
 *
 * @param calmPerSecond the rate between bursts, 0 or more
 * @param burstPerSecond the rate during a burst, above 0
 * @param meanCalm the mean length of a calm spell
 * @param meanBurst the mean length of a burst
 */
record BurstArrivals(
    double calmPerSecond, double burstPerSecond, Duration meanCalm, Duration meanBurst)
    implements Arrivals {

  BurstArrivals {
    Require.between("calmPerSecond", 0, Double.MAX_VALUE, calmPerSecond);
    Require.above("burstPerSecond", 0, burstPerSecond);
    Require.positive("meanCalm", meanCalm);
    Require.positive("meanBurst", meanBurst);
  }

  @Override
  public LongSupplier times(long seed) {
    return ModulatedPoissonArrivals.times(Walk::new, seed);
  }

  @Override
  public List<Long> turnsNanos(long seed, long lengthNanos) {
    return ModulatedPoissonArrivals.turnsNanos(Walk::new, seed, lengthNanos);
  }

  /** Calm, burst, calm, burst. */
  private final class Walk implements ModulatedPoissonArrivals.Walk {
    private final Dice dice;
    private boolean bursting = true;

    Walk(Dice dice) {
      this.dice = dice;
    }

    @Override
    public ModulatedPoissonArrivals.RatePeriod next() {
      bursting = !bursting;
      Duration mean = bursting ? meanBurst : meanCalm;
      return new ModulatedPoissonArrivals.RatePeriod(
          dice.nextExponential(mean.toNanos()), bursting ? burstPerSecond : calmPerSecond);
    }
  }
}
