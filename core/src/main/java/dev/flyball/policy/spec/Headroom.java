package dev.flyball.policy.spec;

import static dev.flyball.base.Require.finiteAtLeast;

import dev.flyball.base.Poisson;
import dev.flyball.base.Require;
import dev.flyball.base.Workers;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * The workers kept beyond the average load, so that a burst finds a free worker.
 *
 * <p>A load of 114.4 Erlang means that 114.4 workers are busy on average. With 115 workers nearly
 * half of the arrivals find all of them busy; the question is how many more to keep. For a load of
 * 100:
 *
 * <ul>
 *   <li>{@link None}: 100, the average itself: right only for a load that does not fluctuate;
 *   <li>{@link Buffer} of 0.2: 120, "it's probably just as effective to add a 20% buffer on top to
 *       the average" (Pepperdine, Tuning the Size of Your Thread Pool, "Theory meets reality");
 *   <li>{@link Percentile} of 0.9: 113, the number in the system that is not exceeded 90 % of the
 *       time;
 *   <li>{@link SquareRoot} with beta 1.5: 115, the square-root staffing rule.
 * </ul>
 *
 * <p>The fixed share is too little for a small load and too much for a large one. Fluctuations grow
 * as the root of the load: at 10 000 the share keeps 2 000 workers where 150 are enough, and at 4
 * it keeps 1 where 3 are needed.
 *
 * <p>The rule of rounding: the load and its headroom are added, and the sum is rounded up to the
 * next whole worker. The result is never below the load and never below 1.
 */
public sealed interface Headroom {

  /** The parameter of a policy that keeps workers beyond its load. */
  static Parameter<Headroom> parameter(Headroom usual, String meaning) {
    return new Parameter<>(
        "headroom",
        meaning,
        "none, a share such as 0.2 or 20%, a percentile from p50 to p99.9999, or sqrt:1.5",
        usual.toString(),
        false,
        Headroom::read);
  }

  /** Reads {@code none}, {@code 0.2}, {@code 20%}, {@code p90} or {@code sqrt:1.5}. */
  static Optional<Headroom> read(String text) {
    if (text.equals("none")) {
      return Optional.of(new None());
    }
    if (text.startsWith("sqrt:")) {
      return Spelling.readNumber(text.substring("sqrt:".length())).map(SquareRoot::new);
    }
    if (text.startsWith("p")) {
      return Spelling.readNumber(text.substring(1))
          .map(percent -> BigDecimal.valueOf(percent).movePointLeft(2).doubleValue())
          .filter(share -> share >= 0.5 && share <= 0.999999)
          .map(Percentile::new);
    }
    return Spelling.readShare(text).map(Buffer::new);
  }

  /** The square-root rule with beta 1.5. */
  static Headroom standard() {
    return new SquareRoot(1.5);
  }

  /**
   * The workers to keep beyond the average.
   *
   * @param load the workers that are busy on average, in Erlang, at least 0
   * @return workers, not rounded, at least 0
   */
  double beyond(double load);

  /** The number of workers for a load: the load plus its headroom, rounded up. */
  default int workers(double load) {
    finiteAtLeast("load", 0, load);
    return Workers.roundedUp(load + beyond(load));
  }

  /** No headroom: the average itself. */
  record None() implements Headroom {
    @Override
    public double beyond(double load) {
      return 0;
    }

    @Override
    public String toString() {
      return "none";
    }
  }

  /**
   * A fixed share of the load.
   *
   * @param share the share; 0.2 keeps 20 % more workers than are busy on average
   */
  record Buffer(double share) implements Headroom {
    /** Checks that the share is finite and at least 0. */
    public Buffer {
      finiteAtLeast("share", 0, share);
    }

    @Override
    public double beyond(double load) {
      return share * load;
    }

    @Override
    public String toString() {
      return Spelling.number(share);
    }
  }

  /**
   * Beta times the root of the load.
   *
   * <p>With {@code load + beta * sqrt(load)} workers the share of tasks that wait stays about the
   * same whatever the load is: near 22 % for beta 1, 8 % for 1.5, 3 % for 2 (Halfin and Whitt,
   * Heavy-Traffic Limits for Queues with Many Exponential Servers, Operations Research 29(3), 1981:
   * the probability of delay is 1 / (1 + beta * Phi(beta) / phi(beta))). Rests on independent
   * arrivals; arrivals in batches need a larger beta.
   *
   * @param beta how many standard deviations of the number in the system to keep
   */
  record SquareRoot(double beta) implements Headroom {
    /** Checks that beta is finite and at least 0. */
    public SquareRoot {
      finiteAtLeast("beta", 0, beta);
    }

    @Override
    public double beyond(double load) {
      return beta * Math.sqrt(load);
    }

    @Override
    public String toString() {
      return "sqrt:" + Spelling.number(beta);
    }
  }

  /**
   * The percentile, over time, of the number of tasks in the system.
   *
   * <p>With Poisson arrivals and as many workers as there are tasks (M/G/infinity) the number in
   * the system is Poisson with the load as its mean, whatever the distribution of the service times
   * is. The answer to "you may want to know the 90th percentile queue length" (Pepperdine, as
   * above).
   *
   * @param share the percentile as a share, from 0.5 to 0.999999
   */
  record Percentile(double share) implements Headroom {
    /** Checks that the share is from 0.5 to 0.999999. */
    public Percentile {
      Require.between("share", 0.5, 0.999999, share);
    }

    @Override
    public double beyond(double load) {
      return Math.max(0, Poisson.quantile(load, share) - load);
    }

    @Override
    public String toString() {
      return "p" + Spelling.percent(share);
    }
  }
}
