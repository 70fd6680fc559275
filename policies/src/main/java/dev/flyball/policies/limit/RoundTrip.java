package dev.flyball.policies.limit;

import dev.flyball.policy.Limits;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Reason;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.part.Sampled;
import dev.flyball.policy.spec.Parameter;
import dev.flyball.policy.spec.PolicyEntry;
import java.time.Duration;
import java.util.OptionalDouble;

/**
 * The common part of the limits on requests in flight when they size a pool: how long a task takes
 * stands for the round trip, and the busy workers stand for the requests in flight.
 */
final class RoundTrip {

  static final String UNKNOWN = "no task ended";

  static final Parameter<Duration> WINDOW =
      Parameter.duration("window", "1s", "the time over which the service time is averaged");
  static final Parameter<Integer> SAMPLES =
      Parameter.workers("samples", "10", "the tasks that must end before a window is over");

  private RoundTrip() {}

  /** The policy, asked once in a window with enough tasks. */
  static SizingPolicy windowed(PolicyEntry.Given given, SizingPolicy policy) {
    return Sampled.every(given.value(WINDOW), given.value(SAMPLES), policy);
  }

  /** The mean service time in nanoseconds; empty when no task ended. */
  static OptionalDouble nanos(Observation seen) {
    long completed = seen.flow().completed();
    return completed == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of((double) seen.times().serviceNanosSum() / completed);
  }

  /** Whether less than half of the size is busy, so that the size is not what limits. */
  static boolean isLittleUsed(double limit, Observation seen) {
    return seen.size().busyMean() * 2 < limit;
  }

  /** The bounds of a limit, with the names of its parameters in the error. */
  static Limits bounds(int floor, int ceiling) {
    if (ceiling < floor) {
      throw new IllegalArgumentException(
          "ceiling must be at least floor (" + floor + ") but was " + ceiling);
    }
    return Limits.of(floor, ceiling);
  }

  /** As in: tasks take 12.345 ms, 7.9 of 10 workers are busy. */
  static Reason why(double nanos, Observation seen) {
    return Reason.of(
        "tasks take %.3f ms, %.3g of %d workers are busy",
        nanos / 1e6, seen.size().busyMean(), seen.size().workersTarget());
  }
}
