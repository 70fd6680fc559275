package dev.flyball.sim;

import dev.flyball.base.Dice;
import dev.flyball.policy.Limits;
import dev.flyball.sim.Contender.SizeAt;
import dev.flyball.sim.Contender.Sizer;
import dev.flyball.sim.scenario.Behind;
import dev.flyball.sim.scenario.Change;
import dev.flyball.sim.scenario.Host;
import dev.flyball.sim.scenario.Kind;
import dev.flyball.sim.scenario.Kind.Step;
import dev.flyball.sim.scenario.Phase;
import dev.flyball.sim.scenario.Pool;
import dev.flyball.sim.scenario.RetryRule;
import dev.flyball.sim.scenario.Scenario;
import dev.flyball.sim.scenario.Source;
import dev.flyball.sim.workload.Arrivals;
import dev.flyball.sim.workload.TimeDistribution;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Whole scenarios and contenders drawn at random: every source, step, distribution, change and
 * bound.
 */
final class RandomScenario {

  private static final long MILLI = 1_000_000;
  private static final long LENGTH_NANOS = 4_000 * MILLI;
  private static final double RATE = 200;
  private static final List<Behind> BEHIND =
      List.of(
          new Behind.Servers("servers", 3),
          Behind.Collapse.peakingAt("collapse", 6, 0.1),
          Behind.Collapse.peakingAt("edge", 5, 0.02, 4.5),
          new Behind.Lock("lock"),
          new Behind.RateLimit("limit", 150));

  private final Dice dice;

  private RandomScenario(Dice dice) {
    this.dice = dice;
  }

  static Scenario of(Dice dice) {
    return new RandomScenario(dice).scenario();
  }

  /** A distribution with about the given mean. */
  static TimeDistribution distribution(Dice dice, long meanNanos) {
    return switch (dice.below(5)) {
      case 0 -> new TimeDistribution.Constant(meanNanos);
      case 1 -> new TimeDistribution.Lognormal(meanNanos, 0.1 + 2 * dice.nextDouble());
      case 2 -> new TimeDistribution.Pareto(1 + meanNanos / 3, 1.5, 1 + 20 * meanNanos);
      case 3 -> new TimeDistribution.Empirical(List.of(0L, meanNanos, meanNanos, 2 * meanNanos));
      default -> new TimeDistribution.Exponential(meanNanos);
    };
  }

  /** Somebody who sizes by a policy, by a plan, or wildly after each task. */
  static Contender contender(Dice dice) {
    long salt = dice.nextLong();
    return switch (dice.below(4)) {
      case 0 -> Contender.policy("littles-law");
      case 1 -> Contender.fixed("fixed", 1 + dice.below(30));
      case 2 -> Contender.of("plan", (pool, plan, host, seed) -> planned(plan, new Dice(salt)));
      default ->
          Contender.of(
              "wild",
              (pool, plan, host, seed) -> {
                Dice wild = new Dice(seed);
                return new Sizer.PerTask((start, service, running, failed) -> 1 + wild.below(40));
              });
    };
  }

