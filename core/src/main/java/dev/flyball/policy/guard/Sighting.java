package dev.flyball.policy.guard;

import static dev.flyball.base.Require.finiteAtLeast;

import java.util.Collections;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The figures of a workload that depend on the number of workers, as they were at one size. With
 * too few workers clients wait, and arrive less often; with too many, each task takes longer. They
 * are compared only between like sizes.
 *
 * @param size the size, in workers
 * @param inSystem tasks in the system; empty where the target tells its connections, which say it
 *     better
 * @param serviceSeconds service time of a task
 * @param arrivalsPerSecond tasks that arrive
 * @param waits what an average task met on its way
 */
public record Sighting(
    int size,
    OptionalDouble inSystem,
    double serviceSeconds,
    double arrivalsPerSecond,
    SortedMap<String, Double> waits) {

  /** Sizes within this factor are alike. */
  private static final double LIKE_SIZES = 1.25;

  private static final double MICROSECOND = 1e-6;

  public Sighting {
    inSystem.ifPresent(tasks -> finiteAtLeast("inSystem", 0, tasks));
    finiteAtLeast("serviceSeconds", 0, serviceSeconds);
    finiteAtLeast("arrivalsPerSecond", 0, arrivalsPerSecond);
    waits = Collections.unmodifiableSortedMap(new TreeMap<>(waits));
  }

  boolean isLike(int otherSize) {
    return Math.max(size, otherSize) <= LIKE_SIZES * Math.min(size, otherSize);
  }

  /**
   * How far apart the two are; see {@link Apart}. The grain of the service time is what one busy
   * worker more or less makes of it, for some targets only count them now and then.
   *
   * @param alike whether the two ask for the same, as far as their targets tell. Then a machine
   *     that is slower for a while is the likelier reason of other times and rates, and it takes a
   *     factor of four in them to make another workload
   */
  double distance(Sighting other, double tasks, boolean alike) {
    double rate = Math.max(arrivalsPerSecond, other.arrivalsPerSecond);
    double grain = rate > 0 ? Math.max(MICROSECOND, 1 / rate) : MICROSECOND;
    double most =
        Math.max(
            Apart.of(serviceSeconds, other.serviceSeconds, grain),
            Apart.of(arrivalsPerSecond, other.arrivalsPerSecond, 1));
    if (inSystem.isPresent() && other.inSystem.isPresent()) {
      most = Math.max(most, Apart.of(inSystem.getAsDouble(), other.inSystem.getAsDouble(), 1));
    }
    return Math.max(alike ? most / 2 : most, Apart.of(waits, other.waits, Apart.WAIT_GRAIN, tasks));
  }

  /** Whether about as many tasks were there; also where one of the two does not tell. */
  boolean hasAsManyTasks(Sighting other) {
    return inSystem.isEmpty()
        || other.inSystem.isEmpty()
        || Apart.of(inSystem.getAsDouble(), other.inSystem.getAsDouble(), 1) <= Apart.NEAR;
  }

  /** Both, at this size, the newer with a fifth of the weight. */
  Sighting followedBy(Sighting newer) {
    return new Sighting(
        size,
        inSystem.isPresent() && newer.inSystem.isPresent()
            ? OptionalDouble.of(Apart.towards(inSystem.getAsDouble(), newer.inSystem.getAsDouble()))
            : newer.inSystem,
        Apart.towards(serviceSeconds, newer.serviceSeconds),
        Apart.towards(arrivalsPerSecond, newer.arrivalsPerSecond),
        Apart.towards(waits, newer.waits));
  }
}
