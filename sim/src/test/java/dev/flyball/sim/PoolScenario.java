package dev.flyball.sim;

import dev.flyball.policy.Limits;
import dev.flyball.sim.scenario.Behind;
import dev.flyball.sim.scenario.Host;
import dev.flyball.sim.scenario.Kind;
import dev.flyball.sim.scenario.Phase;
import dev.flyball.sim.scenario.Pool;
import dev.flyball.sim.scenario.Scenario;
import dev.flyball.sim.scenario.Source;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A scenario of one pool, put together for a test.
 *
 * @param source where its tasks come from
 * @param kinds what they do
 * @param workers how many workers the pool has, throughout
 * @param queueCapacity how many tasks may wait
 * @param cores how many processors there are
 * @param behind what stands behind
 * @param seconds how long tasks arrive
 */
record PoolScenario(
    Source source,
    List<Kind> kinds,
    int workers,
    int queueCapacity,
    double cores,
    List<Behind> behind,
    long seconds) {

  private static final long IDLE_NANOS = 1_000_000_000_000_000L;

  /** A pool with room for all who wait, on processors that nobody has to share. */
  static PoolScenario of(Source source, Kind kind, int workers, long seconds) {
    return new PoolScenario(
        source, List.of(kind), workers, Integer.MAX_VALUE, workers, List.of(), seconds);
  }

  PoolScenario room(int waiting) {
    return new PoolScenario(source, kinds, workers, waiting, cores, behind, seconds);
  }

  PoolScenario cores(double number) {
    return new PoolScenario(source, kinds, workers, queueCapacity, number, behind, seconds);
  }

  PoolScenario behind(Behind one) {
    return new PoolScenario(source, kinds, workers, queueCapacity, cores, List.of(one), seconds);
  }

  Scenario scenario() {
    return new Scenario(
        "plant",
        "a system with a closed form",
        "an engine that is wrong",
        seconds * 1_000_000_000,
        1,
        Host.ofCores(cores),
        behind,
        List.of(pool()),
        List.of());
  }

  Pool pool() {
    return new Pool(
        "pool",
        List.of(new Phase(0, source)),
        kinds,
        workers,
        Limits.of(1, workers),
        queueCapacity,
        IDLE_NANOS,
        0,
        1_000_000_000);
  }

  Outcome run(long seed) {
    return run(seed, contender -> contender);
  }

  /** Runs it with the same size, and another rule for who gets in. */
  Outcome run(long seed, UnaryOperator<Contender> rule) {
    return VirtualBench.run(scenario(), seed, rule.apply(Contender.fixed("fixed", workers)));
  }
}
