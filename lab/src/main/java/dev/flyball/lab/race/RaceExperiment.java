package dev.flyball.lab.race;

import dev.flyball.lab.bench.RealBench;
import dev.flyball.lab.report.Findings;
import dev.flyball.sim.Contender;
import dev.flyball.sim.VirtualBench;
import dev.flyball.sim.race.Aggregate;
import dev.flyball.sim.race.Lap;
import dev.flyball.sim.race.Race;
import dev.flyball.sim.race.RaceResult;
import dev.flyball.sim.scenario.Scenario;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * A race, and what is reported of it afterwards.
 *
 * @param race what is run
 * @param bench where it is run
 * @param drawn whether its scenarios were drawn at random, and are many: then how each contender's
 *     regrets are spread over them is reported, and else a board for each, with pictures of it
 * @param command the command line that repeats it
 * @param warnings why some of its runs are not to be trusted, asked when it has been run
 */
public record RaceExperiment(
    Race race, Bench bench, boolean drawn, String command, Supplier<List<String>> warnings) {

  /** A race whose boards are reported. */
  RaceExperiment(Race race, Bench bench, String command, Supplier<List<String>> warnings) {
    this(race, bench, false, command, warnings);
  }

  /** The bench of a race. */
  public enum Bench {
    /** In virtual time, as many runs at once as there are processors; figures are means. */
    VIRTUAL,
    /**
     * Real threads, one run after the other: first one run of each contender, then the second of
     * each; figures are medians. The oracle's sizes are those of virtual time.
     */
    REAL;

    /** The word that files and options have for it. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
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
    return bench == Bench.VIRTUAL
        ? virtual(scenarios, contenders, seeds, Aggregate.MEAN, command)
        : real(scenarios, contenders, seeds, command);
  }

  /**
   * A race in virtual time of scenarios that were drawn, each run once; of several, the
   * distribution is reported.
   *
   * @throws IllegalArgumentException when two contenders have one name
   */
  public static RaceExperiment drawn(
      List<Scenario> scenarios, List<Contender> contenders, String command) {
    RaceExperiment one = virtual(scenarios, contenders, 1, Aggregate.MEAN, command);
    return scenarios.size() == 1
        ? one
        : new RaceExperiment(one.race, one.bench, true, command, one.warnings);
  }

  static RaceExperiment virtual(
      List<Scenario> scenarios,
      List<Contender> contenders,
      int seeds,
      Aggregate aggregate,
      String command) {
    Race race = new Race(scenarios, contenders, seeds, VirtualBench::run, aggregate);
    return new RaceExperiment(race, Bench.VIRTUAL, command, List::of);
  }

  static RaceExperiment real(
      List<Scenario> scenarios, List<Contender> contenders, int seeds, String command) {
    scenarios.forEach(scenario -> RealBench.refuse(scenario, RealBench.EntryPoint.IN_PROCESS));
    RealLaps laps = new RealLaps();
    Race race = new Race(scenarios, contenders, seeds, laps, Aggregate.MEDIAN);
    return new RaceExperiment(race, Bench.REAL, command, laps::warnings);
  }

  /** How long the race takes at least: known in real time only, where it is long. */
  public Optional<Duration> leastTime() {
    return bench == Bench.REAL
        ? Optional.of(Duration.ofNanos(RealLaps.leastNanos(race)))
        : Optional.empty();
  }

  /**
   * Runs the race on an executor that runs its tasks in other threads, and says what was found;
   * where the calling thread is interrupted, what has not ended is left out, saying so.
   */
  public Findings run(Executor executor, Laps.Listener listener) {
    UnaryOperator<Lap> kept = drawn ? Lap::withoutHistory : UnaryOperator.identity();
    RaceResult result = Laps.run(race, executor, listener, kept);
    return new RaceFindings(this, result).findings();
  }
}
