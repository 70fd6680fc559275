package dev.flyball.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.sim.race.Cost;
import dev.flyball.sim.scenario.Scenario;
import dev.flyball.sim.scenario.Scenarios;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each named scenario brings to light what it says: too few workers and too many cost as much more
 * as that takes.
 *
 * <p>The cost is that of the tasks in the system, a tenth of it for each worker, and ten seconds
 * for a task that was lost. A factor of 1 says that too many do no harm there.
 */
class NamedScenariosGateTest {

  @ParameterizedTest
  @CsvSource({
    // name, too few, cost more than so many times, about right, too many, cost more than ...
    "cpu-bound, 1, 100, 2, 20, 1.5",
    "io-bound, 10, 200, 60, 400, 1",
    "mixed, 20, 50, 40, 400, 1",
    "table-1, 10, 50, 130, 400, 0.99",
    "step-up, 10, 100, 64, 400, 1",
    "step-down, 10, 100, 64, 400, 1",
    "sine, 24, 10, 50, 400, 1",
    "bursts, 24, 20, 64, 400, 1.02",
    "periodic-random, 24, 10, 48, 400, 1.02",
    "trace-day, 12, 10, 32, 400, 1.02",
    "idle-hour, 8, 50, 16, 200, 1.02",
    "cold-start, 10, 30, 400, 400, 1",
    "closed-10, 1, 5, 6, 200, 1.02",
    "closed-1000, 10, 10, 30, 400, 1",
    "slow-tasks, 12, 15, 32, 200, 1",
    "tiny-tasks, 1, 1, 1, 4, 2",
    "heavy-tail, 16, 50, 32, 400, 1.02",
    "noise, 16, 4, 64, 400, 1.05",
    "mix-flip, 48, 5, 96, 400, 1",
    "downstream-slows, 16, 20, 48, 400, 1.01",
    "downstream-hangs, 4, 15, 32, 400, 1.1",
    "downstream-collapses, 12, 5, 40, 400, 50",
    "lock, 4, 100, 12, 200, 1.1",
    "flat, 1, 1, 1, 60, 1.1",
    "core-lost, 3, 20, 6, 200, 1.3",
    "half-core, 4, 5, 8, 200, 1.1",
    "small-memory, 32, 20, 64, 400, 1",
    "two-pools, 2, 20, 8, 100, 1.1",
    "overload, 2, 1.5, 12, 400, 1.2",
    "cold-collapse, 4, 45, 12, 40, 10",
    "cold-collapse-sharp, 16, 20, 28, 48, 70",
    "cold-collapse-slow, 6, 15, 24, 96, 15",
    "cold-collapse-too-large, 28, 6, 56, 96, 10",
    "cold-collapse-timeout, 6, 15, 20, 56, 1.9",
    "cold-collapse-retries, 12, 6, 36, 96, 15",
    "cold-collapse-bounded, 6, 15, 18, 80, 20",
    "cold-collapse-no-queue, 20, 8, 96, 160, 20",
    "warm-collapse, 10, 6, 36, 256, 15",
    "warm-collapse-sharp, 28, 15, 64, 128, 25",
    "warm-collapse-fails, 6, 8, 28, 80, 2.5",
    "warm-collapse-bounded, 12, 6, 56, 400, 10",
    "warm-collapse-retries, 14, 7, 24, 40, 30",
    "closed-collapse, 6, 1.6, 24, 256, 1.93",
    "closed-collapse-sharp, 4, 6, 40, 96, 2.2",
    "two-services, 24, 20, 96, 200, 200",
    "knee-falls, 8, 25, 16, 200, 20",
    "knee-rises, 18, 10, 28, 200, 20",
    "fail-over, 10, 10, 32, 400, 1.03",
    "near-peak, 16, 9, 32, 96, 15",
    "near-small-peak, 4, 35, 10, 16, 10",
    "collapse-wave, 10, 10, 36, 256, 50",
    "quick-beside-long, 12, 40, 20, 400, 1",
    "quick-or-long, 20, 6, 36, 400, 1",
    "long-tail-waits, 16, 9, 32, 400, 1",
    "step-300, 160, 8, 400, 400, 1",
    "step-there-and-back, 56, 6, 200, 400, 1",
    "five-times-slower, 18, 7, 56, 400, 1.01",
    "neighbours-compute, 1, 1.81, 3, 256, 1.08",
    "neighbours-mixed, 10, 10, 18, 256, 1.03",
    "neighbours-come-and-go, 16, 8, 96, 400, 1.03",
    "sixteen-cores, 10, 150, 16, 400, 1.05",
    "sixty-four-cores, 40, 35, 64, 400, 1",
    "two-pools-one-backend, 10, 8, 18, 64, 10",
    "overload-servers, 12, 1.67, 24, 400, 1.24",
    "overload-twofold, 8, 1.7, 28, 400, 1.24",
    "rate-limit, 4, 9, 12, 400, 1.05",
    "lock-on-sixteen-cores, 12, 25, 20, 400, 1.03",
    "retry-storm, 10, 6, 24, 96, 10",
    "bursts-on-a-small-queue, 28, 6, 64, 256, 1",
    "no-queue, 24, 7, 48, 256, 1",
    "heavy-computing, 2, 400, 8, 256, 1.01",
  })
  void tooFewAndTooManyCostMore(
      String name, int few, double fewFactor, int right, int many, double manyFactor) {
    Scenario scenario = Scenarios.named(name);
    double cost = cost(scenario, right);
    assertThat(cost(scenario, few) / cost).as("too few").isGreaterThanOrEqualTo(fewFactor);
    assertThat(cost(scenario, many) / cost).as("too many").isGreaterThanOrEqualTo(manyFactor);
  }

