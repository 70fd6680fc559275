package dev.flyball.sim.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.policy.Limits;
import dev.flyball.sim.Contender;
import dev.flyball.sim.VirtualBench;
import dev.flyball.sim.scenario.Behind;
import dev.flyball.sim.scenario.Change;
import dev.flyball.sim.scenario.Host;
import dev.flyball.sim.scenario.Kind;
import dev.flyball.sim.scenario.Kind.Step;
import dev.flyball.sim.scenario.Pool;
import dev.flyball.sim.scenario.Scenario;
import dev.flyball.sim.scenario.Scenarios;
import dev.flyball.sim.scenario.Source;
import dev.flyball.sim.workload.Arrivals;
import dev.flyball.sim.workload.TimeDistribution;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The oracle finds the sizes that formulas say are best, and does not take long to. */
class OracleTest {

  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000_000_000;

  /** Of a search for one pool: the plans of each stage, and the policies' own runs. */
  private static final int RUNS_MAX =
      PlanSearch.CONSTANT_RUNS_MAX
          + PlanSearch.SEGMENT_RUNS_MAX
          + PlanSearch.CUT_RUNS_MAX
          + PlanSearch.POLICY_RUNS_MAX
          + PlanSearch.POLICIES.size();

  @Test
  void waitingTasksGetTheStaffThatErlangSays() {
    double lambda = 50;
    double service = 0.1;
    Scenario scenario =
        scenario(
            new Source.Open(Arrivals.poisson(lambda)),
            Kind.only("task", new Step.Wait(new TimeDistribution.Exponential(100 * MILLI))),
            Host.ofCores(4),
            2000);
    double bestOfOneSize = costByErlang(bestByErlang(lambda, service), lambda, service);
    assertThat(Oracle.of(scenario, 1).figure())
        .isBetween((1 + Prices.STANDARD.worker()) * service, bestOfOneSize + 0.003);
  }

  @Test
  void tasksThatOnlyComputeGetAsManyWorkersAsThereAreCores() {
    Scenario scenario =
        scenario(
            new Source.Open(Arrivals.poisson(320)),
            Kind.only("task", new Step.Cpu(new TimeDistribution.Constant(10 * MILLI))),
            Host.ofCores(4),
            200);
    assertThat(onlySize(Oracle.of(scenario, 1))).isEqualTo(4);
  }

  @Test
  void aDownstreamThatCollapsesIsKeptAtItsPeak() {
    Scenario scenario =
        scenario(
            new Source.Open(Arrivals.atOnce(5000)),
            Kind.only("task", new Step.Call("db", new TimeDistribution.Constant(10 * MILLI))),
            Host.ofCores(4),
            60,
            List.of(Behind.Collapse.peakingAt("db", 40, 0.02)),
            List.of());
    assertThat(Oracle.of(scenario, 1).sizes().get(0).get(0).workers()).isCloseTo(40, within(4));
  }

  @Test
  void everySegmentHasItsOwnBestSize() {
    Scenario scenario =
        scenario(
            new Source.Open(Arrivals.poisson(300)),
            Kind.only("task", new Step.Cpu(new TimeDistribution.Constant(10 * MILLI))),
            Host.ofCores(8),
            60,
            List.of(),
            List.of(new Change.Cores(30 * SECOND, 2)));
    Oracle oracle = Oracle.of(scenario, 1);
    assertThat(oracle.sizes()).hasSize(1);
    assertThat(oracle.sizes().get(0)).hasSize(2);
    assertThat(oracle.sizes().get(0).get(1).atNanos()).isEqualTo(30 * SECOND);
    assertThat(oracle.sizes().get(0).get(1).workers()).isEqualTo(2);
  }

  @Test
  void aSearchIsBoundedAndNeverWorseThanAnySingleSize() {
    Scenario scenario =
        scenario(
            new Source.Open(Arrivals.poisson(100)),
            Kind.only("task", new Step.Wait(new TimeDistribution.Exponential(200 * MILLI))),
            Host.ofCores(2),
            30);
    Oracle oracle = Oracle.of(scenario, 3);
    assertThat(oracle.runs()).isLessThanOrEqualTo(RUNS_MAX);
    for (int workers = 1; workers <= 200; workers += 3) {
      Contender fixed = Contender.fixed("fixed", workers);
      assertThat(oracle.figure())
          .isLessThanOrEqualTo(Cost.secondsPerTask(VirtualBench.run(scenario, 3, fixed)));
    }
    assertThat(Cost.secondsPerTask(VirtualBench.run(scenario, 3, oracle)))
        .isEqualTo(oracle.figure());
  }

