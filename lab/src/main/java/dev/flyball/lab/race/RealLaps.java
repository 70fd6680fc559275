package dev.flyball.lab.race;

import dev.flyball.lab.bench.RealBench;
import dev.flyball.lab.bench.RealBench.EntryPoint;
import dev.flyball.lab.bench.RealBench.Watcher;
import dev.flyball.lab.bench.RealRun;
import dev.flyball.sim.Contender;
import dev.flyball.sim.Outcome;
import dev.flyball.sim.race.Race;
import dev.flyball.sim.scenario.Scenario;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The real bench as a race runs it: one lap at a time, each with the reasons not to trust it.
 *
 * <p>Any thread may run a lap; laps at the same time would disturb each other, so one waits for the
 * other. A short lap that does not count precedes a contender's first lap of a scenario, so that
 * compilers have done their work. The warnings have a lock of their own: a thread that ends the
 * race early reads them while a lap is still running, which may take minutes.
 */
final class RealLaps implements Race.Bench {

  private final List<String> warnings = new ArrayList<>(); // guarded by itself
  private final Set<List<String>> warmed = new HashSet<>(); // guarded by this

  @Override
  public synchronized Outcome run(Scenario scenario, long seed, Contender contender) {
    try {
      RealRun run =
          warmed.add(List.of(scenario.name(), contender.name()))
              ? RealBench.run(scenario, seed, contender, EntryPoint.IN_PROCESS, Watcher.NONE)
              : RealBench.runWarm(scenario, seed, contender, EntryPoint.IN_PROCESS, Watcher.NONE);
      run.distrust()
          .ifPresent(why ->
              warn(scenario.name() + ", " + contender.name() + ", seed " + seed + ": " + why));
      return run.outcome();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the run was interrupted", e);
    }
  }

  /** How long all laps of a race last at least; those that leave tasks behind, longer. */
  static long leastNanos(Race race) {
    long nanos = 0;
    for (Scenario scenario : race.scenarios()) {
      long first = RealBench.leastNanos(scenario, false);
      long later = RealBench.leastNanos(scenario, true);
      nanos += race.lapsPerSeed() * (first + (race.seeds() - 1) * later);
    }
    return nanos;
  }

  private void warn(String why) {
    synchronized (warnings) {
      warnings.add(why);
    }
  }

  /** Why some runs are not to be trusted, one line each; never waits for a lap. */
  List<String> warnings() {
    synchronized (warnings) {
      return List.copyOf(warnings);
    }
  }
}
