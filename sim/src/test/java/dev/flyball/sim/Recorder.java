package dev.flyball.sim;

import dev.flyball.policy.Advice;
import dev.flyball.policy.Observation;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.sim.Contender.Sizer;
import dev.flyball.sim.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;

/**
 * A policy of one size that writes down every window it is shown.
 *
 * @param workers the size
 * @param windows what it was shown
 */
record Recorder(int workers, List<Observation> windows) implements SizingPolicy {

  /**
   * A run, and what its first pool's policy saw of it.
   *
   * @param outcome what came of it
   * @param windows what was seen, one window after the other
   */
  record Recording(Outcome outcome, List<Observation> windows) {}

  /** Runs a scenario with so many workers in each pool. */
  static Recording run(Scenario scenario, long seed, int workers) {
    List<Observation> windows = new ArrayList<>();
    Contender contender =
        Contender.of(
            "recorder",
            (pool, plan, host, policySeed) ->
                new Sizer.Governed(new Recorder(workers, pool == 0 ? windows : new ArrayList<>())));
    return new Recording(VirtualBench.run(scenario, seed, contender), windows);
  }

  @Override
  public Advice advise(Observation seen) {
    windows.add(seen);
    return new Advice(workers, "always " + workers, this);
  }
}
