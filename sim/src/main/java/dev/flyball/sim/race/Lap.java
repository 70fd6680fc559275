package dev.flyball.sim.race;

import dev.flyball.sim.Contender;
import dev.flyball.sim.Outcome;
import dev.flyball.sim.scenario.Scenario;

/**
 * One run of a race.
 *
 * @param scenario what was run
 * @param contender who decided on the sizes
 * @param outcome what came of it
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
}