  private static Sizer planned(Pool plan, Dice dice) {
    List<SizeAt> sizes = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      sizes.add(new SizeAt(i * LENGTH_NANOS / 8, plan.limits().clamp(1 + dice.below(40))));
    }
    return new Sizer.Planned(sizes);
  }

  private Scenario scenario() {
    List<Pool> pools = new ArrayList<>();
    pools.add(pool("one"));
    if (dice.below(3) == 0) {
      pools.add(pool("two"));
    }
    return new Scenario(
        "random",
        "anything",
        "a law that is broken",
        LENGTH_NANOS,
        1,
        host(),
        BEHIND,
        pools,
        changes(pools.get(0)));
  }

  private Host host() {
    double cores = List.of(0.5, 1.0, 2.0, 3.5, 16.0).get(dice.below(5));
    long memoryWorkers = dice.below(4) == 0 ? 5 : 1_000_000;
    double neighbours = dice.below(4) == 0 ? 1.5 * cores * dice.nextDouble() : 0;
    return new Host(
        cores, neighbours, dice.below(2) * 5_000L, 3 * MILLI, memoryWorkers << 20, 1 << 20);
  }

  private Pool pool(String name) {
    int max = 1 + dice.below(60);
    return new Pool(
        name,
        phases(),
        kinds(),
        1 + dice.below(max),
        Limits.of(1, max),
        dice.below(3) == 0 ? dice.below(50) : Integer.MAX_VALUE,
        1 + (long) dice.nextExponential(50 * MILLI),
        dice.below(2) * 50_000L,
        100 * MILLI);
  }

  private List<Phase> phases() {
    List<Phase> phases = new ArrayList<>();
    long from = 0;
    for (int i = 0; i <= dice.below(3); i++) {
      phases.add(new Phase(from, source()));
      from += 1 + (long) dice.nextExponential(1_000 * MILLI);
    }
    return phases;
  }

  private Source source() {
    return switch (dice.below(8)) {
      case 0 -> new Source.Open(Arrivals.constant(RATE));
      case 1 -> new Source.Open(Arrivals.sine(RATE, 0.9, Duration.ofSeconds(1)));
      case 2 ->
          new Source.Open(Arrivals.bursts(50, 500, Duration.ofMillis(500), Duration.ofMillis(100)));
      case 3 -> new Source.Open(Arrivals.atOnce(1 + dice.below(200)));
      case 4 -> new Source.Closed(1 + dice.below(50), distribution(dice, 100 * MILLI));
      case 5 -> new Source.Closed(1 + dice.below(10), TimeDistribution.NONE);
      case 6 -> trace();
      default -> new Source.Open(Arrivals.poisson(RATE));
    };
  }

  private Source trace() {
    List<Source.Recorded> recorded = new ArrayList<>();
    long at = 0;
    for (int i = 0; i < 200; i++) {
      recorded.add(new Source.Recorded(at, 0));
      at += dice.below(3) == 0 ? 0 : (long) dice.nextExponential(5 * MILLI);
    }
    return new Source.Trace(recorded);
  }

  private List<Kind> kinds() {
    return dice.below(2) == 0
        ? List.of(kind("all", 1))
        : List.of(kind("most", 0.8), kind("rest", 0.2));
  }

  private Kind kind(String name, double share) {
    List<Step> steps = new ArrayList<>();
    steps.add(step(1 + MILLI)); // at least one that takes time
    for (int i = 0; i < dice.below(4); i++) {
      steps.add(step((long) dice.nextExponential(5 * MILLI)));
    }
    return new Kind(name, share, steps, dice.below(3) * 0.1, retryRule());
  }

  private RetryRule retryRule() {
    return new RetryRule(
        dice.below(3) == 0 ? 1 + (long) dice.nextExponential(20 * MILLI) : Long.MAX_VALUE,
        dice.below(3) == 0 ? 1 + dice.below(3) : 0,
        dice.below(3) * (long) dice.nextExponential(100 * MILLI));
  }

  private Step step(long meanNanos) {
    TimeDistribution distribution = distribution(dice, Math.max(1, meanNanos));
    return switch (dice.below(4)) {
      case 0 -> new Step.Wait(distribution);
      case 1 -> new Step.Call(BEHIND.get(dice.below(BEHIND.size())).name(), distribution);
      default -> new Step.Cpu(distribution);
    };
  }

  private List<Change> changes(Pool pool) {
    List<Change> changes = new ArrayList<>();
    for (int i = 0; i < dice.below(4); i++) {
      changes.add(change(pool, (long) (dice.nextDouble() * LENGTH_NANOS)));
    }
    return changes;
  }

  private Change change(Pool pool, long atNanos) {
    return switch (dice.below(7)) {
      case 0 -> new Change.Cores(atNanos, 0.5 + dice.below(4));
      case 1 -> new Change.Speed(atNanos, "servers", dice.below(3) * 0.5);
      case 2 -> new Change.Speed(atNanos, "collapse", 0.2 + dice.nextDouble());
      case 3 -> new Change.Neighbours(atNanos, dice.below(3));
      case 4 -> new Change.Capacity(atNanos, "servers", 1 + dice.below(6));
      case 5 -> new Change.Capacity(atNanos, "edge", 1 + dice.below(12));
      default -> new Change.Mix(atNanos, pool.name(), mix(pool.kinds().size()));
    };
  }

  private List<Double> mix(int kinds) {
    return kinds == 1 ? List.of(1.0) : List.of(0.1, 0.9);
  }
}
