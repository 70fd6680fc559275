package dev.flyball.lab.tasks;

import dev.flyball.base.Require;
import dev.flyball.sim.workload.Arrivals;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Arrivals whose rate is a sine, without any randomness.
 *
 * <pre>{@code
 * rate(t)    = mean * (1 - cos(2 pi t / period))
 * tasks(t)   = mean * (t - period / (2 pi) * sin(2 pi t / period))
 * the n-th task comes at the t at which tasks(t) = n
 * }</pre>
 *
 * <p>Each wave begins and ends with a rate of 0, so that there is a rise to foretell.
 *
 * @param meanPerSecond the mean rate, above 0
 * @param period the length of a wave
 */
record WavedArrivals(double meanPerSecond, Duration period) implements Arrivals {

  private static final int HALVINGS = 60;

  WavedArrivals {
    Require.above("meanPerSecond", 0, meanPerSecond);
    Require.positive("period", period);
  }

  @Override
  public LongSupplier times(long seed) {
    return new LongSupplier() {
      private long number;

      @Override
      public long getAsLong() {
        number++;
        return nanosOf(number);
      }
    };
  }

  /** Halves the span in which it must lie: within a period of where a steady rate has it. */
  private long nanosOf(long number) {
    double low = Math.max(0, number / meanPerSecond - seconds());
    double high = number / meanPerSecond + seconds();
    for (int halving = 0; halving < HALVINGS; halving++) {
      double middle = (low + high) / 2;
      if (tasks(middle) < number) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return (long) (high * 1e9);
  }

  private double tasks(double atSeconds) {
    double turn = 2 * StrictMath.PI / seconds();
    return meanPerSecond * (atSeconds - StrictMath.sin(turn * atSeconds) / turn);
  }

  private double seconds() {
    return period.toNanos() / 1e9;
  }
}
