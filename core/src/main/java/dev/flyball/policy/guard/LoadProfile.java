package dev.flyball.policy.guard;

import static dev.flyball.base.Require.finiteAtLeast;

import dev.flyball.policy.Observation;
import dev.flyball.policy.part.Sensor;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The features of a workload in one window, by which it can be recognised.
 *
 * <p>Two profiles are as far apart as the logarithms of their figures: {@code distance = sqrt(sum
 * of ln((a + g) / (b + g))^2)}, where g is the grain of the figure (1 client, 1 task/s, 1
 * microsecond; 0 for cores), so that what is next to nothing is alike. A factor of 2 in one figure
 * is a distance of 0.69. A figure that either does not have is left out.
 *
 * <p>Service time and arrival rate depend on the size as well: with too few workers clients wait,
 * and arrive less often; with too many, each task takes longer. They are compared only between
 * windows of like sizes.
 *
 * <p>Of what the source proposes (connections, CPUs, active rounds and their duration, duration of
 * waits, time between requests, time to create a thread) an observation has the first two, the
 * durations as CPU time and service time of a task, and the arrival rate instead of the time
 * between requests.
 *
 * @param clients connected clients, or tasks in the system where there is no such signal
 * @param cores usable cores
 * @param cpuSeconds CPU time of a task; empty where it is not measured
 * @param serviceSeconds service time of a task
 * @param arrivalsPerSecond tasks that arrive
 */
public record LoadProfile(
    double clients,
    double cores,
    OptionalDouble cpuSeconds,
    double serviceSeconds,
    double arrivalsPerSecond) {

  private static final double MICROSECOND = 1e-6;

  /** The share of a new window in what is remembered of a workload that goes on. */
  private static final double NEW_SHARE = 0.2;

  public LoadProfile {
    finiteAtLeast("clients", 0, clients);
    finiteAtLeast("cores", 0, cores);
    finiteAtLeast("serviceSeconds", 0, serviceSeconds);
    finiteAtLeast("arrivalsPerSecond", 0, arrivalsPerSecond);
  }

  /** The profile of a window; empty when no task ended in it. */
  static Optional<LoadProfile> of(Observation seen) {
    long completed = seen.flow().completed();
    if (completed == 0) {
      return Optional.empty();
    }
    OptionalDouble cpu =
        seen.times().cpuNanosSum().isEmpty()
            ? OptionalDouble.empty()
            : OptionalDouble.of(seen.times().cpuNanosSum().getAsLong() / 1e9 / completed);
    return Optional.of(
        new LoadProfile(
            Sensor.clients(seen),
            seen.host().cores(),
            cpu,
            seen.meanServiceSeconds().orElse(0),
            seen.arrivalRatePerSecond()));
  }

  /** How far apart the two are; at sizes that are not alike, by what does not depend on it. */
  public double distance(LoadProfile other, boolean likeSizes) {
    double sum = squared(clients, other.clients, 1) + squared(cores, other.cores, 0);
    if (cpuSeconds.isPresent() && other.cpuSeconds.isPresent()) {
      sum += squared(cpuSeconds.getAsDouble(), other.cpuSeconds.getAsDouble(), MICROSECOND);
    }
    if (likeSizes) {
      sum += squared(serviceSeconds, other.serviceSeconds, MICROSECOND);
      sum += squared(arrivalsPerSecond, other.arrivalsPerSecond, 1);
    }
    return StrictMath.sqrt(sum);
  }

  /** Both, the newer with a fifth of the weight. */
  LoadProfile followedBy(LoadProfile newer) {
    OptionalDouble cpu =
        cpuSeconds.isPresent() && newer.cpuSeconds.isPresent()
            ? OptionalDouble.of(towards(cpuSeconds.getAsDouble(), newer.cpuSeconds.getAsDouble()))
            : newer.cpuSeconds;
    return new LoadProfile(
        towards(clients, newer.clients),
        towards(cores, newer.cores),
        cpu,
        towards(serviceSeconds, newer.serviceSeconds),
        towards(arrivalsPerSecond, newer.arrivalsPerSecond));
  }

  private static double towards(double from, double to) {
    return from + NEW_SHARE * (to - from);
  }

  private static double squared(double a, double b, double grain) {
    double logarithm = StrictMath.log((a + grain) / (b + grain));
    return logarithm * logarithm;
  }
}
