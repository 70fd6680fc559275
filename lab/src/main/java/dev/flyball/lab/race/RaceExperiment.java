package dev.flyball.lab.race;

import dev.flyball.lab.bench.RealBench;
import dev.flyball.lab.papers.Findings;
import dev.flyball.sim.Contender;
import dev.flyball.sim.race.Race;
import dev.flyball.sim.race.RaceResult;
import dev.flyball.sim.scenario.Scenario;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * A race, and what is told of it afterwards.
 *
 * @param race what is run
 * @param bench where it is run
 * @param command the command line that repeats it
 * @param doubts why some of its runs are not to be trusted, asked when it has been run
 */
public record RaceExperiment(
    Race race, Bench bench, String command, Supplier<List<String>> doubts) {

  /** Where a race is run. */
  public enum Bench {
    /** In virtual time, as many runs at once as there are processors. */
    VIRTUAL,
    /** On real threads, one run after the other; the oracle's sizes are those of virtual time. */
    REAL;

    /** The word that files and options have for it. */
    public String word() {
      return switch (this) {
        case VIRTUAL -> "virtual";
        case REAL -> "real";
      };
    }
  }

  /**
   * A race on a bench.
   *
   * @throws IllegalArgumentException when two scenarios or two contenders have one name, or when a
   *     scenario cannot be run on the bench
   */
  public static RaceExperiment of(
      Bench bench,
      List<Scenario> scenarios,
      List<Contender> contenders,
      int seeds,
      String command) {
    if (bench == Bench.VIRTUAL) {
      Race race = Race.virtual(scenarios, contenders, seeds);
      return new RaceExperiment(race, bench, command, List::of);
    }
    scenarios.forEach(scenario -> RealBench.refuse(scenario, RealBench.Door.IN_PROCESS));
    RealLaps laps = new RealLaps();
    return new RaceExperiment(
        new Race(scenarios, contenders, seeds, laps), bench, command, laps::doubts);
  }

  /**
   * Runs the race on an executor that runs its tasks in other threads, and says what was found;
   * where the calling thread is interrupted, what has not ended is left out, saying so.
   */
  public Findings run(Executor executor, Laps.Listener listener) {
    RaceResult result = Laps.run(race, executor, listener);
    return new RaceFindings(this, result).findings();
  }
}
