package dev.flyball.sim.workload;

import dev.flyball.policy.Dice;
import dev.flyball.policy.Require;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Independent arrivals at one of two rates, which take turns (a Markov-modulated Poisson process).
 *
 * <p>A gap that would reach past the end of a spell is thrown away and drawn anew from the start of
 * the next spell: exponential gaps have no memory, so this is exact.
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
    return new Spells(Dice.stream(seed, 0), Dice.stream(seed, 1));
  }

  /**
   * The walk through the spells; the spells have dice of their own, so the rates do not move them.
   */
  private final class Spells implements LongSupplier {
    private final Dice gapDice;
    private final Dice spellDice;
    private boolean bursting;
    private double atNanos;
    private double spellEndNanos;

    Spells(Dice gapDice, Dice spellDice) {
      this.gapDice = gapDice;
      this.spellDice = spellDice;
      spellEndNanos = spellDice.nextExponential(meanCalm.toNanos());
    }

    @Override
    public long getAsLong() {
      double nextNanos = atNanos + gapNanos();
      while (nextNanos > spellEndNanos) {
        atNanos = spellEndNanos;
        bursting = !bursting;
        spellEndNanos += spellDice.nextExponential((bursting ? meanBurst : meanCalm).toNanos());
        nextNanos = atNanos + gapNanos();
      }
      atNanos = nextNanos;
      return (long) atNanos;
    }

    private double gapNanos() {
      double ratePerSecond = bursting ? burstPerSecond : calmPerSecond;
      return ratePerSecond == 0
          ? Double.POSITIVE_INFINITY
          : gapDice.nextExponential(1e9 / ratePerSecond);
    }
  }
}
