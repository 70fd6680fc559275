package dev.flyball.lab.bench;

import dev.flyball.measure.HostMeter;
import dev.flyball.sim.scenario.Change;
import dev.flyball.sim.scenario.Kind;
import dev.flyball.sim.scenario.Pool;
import dev.flyball.sim.scenario.Scenario;
import dev.flyball.sim.scenario.Source;
import dev.flyball.sim.workload.TimeDistribution;
import java.util.Locale;
import java.util.Optional;

/** The features of a scenario that cannot be made real on this machine. */
final class UnsupportedFeatures {

  private static final double CORES_SLACK = 1e-6;

  private UnsupportedFeatures() {}

  /**
   * Refuses what cannot be made real.
   *
   * @throws IllegalArgumentException which says why
   */
  static void refuse(Scenario scenario, RealBench.EntryPoint entryPoint) {
    reason(scenario, HostMeter.read().cores())
        .or(() -> entryPoint == RealBench.EntryPoint.HTTP ? overHttp(scenario) : Optional.empty())
        .ifPresent(why -> {
          throw new IllegalArgumentException(
              "scenario '" + scenario.name() + "' cannot run on the real bench: " + why);
        });
  }

  static Optional<String> reason(Scenario scenario, double coresHere) {
    if (Math.abs(scenario.host().cores() - coresHere) > CORES_SLACK) {
      return Optional.of(
          String.format(
              Locale.ROOT,
              "its host has %s cores, this machine has %s",
              plain(scenario.host().cores()),
              plain(coresHere)));
    }
    for (Change change : scenario.changes()) {
      if (change instanceof Change.Cores cores) {
        return Optional.of(
            String.format(
                Locale.ROOT,
                "its host has %s cores from %.3f s on, and those of a machine do not change",
                plain(cores.cores()),
                cores.atNanos() / 1e9));
      }
    }
    if (scenario.host().neighbours() > 0) {
      return Optional.of("its host has neighbours, and the bench has none to put beside the pool");
    }
    for (Change change : scenario.changes()) {
      if (change instanceof Change.Neighbours || change instanceof Change.Capacity) {
        return Optional.of(
            "neighbours and capacities of what stands behind change in virtual time");
      }
    }
    for (Pool pool : scenario.pools()) {
      for (Kind kind : pool.kinds()) {
        if (kind.retryRule().ends() || kind.retryRule().retries() > 0) {
          return Optional.of(
              "its tasks are given up or tried again, which they are in virtual time");
        }
      }
    }
    long workersMost = scenario.pools().stream().mapToLong(pool -> pool.limits().max()).sum();
    return scenario.host().workersMax() < workersMost
        ? Optional.of(
            "its host has memory for "
                + scenario.host().workersMax()
                + " workers of at most "
                + workersMost
                + ", and the bench cannot take memory away")
        : Optional.empty();
  }

  /** What the load client cannot do. */
  private static Optional<String> overHttp(Scenario scenario) {
    for (Pool pool : scenario.pools()) {
      boolean closed =
          pool.phases().stream().anyMatch(phase -> phase.source() instanceof Source.Closed);
      if (closed && pool.phases().size() > 1) {
        return Optional.of("over HTTP a closed source must be the only phase of its pool");
      }
      if (closed && !simple(((Source.Closed) pool.phases().get(0).source()).think())) {
        return Optional.of("over HTTP clients think for a constant or an exponential time");
      }
      if (closed && scenario.changes().stream().anyMatch(Change.Mix.class::isInstance)) {
        return Optional.of("over HTTP the mix of a closed source does not change");
      }
    }
    return Optional.empty();
  }

  private static boolean simple(TimeDistribution think) {
    return think instanceof TimeDistribution.Constant
        || think instanceof TimeDistribution.Exponential;
  }

  private static String plain(double cores) {
    return cores == Math.rint(cores)
        ? String.valueOf((long) cores)
        : String.format(Locale.ROOT, "%.3f", cores);
  }
}
