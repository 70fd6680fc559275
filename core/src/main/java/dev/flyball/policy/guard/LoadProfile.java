package dev.flyball.policy.guard;

import static dev.flyball.base.Require.finiteAtLeast;

import dev.flyball.policy.PerTask;
import java.util.Collections;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The figures of a workload that do not depend on the number of workers, by which it can be
 * recognised at any size.
 *
 * <p>Of what the source proposes (connections, CPUs, active rounds and their duration, duration of
 * waits, time between requests, time to create a thread) this has the first two; the demands of a
 * task stand for the rounds: what its target {@linkplain PerTask tells} of an average task, and its
 * CPU time and the reference time of its kind, where they are measured. The durations, which depend
 * on the size, are in {@link Sighting}.
 *
 * @param connections connected clients; empty where the target does not tell them
 * @param cores usable cores
 * @param demands what an average task asks for
 */
public record LoadProfile(
    OptionalDouble connections, double cores, SortedMap<String, Double> demands) {

  public LoadProfile {
    connections.ifPresent(clients -> finiteAtLeast("connections", 0, clients));
    finiteAtLeast("cores", 0, cores);
    demands = Collections.unmodifiableSortedMap(new TreeMap<>(demands));
  }

  /** How far apart the two are, in the figures that both have; see {@link Apart}. */
  double distance(LoadProfile other, double tasks) {
    double most = Apart.of(cores, other.cores, 0);
    if (connections.isPresent() && other.connections.isPresent()) {
      most =
          Math.max(most, Apart.of(connections.getAsDouble(), other.connections.getAsDouble(), 1));
    }
    return Math.max(most, Apart.of(demands, other.demands, Apart.DEMAND_GRAIN, tasks));
  }

  /** Whether both say what a task asks for, so that they can be told apart by it. */
  boolean comparesDemands(LoadProfile other) {
    return demands.entrySet().stream()
        .anyMatch(figure -> other.demands.containsKey(figure.getKey()));
  }

  /** Whether both say what kind of work a task is, and not only how long it computes. */
  boolean comparesKinds(LoadProfile other) {
    return demands.entrySet().stream()
        .anyMatch(figure ->
            !Look.TIMES.contains(figure.getKey()) && other.demands.containsKey(figure.getKey()));
  }

  /** Both, the newer with a fifth of the weight. */
  LoadProfile followedBy(LoadProfile newer) {
    return new LoadProfile(
        connections.isPresent() && newer.connections.isPresent()
            ? OptionalDouble.of(
                Apart.towards(connections.getAsDouble(), newer.connections.getAsDouble()))
            : newer.connections,
        Apart.towards(cores, newer.cores),
        Apart.towards(demands, newer.demands));
  }
}
