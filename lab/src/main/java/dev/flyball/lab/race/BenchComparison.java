package dev.flyball.lab.race;

import dev.flyball.lab.peers.Peers;
import dev.flyball.lab.report.Findings;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.sim.Contender;
import dev.flyball.sim.race.Aggregate;
import dev.flyball.sim.race.RaceResult;
import dev.flyball.sim.scenario.Scenario;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * One race on both benches: the same scenarios, contenders and seeds, first in virtual time, then
 * on real threads, and whether the first come in the same order.
 *
 * @param virtual the race in virtual time, its figures medians
 * @param real the race on real threads, its figures medians, too
 * @param command the command line that repeats it
 */
public record BenchComparison(RaceExperiment virtual, RaceExperiment real, String command) {

  /** The scenarios that are run unless others are named; none of them keeps two cores busy. */
  public static final List<String> SCENARIOS =
      List.of(
          "io-bound",
          "mixed",
          "table-1",
          "step-up",
          "step-down",
          "sine",
          "bursts",
          "closed-10",
          "downstream-slows",
          "downstream-hangs",
          "downstream-collapses");

  /** The default contenders; the multiples of the cores always take part. */
  public static final List<String> CONTENDERS =
      List.of(
          Policies.STANDARD,
          "always(workers=64)",
          "jdk-cached",
          Peers.named("netflix-gradient2").shippedRow(),
          Peers.named("hill-climb").shippedRow());

  /**
   * A race on both benches.
   *
   * @throws IllegalArgumentException when two scenarios or two contenders have one name, or when a
   *     scenario cannot be run on real threads here
   */
  public static BenchComparison of(
      List<Scenario> scenarios, List<Contender> contenders, int seeds, String command) {
    return new BenchComparison(
        RaceExperiment.virtual(scenarios, contenders, seeds, Aggregate.MEDIAN, command),
        RaceExperiment.real(scenarios, contenders, seeds, command),
        command);
  }

  /** How long the real half takes at least. */
  public Duration leastTime() {
    return real.leastTime().orElseThrow();
  }

  /**
   * Runs both races, and says what was found; where the calling thread is interrupted, what has not
   * ended is left out, saying so.
   *
   * @param many runs its tasks in other threads, as many as there are processors
   * @param one runs its tasks in one other thread
   * @param inVirtualTime told how far the race in virtual time has got
   * @param onRealThreads told how far the race on real threads has got
   */
  public Findings run(
      Executor many, Executor one, Laps.Listener inVirtualTime, Laps.Listener onRealThreads) {
    RaceResult virtually = Laps.run(virtual.race(), many, inVirtualTime);
    RaceResult really =
        virtually.complete()
            ? Laps.run(real.race(), one, onRealThreads)
            : new RaceResult(real.race(), List.of());
    return new BenchComparisonFindings(this, virtually, really).findings();
  }
}
