package dev.flyball.sim.scenario;

import dev.flyball.base.Require;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * A situation for policies to be judged in: the arrivals, the cost of each task, the host, the
 * downstreams, and the changes on the way.
 *
 * @param name its name, letters, digits and hyphens
 * @param models what it is a model of, in one line
 * @param catches which weakness of a policy it brings to light, in one line
 * @param lengthNanos how long tasks arrive; what arrived by then is still run to its end
 * @param seed the default seed of a run
 * @param host the processors and the memory
 * @param behind the downstreams that tasks call, each with its own name
 * @param pools the pools on the host, at least one, each with its own name
 * @param changes the changes on the way, in order of time
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

  /** The shortest period of a governor. */
  static final long PERIOD_NANOS_MIN = 1_000_000;

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
    checkCalls(behind, pools);
    for (Change change : changes) {
      checkChange(change, lengthNanos, behind, pools);
    }
  }

  private static void checkCalls(List<Behind> behind, List<Pool> pools) {
    List<String> names = behind.stream().map(Behind::name).toList();
    distinct("behind", names);
    distinct("pools", pools.stream().map(Pool::name).toList());
    for (Pool pool : pools) {
      distinct("kinds", pool.kinds().stream().map(Kind::name).toList());
      for (Kind kind : pool.kinds()) {
        for (Kind.Step step : kind.steps()) {
          if (step instanceof Kind.Step.Call call) {
            index("behind", names, call.behind());
          }
        }
      }
    }
  }

  private static void checkChange(
      Change change, long lengthNanos, List<Behind> behind, List<Pool> pools) {
    if (change.atNanos() < 0 || change.atNanos() >= lengthNanos) {
      throw new IllegalArgumentException(
          "atNanos must be from 0 to below the length ("
              + lengthNanos
              + ") but was "
              + change.atNanos());
    }
    if (change instanceof Change.Speed speed) {
      List<String> names = behind.stream().map(Behind::name).toList();
      if (behind.get(index("behind", names, speed.behind())) instanceof Behind.Lock) {
        throw new IllegalArgumentException(
            "behind must not be a lock, whose speed is that of the host, but was '"
                + speed.behind()
                + "'");
      }
    }
    if (change instanceof Change.Capacity capacity) {
      List<String> names = behind.stream().map(Behind::name).toList();
      Behind changed = behind.get(index("behind", names, capacity.behind()));
      if (!(changed instanceof Behind.Servers) && !(changed instanceof Behind.Collapse)) {
        throw new IllegalArgumentException(
            "behind must have servers or a peak but was '" + capacity.behind() + "'");
      }
    }
    if (change instanceof Change.Mix mix) {
      List<String> names = pools.stream().map(Pool::name).toList();
      int kinds = pools.get(index("pool", names, mix.pool())).kinds().size();
      Require.between("number of shares", kinds, kinds, mix.shares().size());
    }
  }

  private static void distinct(String what, List<String> names) {
    TreeSet<String> seen = new TreeSet<>();
    for (String name : names) {
      if (!seen.add(name)) {
        throw new IllegalArgumentException(
            "names of " + what + " must all differ but '" + name + "' was there twice");
      }
    }
  }

  /** The index of what stands behind under a name. */
  public int behindIndex(String called) {
    return index("behind", behind.stream().map(Behind::name).toList(), called);
  }

  /** The index of the pool of a name. */
  public int poolIndex(String called) {
    return index("pool", pools.stream().map(Pool::name).toList(), called);
  }

  private static int index(String what, List<String> names, String called) {
    int index = names.indexOf(called);
    if (index < 0) {
      throw new IllegalArgumentException(
          what + " must be one of " + names + " but was '" + called + "'");
    }
    return index;
  }

  /**
   * This scenario pressed into less time: phases and changes come earlier, in proportion, and of a
   * trace so many arrivals are left out that its rate remains. All else is as it was: rates, the
   * times of tasks, waves and spells, what comes at once, idle times, the governors' periods.
   *
   * @param nanos the new length
   * @throws IllegalArgumentException when that is longer than its own, or so short that what begins
   *     at two moments would begin at one
   */
  public Scenario shortened(long nanos) {
    return new Shortening(this, nanos).shortened();
  }

  /**
   * This scenario with pools that their governors all observe as often as said; a policy that says
   * itself when it wants to be asked is asked when it wishes.
   *
   * @param nanos the governors' period
   * @throws IllegalArgumentException when that is below the {@value #PERIOD_NANOS_MIN} ns that a
   *     file may say
   */
  public Scenario withPeriod(long nanos) {
    Require.countAtLeast("periodNanos", PERIOD_NANOS_MIN, nanos);
    return new Scenario(
        name,
        models,
        catches,
        lengthNanos,
        seed,
        host,
        behind,
        pools.stream().map(pool -> pool.withPeriod(nanos)).toList(),
        changes);
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
