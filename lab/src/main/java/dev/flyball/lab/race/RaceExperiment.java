package dev.flyball.lab.race;

import dev.flyball.lab.papers.Findings;
import dev.flyball.sim.race.Race;
import dev.flyball.sim.race.RaceResult;
import java.util.concurrent.Executor;

/**
 * A race, and what is told of it afterwards.
 *
 * @param race what is run
 * @param bench where it is run: {@code virtual} or {@code real}
 * @param command the command line that repeats it
 */
public record RaceExperiment(Race race, String bench, String command) {

  /** The name of the bench in virtual time. */
  public static final String VIRTUAL = "virtual";

  /** The name of the bench of real threads. */
  public static final String REAL = "real";

  /** Runs the race and says what was found; what was interrupted is left out, saying so. */
  public Findings run(Executor executor, Laps.Listener listener) {
    RaceResult result = Laps.run(race, executor, listener);
    return new RaceFindings(this, result).findings();
  }
}
