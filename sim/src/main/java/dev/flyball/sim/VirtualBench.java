package dev.flyball.sim;

import dev.flyball.sim.scenario.Scenario;

/**
 * The bench in virtual time: runs a scenario event by event, a minute in milliseconds.
 *
 * <p>The same scenario, seed and contender give the same outcome to the last bit, on every machine
 * and JDK. Runs share nothing, so any number may go on at once, each in one thread.
 */
public final class VirtualBench {

  /** How many samples a scenario's length is cut into when they are asked for. */
  public static final int SAMPLES = 240;

  private VirtualBench() {}

  /** Runs a scenario to its end. */
  public static Outcome run(Scenario scenario, long seed, Contender contender) {
    return run(scenario, seed, contender, 0);
  }

  /** Runs a scenario to its end; samples the pools {@link #SAMPLES} times in its length, and on. */
  public static Outcome watch(Scenario scenario, long seed, Contender contender) {
    return run(scenario, seed, contender, SAMPLES);
  }

  private static Outcome run(Scenario scenario, long seed, Contender contender, int samples) {
    return new Simulation(scenario, seed, contender, samples).run(contender.name());
  }
}
