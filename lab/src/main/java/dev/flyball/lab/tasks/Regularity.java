package dev.flyball.lab.tasks;

import dev.flyball.base.Nearest;
import dev.flyball.sim.workload.Arrivals;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The regularity of a load's arrivals. */
public enum Regularity {

  /** Equal gaps. */
  FIXED_RATE {
    @Override
    Arrivals arrivals(double meanPerSecond, Duration period) {
      return Arrivals.constant(meanPerSecond);
    }
  },

  /** Independent of each other: exponential gaps. */
  RANDOM {
    @Override
    Arrivals arrivals(double meanPerSecond, Duration period) {
      return Arrivals.poisson(meanPerSecond);
    }
  },

  /** Equal gaps at a rate that is drawn anew in each period, from none to twice the mean. */
  PERIODIC_RANDOM {
    @Override
    Arrivals arrivals(double meanPerSecond, Duration period) {
      return new SteppedArrivals(meanPerSecond, period);
    }
  },

  /** Gaps as even as a rate allows that swings from none to twice the mean and back. */
  SINE {
    @Override
    Arrivals arrivals(double meanPerSecond, Duration period) {
      return new WavedArrivals(meanPerSecond, period);
    }
  },

  /** All at the start. */
  AT_ONCE {
    @Override
    Arrivals arrivals(double meanPerSecond, Duration period) {
      return Arrivals.atOnce(Integer.MAX_VALUE);
    }
  };

  /**
   * The times of the tasks.
   *
   * @param meanPerSecond tasks per second on average; without meaning where all come at once
   * @param period the length of a wave or of a spell; without meaning where the rate stays
   */
  abstract Arrivals arrivals(double meanPerSecond, Duration period);

  /**
   * The one of that name.
   *
   * @throws IllegalArgumentException when there is none
   */
  public static Regularity of(String name) {
    for (Regularity known : values()) {
      if (known.toString().equals(name)) {
        return known;
      }
    }
    List<String> all = Stream.of(values()).map(Regularity::toString).toList();
    throw new IllegalArgumentException(Nearest.unknown("regularity", name, all));
  }

  /** As in {@code periodic-random}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
