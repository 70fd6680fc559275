package dev.flyball.sim;

import dev.flyball.policy.catalogue.Policies;
import dev.flyball.sim.Contender.Sizer;
import dev.flyball.sim.Unfollowed.Advised;
import dev.flyball.sim.scenario.Change;
import dev.flyball.sim.scenario.Kind;
import dev.flyball.sim.scenario.Pool;
import dev.flyball.sim.scenario.Scenario;
import dev.flyball.sim.scenario.Source;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * What the default policy advises for a pool that does not follow, beside the size that it ends at
 * where it governs.
 *
 * <p>Each scenario is run once governed, and once with its pools held at each of the sizes {@link
 * Held}, with the same arrivals. A size is the median over time of the sizes advised in the last
 * third of the run.
 *
 * <p>A pool counts where demand or the CPU is its limit:
 *
 * <ul>
 *   <li>tasks arrive whatever becomes of them;
 *   <li>the governed advice begins with {@code demand} or {@code CPU} for most of that third;
 *   <li>what stands behind, if anything, does not bind in either of the two runs: a task is blocked
 *       for at most {@value #BINDS} times the mean of its waits and calls.
 * </ul>
 *
 * @param pool the names of the scenario and the pool
 * @param held how the size was chosen that was held
 * @param workers that size
 * @param governed the size that governing ends at
 * @param advised the size that is advised
 * @param steady whether the load has no turn in the last third
 */
record AdviseOnly(String pool, Held held, int workers, int governed, int advised, boolean steady) {

  private static final double FITS = 0.15;
  private static final double BINDS = 1.3;
  private static final double FAR_TOO_LARGE = 5;
  private static final double TOO_SMALL = 0.7;

  /** The sizes at which a pool is held. */
  enum Held {
    /** Five times the size that governing ends at. */
    FAR_TOO_LARGE,
    /** The size that the scenario begins with. */
    INITIAL,
    /** 30 % fewer than are busy on average in the governed run. */
    TOO_SMALL
  }

  /** Whether the advice is within 15 % of the size that governing ends at. */
  boolean fits() {
    return Math.abs(off()) <= FITS;
  }

  /** Whether it is, or off by one worker. */
  boolean nearlyFits() {
    return fits() || Math.abs(advised - governed) <= 1;
  }

  /** How far the advice is off: 0.2 for 20 % too many. */
  double off() {
    return (double) advised / governed - 1;
  }

  /** What is advised for the pools of a scenario that count, at each size. */
  static List<AdviseOnly> of(Scenario scenario) {
    int pools = scenario.pools().size();
    List<Life> governed = lives(scenario, new int[0]);
    List<AdviseOnly> all = new ArrayList<>();
    for (Held held : Held.values()) {
      int[] sizes = new int[pools];
      for (int pool = 0; pool < pools; pool++) {
        sizes[pool] = size(held, scenario.pools().get(pool), governed.get(pool));
      }
      List<Life> unfollowed = lives(scenario, sizes);
      for (int pool = 0; pool < pools; pool++) {
        Life life = unfollowed.get(pool);
        if (governed.get(pool).counts() && !life.binds()) {
          all.add(
              new AdviseOnly(
                  scenario.name() + "/" + scenario.pools().get(pool).name(),
                  held,
                  sizes[pool],
                  governed.get(pool).median(),
                  life.median(),
                  life.steady()));
        }
      }
    }
    return all;
  }

  private static int size(Held held, Pool plan, Life governed) {
    return switch (held) {
      case FAR_TOO_LARGE -> plan.limits().clamp((int) (FAR_TOO_LARGE * governed.median()));
      case INITIAL -> plan.initial();
      case TOO_SMALL -> plan.limits().clamp((int) (TOO_SMALL * governed.busy()));
    };
  }

  /** One run of each pool, governed where no sizes are given. */
  private static List<Life> lives(Scenario scenario, int[] held) {
    List<Life> lives = new ArrayList<>();
    for (int pool = 0; pool < scenario.pools().size(); pool++) {
      lives.add(new Life(scenario, pool, new ArrayList<>()));
    }
    Contender contender =
        Contender.of(
            "unfollowed",
            (pool, plan, host, seed) ->
                new Sizer.Governed(
                    new Unfollowed(
                        Policies.parse("flyball"),
                        held.length == 0 ? OptionalInt.empty() : OptionalInt.of(held[pool]),
                        plan.limits(),
                        lives.get(pool).advices())));
    VirtualBench.run(scenario, scenario.seed(), contender);
    return lives;
  }

  /**
   * What was advised for one pool in one run.
   *
   * @param scenario the scenario
   * @param index the pool's index
   * @param advices the advices of the whole run
   */
  private record Life(Scenario scenario, int index, List<Advised> advices) {

    Pool pool() {
      return scenario.pools().get(index);
    }

    long fromNanos() {
      return scenario.lengthNanos() / 3 * 2;
    }

    boolean counts() {
      boolean open =
          pool().phases().stream().noneMatch(phase -> phase.source() instanceof Source.Closed);
      boolean limited =
          inForce(advised -> advised.why().startsWith("demand") || advised.why().startsWith("CPU"))
              > 0.5 * inForce(advised -> true);
      return open && limited && !binds();
    }

    boolean steady() {
      return scenario.turnsNanos(scenario.seed()).stream().noneMatch(turn -> turn > fromNanos());
    }

    /** The median over time of the size advised. */
    int median() {
      TreeMap<Integer, Long> nanosOf = new TreeMap<>();
      for (int i = 0; i < advices.size(); i++) {
        nanosOf.merge(advices.get(i).workers(), nanosInForce(i), Long::sum);
      }
      long half = nanosOf.values().stream().mapToLong(Long::longValue).sum() / 2;
      long below = 0;
      for (Map.Entry<Integer, Long> size : nanosOf.entrySet()) {
        below += size.getValue();
        if (below > half) {
          return size.getKey();
        }
      }
      return 1;
    }

    /** For how long advices of a sort were in force in the last third. */
    private long inForce(Predicate<Advised> which) {
      long nanos = 0;
      for (int i = 0; i < advices.size(); i++) {
        nanos += which.test(advices.get(i)) ? nanosInForce(i) : 0;
      }
      return nanos;
    }

    private long nanosInForce(int i) {
      long to = i + 1 < advices.size() ? advices.get(i + 1).atNanos() : Long.MAX_VALUE;
      long begin = Math.max(fromNanos(), advices.get(i).atNanos());
      return Math.max(0, Math.min(scenario.lengthNanos(), to) - begin);
    }

    private List<Advised> lastThird() {
      return advices.stream()
          .filter(advised -> advised.atNanos() > fromNanos())
          .filter(advised -> advised.atNanos() <= scenario.lengthNanos())
          .toList();
    }

    /** Busy workers, averaged over the last third. */
    double busy() {
      double nanos =
          lastThird().stream().mapToDouble(advised -> advised.seen().window().lengthNanos()).sum();
      return nanos == 0
          ? 0
          : lastThird().stream().mapToDouble(advised -> advised.seen().busyNanos()).sum() / nanos;
    }

    /** Whether tasks take longer than by themselves because of what stands behind. */
    boolean binds() {
      double ended =
          lastThird().stream().mapToDouble(advised -> advised.seen().flow().completed()).sum();
      double blockedNanos =
          lastThird().stream()
              .mapToDouble(advised -> advised.seen().blockedNanos().orElse(0))
              .sum();
      return !scenario.behind().isEmpty() && blockedNanos > BINDS * ended * blockedAloneNanos();
    }

    /** What a task is blocked for by itself, on average, with the changes made by then. */
    private double blockedAloneNanos() {
      List<Kind> kinds = pool().kinds();
      List<Double> shares = kinds.stream().map(Kind::share).toList();
      Map<String, Double> speeds = new HashMap<>();
      for (Change change : scenario.changes()) {
        if (change.atNanos() > fromNanos()) {
          break;
        }
        if (change instanceof Change.Mix mix && mix.pool().equals(pool().name())) {
          shares = mix.shares();
        } else if (change instanceof Change.Speed speed) {
          speeds.put(speed.behind(), speed.speed());
        }
      }
      double nanos = 0;
      for (int i = 0; i < kinds.size(); i++) {
        for (Kind.Step step : kinds.get(i).steps()) {
          nanos += shares.get(i) * blockedAloneNanos(step, speeds);
        }
      }
      return nanos;
    }

    private static double blockedAloneNanos(Kind.Step step, Map<String, Double> speeds) {
      if (step instanceof Kind.Step.Call call) {
        return step.time().meanNanos() / speeds.getOrDefault(call.behind(), 1.0);
      }
      return step instanceof Kind.Step.Cpu ? 0 : step.time().meanNanos();
    }
  }
}
