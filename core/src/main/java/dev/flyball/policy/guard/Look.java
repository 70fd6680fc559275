package dev.flyball.policy.guard;

import dev.flyball.policy.Observation;
import dev.flyball.policy.Signals;
import dev.flyball.policy.part.Sensor;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One window, as {@link Recall} sees it.
 *
 * @param profile what does not depend on the size
 * @param sighting what does
 * @param tasks the tasks that the averages are of
 */
record Look(LoadProfile profile, Sighting sighting, double tasks) {

  private static final String CPU_MICROS = "cpuMicros";
  private static final String REFERENCE_MICROS = "referenceMicros";
  private static final double NANOS_PER_MICRO = 1e3;

  /** The demands that are times, which every pool of ours can tell. */
  static final List<String> TIMES = List.of(CPU_MICROS, REFERENCE_MICROS);

  /** The look at a window; empty when no task ended in it. */
  static Optional<Look> of(Observation seen) {
    double tasks = seen.flow().completed();
    if (tasks == 0) {
      return Optional.empty();
    }
    SortedMap<String, Double> demands = new TreeMap<>(seen.perTask().demands());
    seen.times()
        .cpuNanosSum()
        .ifPresent(nanos -> demands.put(CPU_MICROS, nanos / NANOS_PER_MICRO / tasks));
    if (seen.times().referenceNanosSum() > 0) {
      demands.put(REFERENCE_MICROS, seen.times().referenceNanosSum() / NANOS_PER_MICRO / tasks);
    }
    OptionalDouble connections =
        Sensor.signal(seen, Signals.CONNECTIONS).stream()
            .filter(clients -> clients >= 0)
            .findFirst();
    OptionalDouble inSystem =
        connections.isPresent() ? OptionalDouble.empty() : OptionalDouble.of(Sensor.clients(seen));
    return Optional.of(
        new Look(
            new LoadProfile(connections, seen.host().cores(), demands),
            new Sighting(
                seen.size().workersTarget(),
                inSystem,
                seen.meanServiceSeconds().orElse(0),
                seen.arrivalRatePerSecond(),
                seen.perTask().waits()),
            tasks));
  }

  int size() {
    return sighting.size();
  }
}
