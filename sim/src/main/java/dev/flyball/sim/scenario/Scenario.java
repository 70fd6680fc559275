package dev.flyball.sim.scenario;

import dev.flyball.policy.Require;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * A situation for policies to be judged in: what arrives, what each task costs, what runs it, what
 * stands behind, and what changes on the way.
 *
 * @param name its name, letters, digits and hyphens
 * @param models what it is a model of, in one line
 * @param catches which weakness of a policy it brings to light, in one line
 * @param lengthNanos how long tasks arrive; what arrived by then is still run to its end
 * @param seed the seed of a run for which nobody says another
 * @param host the processors and the memory
 * @param behind what tasks call and wait for, each by its own name
 * @param pools the pools on the host, at least one, each by its own name
 * @param changes what changes on the way, in order of time
 */
public record Scenario(
    String name,
    String models,
    String catches,
    long lengthNanos,
    long seed,
    Host host,
    List<Behind> behind,
    List<Pool> pools,
    List<Change> changes) {

  /** How long a run may take to end, as a multiple of its length. */
  public static final int END_LENGTHS_MAX = 2;

  public Scenario {
    Require.notBlank("name", name);
    Require.above("lengthNanos", 0, lengthNanos);
    behind = List.copyOf(behind);
    pools = List.copyOf(pools);
    Require.atLeast("number of pools", 1, pools.size());
    changes =
        changes.stream()
            .sorted((a, b) -> Long.compare(a.atNanos(), b.atNanos())) // stable
            .toList();
  }

  /** The same scenario with another length. */
  public Scenario lasting(long nanos) {
    return new Scenario(name, models, catches, nanos, seed, host, behind, pools, changes);
  }

  /** The index of what stands behind under a name. */
  public int behindIndex(String called) {
    for (int i = 0; i < behind.size(); i++) {
      if (behind.get(i).name().equals(called)) {
        return i;
      }
    }
    throw new IllegalArgumentException(
        "behind must be one of "
            + behind.stream().map(Behind::name).toList()
            + " but was '"
            + called
            + "'");
  }

  /**
   * The moments at which the best size may change: changes of the host, of what stands behind, of a
   * mix, and of the arrivals' rate; without the beginning and the end, ascending.
   *
   * @param runSeed the seed of the run, for arrivals whose rate changes at random moments
   */
  public List<Long> turnsNanos(long runSeed) {
    TreeSet<Long> turns = new TreeSet<>();
    changes.forEach(change -> turns.add(change.atNanos()));
    for (int pool = 0; pool < pools.size(); pool++) {
      List<Phase> phases = pools.get(pool).phases();
      for (int phase = 0; phase < phases.size(); phase++) {
        long from = phases.get(phase).fromNanos();
        long to = phase + 1 < phases.size() ? phases.get(phase + 1).fromNanos() : lengthNanos;
        turns.add(from);
        phases
            .get(phase)
            .source()
            .turnsNanos(Streams.arrivals(runSeed, pool, phase), to - from)
            .stream()
            .map(turn -> from + turn)
            .forEach(turns::add);
      }
    }
    List<Long> inside = new ArrayList<>(turns);
    inside.removeIf(turn -> turn <= 0 || turn >= lengthNanos);
    return inside;
  }
}
