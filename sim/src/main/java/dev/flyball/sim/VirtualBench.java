package dev.flyball.sim;

import dev.flyball.sim.scenario.Scenario;

/** The bench in virtual time. */
public final class VirtualBench {

  /** How many samples a run is cut into when they are asked for. */
  public static final int SAMPLES = 240;

  private VirtualBench() {}

  /** Runs a scenario to its end. */
  public static Outcome run(Scenario scenario, long seed, Contender contender) {
    return run(scenario, seed, contender, 0);
  }

  /** Runs a scenario to its end, and samples the pools {@link #SAMPLES} times on the way. */
  public static Outcome watch(Scenario scenario, long seed, Contender contender) {
    return run(scenario, seed, contender, SAMPLES);
  }

  private static Outcome run(Scenario scenario, long seed, Contender contender, int samples) {
    if (samples >= 0) {
      throw new UnsupportedOperationException("the bench does not run yet");
    }
    return new Outcome(scenario.name(), contender.name(), seed, 0, 0, 0, java.util.List.of());
  }
}
