package dev.flyball.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.policy.Observation;
import dev.flyball.sim.scenario.Behind;
import dev.flyball.sim.scenario.Kind;
import dev.flyball.sim.scenario.Kind.Step;
import dev.flyball.sim.scenario.Source;
import dev.flyball.sim.workload.Arrivals;
import dev.flyball.sim.workload.TimeDistribution;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** What a run reports is what its tasks are made of, worked out by hand. */
final class AccountTest {

  private static final long MILLI = 1_000_000;
  private static final int TASKS = 1000;
  private static final Offset<Double> A_NANO_PER_TASK = within((double) TASKS);

  private static final Source STEADY = new Source.Open(Arrivals.constant(100));
  private static final Source CROWD = new Source.Open(Arrivals.atOnce(TASKS));

  @Test
  void cpuTimeIsTheSumOfTheTasks() {
    Observation.Times times = times(PoolScenario.of(STEADY, cpu(15), 50, 10).cores(2));
    assertThat(cpuNanos(times)).isCloseTo(TASKS * 15.0 * MILLI, A_NANO_PER_TASK);
  }

  @Test
  void serviceTimeIsCpuTimeAndRunQueueWait() {
    Observation.Times times = times(PoolScenario.of(CROWD, cpu(15), 50, 10).cores(2));
    assertThat(cpuNanos(times)).isCloseTo(TASKS * 15.0 * MILLI, A_NANO_PER_TASK);
    assertThat(cpuNanos(times) + times.runQueueWaitNanosSum().orElseThrow())
        .isCloseTo(times.serviceNanosSum(), A_NANO_PER_TASK);
  }

  @Test
  void whoWaitsUsesNoProcessor() {
    Kind kind = Kind.only("kind", new Step.Wait(constant(15)));
    Observation.Times times = times(PoolScenario.of(STEADY, kind, 50, 10).cores(0.5));
    assertThat(cpuNanos(times)).isZero();
    assertThat(times.serviceNanosSum()).isEqualTo(TASKS * 15 * MILLI);
  }

  @Test
  void whoHoldsALockUsesAProcessorAndWhoWaitsForItUsesNone() {
    Kind kind = Kind.only("kind", new Step.Call("behind", constant(4)));
    Observation.Times times =
        times(PoolScenario.of(CROWD, kind, 50, 10).cores(2).behind(new Behind.Lock("behind")));
    assertThat(cpuNanos(times)).isCloseTo(TASKS * 4.0 * MILLI, A_NANO_PER_TASK);
    assertThat(times.runQueueWaitNanosSum()).hasValue(0);
  }

  @Test
  void aTaskIsTheSameTaskWhoeverSizesThePool() {
    List<Kind> kinds =
        List.of(
            new Kind(
                "one",
                0.4,
                List.of(new Step.Wait(new TimeDistribution.Exponential(30 * MILLI))),
                0.2),
            new Kind(
                "two", 0.6, List.of(new Step.Wait(new TimeDistribution.Lognormal(MILLI, 2))), 0));
    PoolScenario scenario =
        new PoolScenario(STEADY, kinds, 40, Integer.MAX_VALUE, 1, List.of(), 10);
    List<List<Long>> accounts =
        List.of(
                Contender.fixed("few", 2),
                Contender.fixed("many", 40),
                Contender.policy("littles-law"))
            .stream()
            .map(contender -> account(VirtualBench.run(scenario.scenario(), 3, contender)))
            .distinct()
            .toList();
    assertThat(accounts).hasSize(1);
    assertThat(accounts.get(0).get(0)).isEqualTo(TASKS);
  }

  @Test
  void whatEndsAtTheVeryEndOfTheLengthIsStillInIt() {
    Kind kind = Kind.only("kind", new Step.Wait(constant(10)));
    PoolScenario scenario = PoolScenario.of(STEADY, kind, 50, 10);
    PoolOutcome fixed = scenario.run(1).pools().get(0);
    PoolOutcome governed =
        VirtualBench.run(scenario.scenario(), 1, Contender.policy("littles-law")).pools().get(0);
    assertThat(fixed.completedInLength()).isEqualTo(TASKS);
    assertThat(governed.completedInLength()).isEqualTo(TASKS);
  }

  private static List<Long> account(Outcome run) {
    Observation whole = run.pools().get(0).whole();
    return List.of(
        whole.flow().completed(), whole.flow().failed(), whole.times().serviceNanosSum());
  }

  private static Observation.Times times(PoolScenario scenario) {
    PoolOutcome pool = scenario.run(1).pools().get(0);
    assertThat(pool.whole().flow().completed()).isEqualTo(TASKS);
    return pool.whole().times();
  }

  private static double cpuNanos(Observation.Times times) {
    return times.cpuNanosSum().orElseThrow();
  }

  private static Kind cpu(long millis) {
    return Kind.only("kind", new Step.Cpu(constant(millis)));
  }

  private static TimeDistribution constant(long millis) {
    return new TimeDistribution.Constant(millis * MILLI);
  }
}