  private static double cost(Scenario scenario, int workers) {
    return Cost.secondsPerTask(VirtualBench.run(scenario, 1, Contender.fixed("fixed", workers)));
  }

  static List<String> names() {
    return Scenarios.names();
  }

  @ParameterizedTest
  @MethodSource("names")
  void oneRunCostsLittle(String name) {
    Scenario scenario = Scenarios.named(name);
    Outcome outcome = VirtualBench.run(scenario, scenario.seed(), Contender.unbounded());
    assertThat(outcome.offered()).isBetween(1_000L, 100_000L);
  }

  @Test
  void everyScenarioThatARealMachineOfTwoCoresRunsLeavesItRoom() {
    for (String name :
        List.of(
            "cpu-bound",
            "io-bound",
            "mixed",
            "table-1",
            "sine",
            "step-up",
            "step-down",
            "bursts",
            "closed-10")) {
      Scenario scenario = Scenarios.named(name);
      Outcome outcome = VirtualBench.run(scenario, 1, Contender.unbounded());
      assertThat(scenario.host().cores()).isEqualTo(2);
      assertThat(scenario.lengthNanos()).isLessThanOrEqualTo(60_000_000_000L);
      assertThat(outcome.hostBusyCores()).as(name).isLessThan(1.2);
    }
  }

  @Test
  void memoryRefusesWorkers() {
    Outcome outcome = VirtualBench.run(Scenarios.named("small-memory"), 1, Contender.unbounded());
    assertThat(outcome.pools().get(0).workersRefused()).isPositive();
    assertThat(outcome.pools().get(0).workersMax()).isEqualTo(64);
  }

  @Test
  void batchThatTakesAllProcessorsSlowsTheWeb() {
    Scenario scenario = Scenarios.named("two-pools");
    double modest = webResponseSeconds(scenario, 2);
    assertThat(webResponseSeconds(scenario, 100) / modest).isGreaterThan(1.3);
  }

  private static double webResponseSeconds(Scenario scenario, int batchWorkers) {
    Contender contender =
        Contender.of(
            "eight and some",
            (pool, plan, host, seed) ->
                Contender.Sizer.Planned.always(pool == 0 ? 8 : batchWorkers));
    PoolOutcome web = VirtualBench.run(scenario, 1, contender).pools().get(0);
    return web.whole().meanResponseSeconds().orElseThrow();
  }
}
