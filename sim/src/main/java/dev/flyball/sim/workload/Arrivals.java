package dev.flyball.sim.workload;

import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * A pattern of arrival times: a pure function from a seed to a sequence of times.
 *
 * <p>The times are nanoseconds since the start of the load and never go down; {@link
 * Long#MAX_VALUE} means that nothing arrives any more. Patterns of one's own are lambdas.
 */
@FunctionalInterface
public interface Arrivals {

  /** A rate that changes more often than this has no turns: no size follows it. */
  int TURNS_MAX = 1000;

  /** The times that belong to a seed; every call starts the same sequence anew. */
  LongSupplier times(long seed);

  /**
   * The moments at which the rate changes so that another number of workers may be best, in
   * nanoseconds since the start, ascending; none where they are more than {@link #TURNS_MAX}.
   *
   * @param lengthNanos how far to look ahead
   */
  default List<Long> turnsNanos(long seed, long lengthNanos) {
    return List.of();
  }

  /** Independent arrivals: the gaps are exponential with mean {@code 1 / ratePerSecond}. */
  static Arrivals poisson(double ratePerSecond) {
    return new PoissonArrivals(ratePerSecond);
  }

  /** Equal gaps of {@code 1 / ratePerSecond}; the first arrival is at time 0. */
  static Arrivals constant(double ratePerSecond) {
    return new ConstantArrivals(ratePerSecond);
  }

  /**
   * Independent arrivals whose rate swings: {@code mean * (1 + swing * sin(2 pi t / period))}.
   *
   * @param swing the height of the wave as a part of the mean, from 0 to 1
   */
  static Arrivals sine(double meanPerSecond, double swing, Duration period) {
    return new SineArrivals(meanPerSecond, swing, period);
  }

  /**
   * Independent arrivals at one of two rates, which alternate for exponentially long spells
   * (Markov-modulated); the first spell is a calm one.
   *
   * @param calmPerSecond the rate between the bursts, 0 or more
   * @param burstPerSecond the rate during a burst
   */
  static Arrivals bursts(
      double calmPerSecond, double burstPerSecond, Duration meanCalm, Duration meanBurst) {
    return new BurstArrivals(calmPerSecond, burstPerSecond, meanCalm, meanBurst);
  }

  /**
   * Independent arrivals whose rate jumps at random moments, after exponentially long spells, to
   * any rate from {@code low} to {@code high}.
   *
   * @param lowPerSecond the lowest rate, 0 or more
   * @param highPerSecond the highest rate
   * @param every the mean time from jump to jump
   */
  static Arrivals periodicRandom(double lowPerSecond, double highPerSecond, Duration every) {
    return new PeriodicRandomArrivals(lowPerSecond, highPerSecond, every);
  }

  /** Nothing, ever. */
  static Arrivals none() {
    return seed -> () -> Long.MAX_VALUE;
  }

  /** All of {@code count} requests at time 0, and none later. */
  static Arrivals atOnce(int count) {
    return new ArrivalsAtOnce(count);
  }
}
