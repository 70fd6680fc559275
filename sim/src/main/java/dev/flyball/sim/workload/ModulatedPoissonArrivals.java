package dev.flyball.sim.workload;

import dev.flyball.base.Dice;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Independent arrivals at a rate that stays for a spell and is then another (a Markov-modulated
 * Poisson process).
 *
 * <p>A gap that would reach past the end of a spell is thrown away and drawn anew from the start of
 * the next spell: exponential gaps have no memory, so this is exact.
 */
final class ModulatedPoissonArrivals implements LongSupplier {

  private final Walk walk;
  private final Dice gapDice;
  private RatePeriod period;
  private double atNanos;
  private double periodEndNanos;

  private ModulatedPoissonArrivals(Walk walk, Dice gapDice) {
    this.walk = walk;
    this.gapDice = gapDice;
    this.period = walk.next();
    this.periodEndNanos = period.nanos();
  }

  /** The arrivals on a walk; the spells have dice of their own, so the rates do not move them. */
  static LongSupplier times(Walker walker, long seed) {
    return new ModulatedPoissonArrivals(walker.walk(Dice.stream(seed, 1)), Dice.stream(seed, 0));
  }

  /** Where the spells of that seed's walk end, before {@code lengthNanos}. */
  static List<Long> turnsNanos(Walker walker, long seed, long lengthNanos) {
    Walk walk = walker.walk(Dice.stream(seed, 1));
    List<Long> turns = new ArrayList<>();
    for (double end = walk.next().nanos(); end < lengthNanos; end += walk.next().nanos()) {
      turns.add((long) end);
      if (turns.size() > Arrivals.TURNS_MAX) {
        return List.of();
      }
    }
    return turns;
  }

  @Override
  public long getAsLong() {
    double nextNanos = atNanos + gapNanos();
    while (nextNanos > periodEndNanos) {
      atNanos = periodEndNanos;
      period = walk.next();
      periodEndNanos += period.nanos();
      nextNanos = atNanos + gapNanos();
    }
    atNanos = nextNanos;
    return (long) atNanos;
  }

  private double gapNanos() {
    return period.perSecond() == 0
        ? Double.POSITIVE_INFINITY
        : gapDice.nextExponential(1e9 / period.perSecond());
  }

  /**
   * A stretch of time with one rate.
   *
   * @param nanos how long it is
   * @param perSecond the rate of arrivals, 0 or more
   */
  record RatePeriod(double nanos, double perSecond) {}

  /** One spell after the other, without end. */
  @FunctionalInterface
  interface Walk {
    RatePeriod next();
  }

  /** The source of walks: the same dice, the same walk. */
  @FunctionalInterface
  interface Walker {
    Walk walk(Dice dice);
  }
}
