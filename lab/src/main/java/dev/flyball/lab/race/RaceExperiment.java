package dev.flyball.lab.race;

import dev.flyball.lab.bench.RealBench;
import dev.flyball.lab.bench.RealBench.EntryPoint;
import dev.flyball.lab.bench.RealBench.RealRun;
import dev.flyball.lab.report.Findings;
import dev.flyball.sim.Contender;
import dev.flyball.sim.Outcome;
import dev.flyball.sim.VirtualBench;
import dev.flyball.sim.race.Aggregate;
import dev.flyball.sim.race.Lap;
import dev.flyball.sim.race.Race;
import dev.flyball.sim.scenario.Scenario;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.UnaryOperator;

/**
 * A race, and what is reported of it afterwards.
 *
 * @param race what is run
 * @param bench where it is run
 * @param drawn whether its scenarios were drawn at random, and are many: then how each contender's
 *     regrets are spread over them is reported, and else a board for each, with pictures of it
 * @param command the command line that repeats it
 * @param warnings why some of its runs are not to be trusted, a line each; grows while it is run
 */
public record RaceExperiment(
    Race race, Bench bench, boolean drawn, String command, List<String> warnings) {

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
    Race race = Race.virtual(scenarios, contenders, 1);
    return new RaceExperiment(race, Bench.VIRTUAL, scenarios.size() > 1, command, List.of());
  }

  static RaceExperiment virtual(
      List<Scenario> scenarios,
      List<Contender> contenders,
      int seeds,
      Aggregate aggregate,
      String command) {
    Race race = new Race(scenarios, contenders, seeds, VirtualBench::run, aggregate);
    return new RaceExperiment(race, Bench.VIRTUAL, false, command, List.of());
  }

  static RaceExperiment real(
      List<Scenario> scenarios, List<Contender> contenders, int seeds, String command) {
    scenarios.forEach(scenario -> RealBench.refuse(scenario, EntryPoint.IN_PROCESS));
    RealLaps laps = new RealLaps();
    Race race = new Race(scenarios, contenders, seeds, laps, Aggregate.MEDIAN);
    return new RaceExperiment(race, Bench.REAL, false, command, laps.warnings);
  }

  /**
   * How long the race takes at least: known in real time only, where it is long. Laps that leave
   * tasks behind last longer.
   */
  public Optional<Duration> leastTime() {
    long perSeed = race.lapsPerSeed();
    long nanos =
        race.scenarios().stream()
            .mapToLong(scenario ->
                RealBench.leastNanos(scenario) + (race.seeds() - 1) * scenario.lengthNanos())
            .sum();
    return bench == Bench.REAL ? Optional.of(Duration.ofNanos(perSeed * nanos)) : Optional.empty();
  }

  /**
   * Runs the race on an executor that runs its tasks in other threads, and says what was found;
   * where the calling thread is interrupted, what has not ended is left out, saying so.
   */
  public Findings run(Executor executor, Laps.Listener listener) {
    UnaryOperator<Lap> kept = drawn ? Lap::withoutHistory : UnaryOperator.identity();
    return RaceFindings.of(this, Laps.run(race, executor, listener, kept));
  }

  /**
   * The real bench as a race runs it: one lap at a time, each with the reasons not to trust it.
   *
   * <p>Any thread may run a lap; laps at the same time would disturb each other, so one waits for
   * the other. A short lap that does not count precedes a contender's first lap of a scenario, so
   * that compilers have done their work. The warnings are never waited for: a thread that ends the
   * race early reads them while a lap is still running, which may take minutes.
   */
  static final class RealLaps implements Race.Bench {

    /** Why some runs are not to be trusted, one line each. */
    final List<String> warnings = new CopyOnWriteArrayList<>();

    private final Set<List<String>> warmed = new HashSet<>(); // guarded by this

    @Override
    public synchronized Outcome run(Scenario scenario, long seed, Contender contender) {
      try {
        RealRun run =
            warmed.add(List.of(scenario.name(), contender.name()))
                ? RealBench.run(scenario, seed, contender, EntryPoint.IN_PROCESS)
                : RealBench.runWarm(scenario, seed, contender, EntryPoint.IN_PROCESS);
        run.distrust()
            .ifPresent(why ->
                warnings.add(
                    scenario.name() + ", " + contender.name() + ", seed " + seed + ": " + why));
        return run.outcome();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("the run was interrupted", e);
      }
    }
  }
}
