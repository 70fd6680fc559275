package dev.flyball.sim.race;

import dev.flyball.sim.Contender;
import dev.flyball.sim.Outcome;
import dev.flyball.sim.PoolOutcome;
import dev.flyball.sim.scenario.Scenario;
import java.util.List;

/**
 * One run of a race.
 *
 * @param scenario the scenario
 * @param contender the contender that chose the sizes
 * @param outcome the outcome
 * @param score the figures that it is judged by
 */
public record Lap(Scenario scenario, Contender contender, Outcome outcome, Score score) {

  /** The lap of an outcome. */
  static Lap of(Scenario scenario, Contender contender, Outcome outcome) {
    return new Lap(scenario, contender, outcome, Score.of(scenario, outcome));
  }

  /** The seed of the run. */
  public long seed() {
    return outcome.seed();
  }

  /** Tasks that were turned away, took too long or never finished. */
  long lostTasks() {
    return outcome.pools().stream().mapToLong(PoolOutcome::lost).sum();
  }

  /** What the run cost per task under these prices. */
  double costSeconds(Prices prices) {
    return Cost.secondsPerTask(outcome, prices);
  }

  /**
   * The same lap for its figures only: of what its pools did over time the first size is left, and
   * no sample. A limit that is told of every task may change its size as often, so of thousands of
   * laps the sizes would fill the memory.
   */
  public Lap withoutHistory() {
    List<PoolOutcome> pools = outcome.pools().stream().map(Lap::withoutHistory).toList();
    return new Lap(
        scenario,
        contender,
        new Outcome(
            outcome.scenario(),
            outcome.contender(),
            outcome.seed(),
            outcome.lengthNanos(),
            outcome.endNanos(),
            outcome.hostBusyCores(),
            pools),
        score);
  }

  private static PoolOutcome withoutHistory(PoolOutcome pool) {
    return new PoolOutcome(
        pool.pool(),
        pool.whole(),
        pool.completedInLength(),
        pool.inSystemNanos(),
        pool.unfinished(),
        pool.account(),
        pool.workersMax(),
        pool.workersRefused(),
        pool.sizes().subList(0, 1),
        List.of());
  }
}
