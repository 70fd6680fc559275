package dev.flyball.sim.workload;

import dev.flyball.base.Dice;
import dev.flyball.base.Require;
import java.util.List;

/**
 * The distribution that a length of time is drawn from; all in nanoseconds.
 *
 * <p>Drawn times are whole nanoseconds and never negative.
 */
public sealed interface TimeDistribution {

  /** No time at all. */
  TimeDistribution NONE = new Constant(0);

  /** One draw. */
  long drawNanos(Dice dice);

  /** The mean of all draws, in nanoseconds. */
  double meanNanos();

  /** The squared coefficient of variation: variance / mean^2; 0 for a constant of any length. */
  double variation();

  /** A constant time. */
  record Constant(long nanos) implements TimeDistribution {
    public Constant {
      atLeastZero("nanos", nanos);
    }

    @Override
    public long drawNanos(Dice dice) {
      return nanos;
    }

    @Override
    public double meanNanos() {
      return nanos;
    }

    @Override
    public double variation() {
      return 0;
    }
  }

  /** Exponential: whatever has passed, what is still to come looks the same. */
  record Exponential(long mean) implements TimeDistribution {
    public Exponential {
      atLeastZero("mean", mean);
    }

    @Override
    public long drawNanos(Dice dice) {
      return (long) dice.nextExponential(mean);
    }

    @Override
    public double meanNanos() {
      return mean;
    }

    @Override
    public double variation() {
      return 1;
    }
  }

  /**
   * Lognormal, said by its mean and its coefficient of variation cv: exp(mu + sigma Z) with sigma^2
   * = ln(1 + cv^2) and mu = ln(mean) - sigma^2 / 2.
   */
  record Lognormal(long mean, double cv) implements TimeDistribution {
    public Lognormal {
      Require.above("mean", 0, mean);
      Require.above("cv", 0, cv);
    }

    @Override
    public long drawNanos(Dice dice) {
      double sigmaSquared = StrictMath.log1p(cv * cv);
      double mu = StrictMath.log(mean) - sigmaSquared / 2;
      return (long) StrictMath.exp(mu + StrictMath.sqrt(sigmaSquared) * dice.nextNormal());
    }

    @Override
    public double meanNanos() {
      return mean;
    }

    @Override
    public double variation() {
      return cv * cv;
    }
  }

  /**
   * Pareto with a cut: P(X &gt; x) falls as (min / x)^shape; what would be longer than max is drawn
   * by the distribution that holds below max (the bounded Pareto distribution).
   */
  record Pareto(long min, double shape, long max) implements TimeDistribution {
    public Pareto {
      Require.above("min", 0, min);
      Require.above("shape", 0, shape);
      if (max <= min) {
        throw new IllegalArgumentException("max must be above min (" + min + ") but was " + max);
      }
    }

    @Override
    public long drawNanos(Dice dice) {
      double cut = StrictMath.pow((double) min / max, shape);
      double u = dice.nextDouble();
      return (long) (min * StrictMath.pow(1 - u * (1 - cut), -1 / shape));
    }

    @Override
    public double meanNanos() {
      return moment(1);
    }

    @Override
    public double variation() {
      double mean = moment(1);
      return moment(2) / (mean * mean) - 1;
    }

    /** E[X^k] of the bounded distribution. */
    private double moment(int k) {
      double cut = StrictMath.pow((double) min / max, shape);
      double scale = shape * StrictMath.pow(min, k) / (1 - cut);
      if (shape == k) {
        return scale * StrictMath.log((double) max / min);
      }
      return scale * (1 - StrictMath.pow((double) min / max, shape - k)) / (shape - k);
    }
  }

  /** One of the times of a list, each as likely as the others. */
  record Empirical(List<Long> nanos) implements TimeDistribution {
    public Empirical {
      nanos = List.copyOf(nanos);
      Require.atLeast("number of times", 1, nanos.size());
      nanos.forEach(time -> atLeastZero("time", time));
    }

    @Override
    public long drawNanos(Dice dice) {
      return nanos.get(dice.below(nanos.size()));
    }

    @Override
    public double meanNanos() {
      return nanos.stream().mapToLong(Long::longValue).average().orElseThrow();
    }

    @Override
    public double variation() {
      double mean = meanNanos();
      double squares =
          nanos.stream().mapToDouble(time -> (double) time * time).average().orElseThrow();
      return mean == 0 ? 0 : squares / (mean * mean) - 1;
    }
  }

  private static void atLeastZero(String name, long nanos) {
    Require.countAtLeast(name, 0, nanos);
  }
}
