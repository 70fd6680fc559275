package dev.flyball.lab.load;

import dev.flyball.base.Dice;
import dev.flyball.base.Require;
import dev.flyball.sim.workload.Arrivals;
import java.time.Duration;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.LongSupplier;

/**
 * The plan of an open-loop load: every request with its intended send time and its kind, as a pure
 * function of the four parameters.
 *
 * <p>Times and kinds are drawn from two streams of the seed, so the n-th request has the same kind
 * under every pattern of arrivals. The requests are made as they are asked for; iterating anew
 * starts anew.
 *
 * @param arrivals when requests come
 * @param mix of which kinds they are
 * @param length how long the load lasts; a request at or after it is not part of it
 * @param seed the seed of times and kinds
 */
public record Schedule(Arrivals arrivals, KindMix mix, Duration length, long seed)
    implements Iterable<Schedule.Arrival> {

  public Schedule {
    Require.positive("length", length);
  }

  @Override
  public Iterator<Arrival> iterator() {
    LongSupplier times = arrivals.times(Dice.stream(seed, 0).nextLong());
    Dice kindDice = Dice.stream(seed, 1);
    long lengthNanos = length.toNanos();
    return new Iterator<>() {
      private long nextAtNanos = times.getAsLong();

      @Override
      public boolean hasNext() {
        return nextAtNanos < lengthNanos;
      }

      @Override
      public Arrival next() {
        if (!hasNext()) {
          throw new NoSuchElementException("the schedule of " + length + " is over");
        }
        Arrival arrival = new Arrival(nextAtNanos, mix.at(kindDice.nextDouble()));
        nextAtNanos = times.getAsLong();
        return arrival;
      }
    };
  }

  /**
   * One request of a schedule: when it is meant to leave, and of which kind it is.
   *
   * @param atNanos the intended send time, in nanoseconds since the start of the load
   * @param kind the index of its kind in the schedule's {@link KindMix}
   */
  public record Arrival(long atNanos, int kind) {}
}
