package dev.flyball.lab.bench;

import dev.flyball.base.Require;
import dev.flyball.lab.bench.RealBench.RealRun;
import dev.flyball.lab.harness.HostCalibration;
import dev.flyball.lab.papers.Progress;
import dev.flyball.lab.report.Findings;
import dev.flyball.measure.HostMeter;
import dev.flyball.sim.Contender;
import dev.flyball.sim.Outcome;
import dev.flyball.sim.VirtualBench;
import dev.flyball.sim.scenario.Host;
import dev.flyball.sim.scenario.Scenario;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The comparison of the two benches: the same scenarios, the same tasks, the same policy, once in
 * virtual and once in real time.
 *
 * <p>A simulator proves determinism, not truth. This shows the worth of its figures: whether
 * throughput, the 95th percentile of the response time and the mean number of workers agree with a
 * real pool on this machine.
 *
 * @param scenarios the scenarios
 * @param policy the policy that sizes the pools, as {@code name(parameter=value,...)}
 * @param entryPoint how tasks get to the real pool
 * @param tries the maximum number of attempts at a real run that is not to be trusted
 * @param command the command line that repeats it
 */
public record Agreement(
    List<Scenario> scenarios,
    String policy,
    RealBench.EntryPoint entryPoint,
    int tries,
    String command) {

  /** The catalogue's scenarios for two cores that are compared unless others are named. */
  public static final List<String> USUAL =
      List.of(
          "cpu-bound",
          "io-bound",
          "mixed",
          "table-1",
          "step-up",
          "sine",
          "closed-10",
          "downstream-slows",
          "heavy-tail",
          "bursts");

  public Agreement {
    scenarios = List.copyOf(scenarios);
    Require.atLeast("number of scenarios", 1, scenarios.size());
    Require.atLeast("tries", 1, tries);
    Contender.policy(policy); // a wrong one is to be known at once
    scenarios.forEach(scenario -> RealBench.refuse(scenario, entryPoint));
  }

  /** The scenario for a host with as many cores as this machine has. */
  public static Scenario onThisMachine(Scenario scenario) {
    Host host = scenario.host();
    return new Scenario(
        scenario.name(),
        scenario.models(),
        scenario.catches(),
        scenario.lengthNanos(),
        scenario.seed(),
        new Host(
            HostMeter.read().cores(),
            host.switchNanos(),
            host.sliceNanos(),
            host.memoryBytes(),
            host.memoryPerWorkerBytes()),
        scenario.behind(),
        scenario.pools(),
        scenario.changes());
  }

  /**
   * Runs all scenarios on both benches, one after the other. When the calling thread is interrupted
   * it ends with those that were run, and the thread's interrupt is set again.
   */
  public Findings run(Progress progress) throws IOException {
    progress.prepares("measuring the machine");
    List<HostCalibration.Accuracy> accuracy = HostCalibration.here().accuracy();
    SwitchCost switchCost = SwitchCost.UNKNOWN;
    List<BothRuns> runs = new ArrayList<>();
    try {
      switchCost = SwitchCost.measure();
      for (Scenario scenario : scenarios) {
        runs.add(both(scenario, runs.size() + 1, progress));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return new AgreementFindings(this, accuracy, switchCost, runs).findings();
  }

  private BothRuns both(Scenario scenario, int number, Progress progress)
      throws IOException, InterruptedException {
    Contender contender = Contender.policy(policy);
    Outcome virtual = VirtualBench.watch(scenario, scenario.seed(), contender);
    for (int attempt = 1; ; attempt++) {
      progress.prepares(
          String.format(
              Locale.ROOT,
              "%d of %d: %s, %.0f s%s",
              number,
              scenarios.size(),
              scenario.name(),
              scenario.lengthNanos() / 1e9,
              attempt == 1 ? "" : ", once more"));
      RealRun real = RealBench.run(scenario, scenario.seed(), contender, entryPoint);
      real.distrust().ifPresent(why -> progress.prepares("  not to be trusted: " + why));
      if (real.distrust().isEmpty() || attempt == tries) {
        return new BothRuns(scenario, virtual, real, attempt);
      }
    }
  }
}