  @Test
  void aSearchWithManyTurnsIsBoundedToo() {
    Scenario sine = Scenarios.named("sine");
    assertThat(sine.turnsNanos(1)).hasSizeGreaterThanOrEqualTo(PlanSearch.SEGMENTS_MAX - 2);
    Oracle oracle = Oracle.of(sine, 1);
    assertThat(oracle.runs()).isLessThanOrEqualTo(RUNS_MAX);
  }

  @Test
  void aSearchIsNeverWorseThanAnySizesForTheSegments() {
    Scenario step = Scenarios.named("step-up");
    Oracle oracle = Oracle.of(step, 2);
    for (int before = 2; before <= 16; before *= 2) {
      for (int after = 48; after <= 96; after += 16) {
        Oracle plan = plan(step, before, after);
        assertThat(oracle.figure())
            .isLessThanOrEqualTo(Cost.secondsPerTask(VirtualBench.run(step, 2, plan)));
      }
    }
  }

  /** One size up to the only turn, another from then on. */
  private static Oracle plan(Scenario scenario, int before, int after) {
    List<Long> turns = scenario.turnsNanos(2);
    assertThat(turns).hasSize(1);
    List<Contender.SizeAt> sizes =
        List.of(new Contender.SizeAt(0, before), new Contender.SizeAt(turns.get(0), after));
    return new Oracle(List.of(sizes), Optional.empty(), Double.NaN, 0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"sine", "cold-start", "periodic-random", "downstream-collapses"})
  void aSearchIsNeverWorseThanThePoliciesItTries(String name) {
    Scenario scenario = Scenarios.named(name);
    Oracle oracle = Oracle.of(scenario, 1);
    for (Contender policy : PlanSearch.POLICIES) {
      assertThat(oracle.figure())
          .as(policy.name())
          .isLessThanOrEqualTo(Cost.secondsPerTask(VirtualBench.run(scenario, 1, policy)));
    }
  }

  @Test
  void aSizeThatStaysIsSaidOnce() {
    for (String name : List.of("step-up", "two-pools")) {
      for (List<Contender.SizeAt> plan : Oracle.of(Scenarios.named(name), 1).sizes()) {
        for (int i = 1; i < plan.size(); i++) {
          assertThat(plan.get(i).workers()).isNotEqualTo(plan.get(i - 1).workers());
          assertThat(plan.get(i).atNanos()).isGreaterThan(plan.get(i - 1).atNanos());
        }
      }
    }
  }

  private static int onlySize(Oracle oracle) {
    assertThat(oracle.sizes()).hasSize(1);
    assertThat(oracle.sizes().get(0)).hasSize(1);
    return oracle.sizes().get(0).get(0).workers();
  }

  /** One pool whose workers stay, so that a worker costs what the formulas say. */
  private static Scenario scenario(Source source, Kind kind, Host host, long seconds) {
    return scenario(source, kind, host, seconds, List.of(), List.of());
  }

  private static Scenario scenario(
      Source source,
      Kind kind,
      Host host,
      long seconds,
      List<Behind> behind,
      List<Change> changes) {
    Pool usual = Pool.of("pool", source, List.of(kind));
    Pool pool =
        new Pool(
            "pool",
            usual.phases(),
            usual.kinds(),
            10,
            Limits.of(1, 1000),
            Integer.MAX_VALUE,
            Long.MAX_VALUE / 4,
            0,
            SECOND);
    return new Scenario(
        "test", "m", "c", seconds * SECOND, 1, host, behind, List.of(pool), changes);
  }

  private static int bestByErlang(double lambda, double service) {
    int best = (int) Math.floor(lambda * service) + 1;
    for (int k = best; k < 100; k++) {
      if (costByErlang(k, lambda, service) < costByErlang(best, lambda, service)) {
        best = k;
      }
    }
    return best;
  }

  /** W + price k / lambda, W by Erlang's second formula. */
  private static double costByErlang(int k, double lambda, double service) {
    double load = lambda * service;
    double blocking = 1; // Erlang's first formula, by its recursion
    for (int i = 1; i <= k; i++) {
      blocking = load * blocking / (i + load * blocking);
    }
    double waits = blocking / (1 - load / k * (1 - blocking));
    return service + waits * service / (k - load) + Prices.STANDARD.worker() * k / lambda;
  }
}
