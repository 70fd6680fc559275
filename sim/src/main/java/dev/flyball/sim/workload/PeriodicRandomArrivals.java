package dev.flyball.sim.workload;

import dev.flyball.base.Dice;
import dev.flyball.base.Require;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Independent arrivals whose rate jumps at random moments: each spell is exponentially long, and
 * its rate is any from {@code low} to {@code high}, all as likely.
 *
 * @param lowPerSecond the lowest rate, 0 or more
 * @param highPerSecond the highest rate, above 0, at least the lowest
 * @param every the mean time from jump to jump
 */
record PeriodicRandomArrivals(double lowPerSecond, double highPerSecond, Duration every)
    implements Arrivals {

  PeriodicRandomArrivals {
    Require.finiteAtLeast("lowPerSecond", 0, lowPerSecond);
    Require.above("highPerSecond", 0, highPerSecond);
    Require.finiteAtLeast("highPerSecond", lowPerSecond, highPerSecond);
    Require.positive("every", every);
  }

  @Override
  public LongSupplier times(long seed) {
    return ModulatedPoissonArrivals.times(this::walk, seed);
  }

  @Override
  public List<Long> turnsNanos(long seed, long lengthNanos) {
    return ModulatedPoissonArrivals.turnsNanos(this::walk, seed, lengthNanos);
  }

  private ModulatedPoissonArrivals.Walk walk(Dice dice) {
    return () ->
        new ModulatedPoissonArrivals.RatePeriod(
            dice.nextExponential(every.toNanos()), rate(dice.nextDouble()));
  }

  private double rate(double part) {
    return lowPerSecond + part * (highPerSecond - lowPerSecond);
  }
}
