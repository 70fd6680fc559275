package dev.flyball.sim.race;

import dev.flyball.sim.Contender;
import dev.flyball.sim.scenario.Scenario;
import java.util.function.BooleanSupplier;

/**
 * A run of a race that has not begun; runs share nothing, so any number may go on at once.
 *
 * @param what its scenario and contender, for a person
 * @param go runs it; a search for the oracle is given up when told to stop
 */
public record Starter(String what, Go go) {

  /** Runs a lap; its result after an early stop must be thrown away. */
  @FunctionalInterface
  public interface Go {
    Lap run(BooleanSupplier stop);
  }

  static Starter of(Scenario scenario, long seed, Contender contender, Race.Bench bench) {
    return new Starter(
        scenario.name() + ": " + contender.name(),
        stop ->
            Lap.of(
                scenario, contender, bench.run(scenario, seed, contender.forRun(scenario, seed))));
  }

  /** Searches for the oracle, in virtual time, whatever the bench. */
  static Starter oracle(Scenario scenario, long seed, Objective objective, Race.Bench bench) {
    return new Starter(
        scenario.name() + ": " + Oracle.NAME,
        stop -> {
          Oracle oracle = Oracle.of(scenario, seed, objective, stop);
          return Lap.of(scenario, oracle, bench.run(scenario, seed, oracle));
        });
  }
}
