package dev.flyball.dataflow.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.flyball.dataflow.network.Goal;
import dev.flyball.dataflow.network.Host;
import dev.flyball.dataflow.network.Network;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/**
 * All configurations of small networks tried: no better one than the plan's exists. {@code
 * -Dflyball.networks=1000} tries more than the few of the build for each goal, {@code
 * -Dflyball.networks.from=} others.
 */
class BruteForceTest {

  private static final int NETWORKS = Integer.getInteger("flyball.networks", 100);
  private static final long FROM = Long.getLong("flyball.networks.from", 1);

  private static Network network(long seed) {
    return RandomNetwork.of(seed, seed % 5 == 0 ? 5 : 4, seed % 5 == 0 ? 4 : 7);
  }

  private static double rate(Network network) {
    return network.sources().stream().mapToDouble(s -> s.perSecond().orElseThrow()).sum();
  }

  private static void assertHighest(LossOracle oracle, Plan plan, long seed) {
    assertThat(oracle.carries(plan.threads(), plan.rate() * (1 - 1e-9))).as("%d", seed).isTrue();
    double more = plan.rate() * (1 + 1e-7);
    assertThat(oracle.fewest(tried -> oracle.carries(tried, more)))
        .as("%d: %s", seed, plan)
        .isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void noConfigurationHasAHigherThroughput() {
    int feasible = 0;
    for (long seed = FROM; seed < FROM + NETWORKS; seed++) {
      Network network = network(seed);
      LossOracle oracle = new LossOracle(network);
      Plan plan = Planner.plan(network);
      assertThat(plan.proven()).as("%d", seed).isTrue();
      if (plan.feasible()) {
        feasible++;
        assertHighest(oracle, plan, seed);
        assertThat(plan.threadsSum())
            .as("%d: %s", seed, plan)
            .isEqualTo(oracle.fewest(tried -> oracle.carries(tried, plan.rate())));
      } else {
        boolean endless = plan.because().orElseThrow().contains("overflows");
        double rate = endless ? 1e7 : 1e-6;
        assertThat(oracle.fewest(tried -> oracle.carries(tried, rate)) < Integer.MAX_VALUE)
            .as("%d: %s", seed, plan)
            .isEqualTo(endless);
      }
    }
    assertThat(feasible).isGreaterThan(NETWORKS / 2);
  }

  @Test
  void noConfigurationNeedsFewerThreadsForARate() {
    int feasible = 0;
    for (long seed = FROM; seed < FROM + NETWORKS; seed++) {
      Network network = network(seed).withGoal(new Goal.Consolidation());
      LossOracle oracle = new LossOracle(network);
      double rate = rate(network);
      Plan plan = Planner.plan(network);
      int fewest = oracle.fewest(tried -> oracle.carries(tried, rate));
      assertThat(plan.proven()).as("%d", seed).isTrue();
      assertThat(plan.feasible()).as("%d: %s", seed, plan).isEqualTo(fewest < Integer.MAX_VALUE);
      if (plan.feasible()) {
        feasible++;
        assertThat(plan.threadsSum()).as("%d: %s", seed, plan).isEqualTo(fewest);
        assertThat(oracle.carries(plan.threads(), rate)).as("%d: %s", seed, plan).isTrue();
      } else if (plan.rate() > Double.MIN_NORMAL) {
        assertHighest(oracle, plan, seed);
      }
    }
    assertThat(feasible).isGreaterThan(NETWORKS / 10);
  }

  @Test
  void noConfigurationNeedsFewerThreadsForAResponseTime() {
    int feasible = 0;
    int lossy = 0;
    for (long seed = FROM; seed < FROM + NETWORKS; seed++) {
      OptionalDouble quantile =
          seed % 2 == 0 ? OptionalDouble.empty() : OptionalDouble.of(seed % 3 == 0 ? 0.95 : 0.5);
      Goal.Latency goal = new Goal.Latency(0.01 * StrictMath.pow(1.3, seed % 17), quantile);
      Network network = network(seed).withGoal(goal);
      LossOracle oracle = new LossOracle(network);
      double rate = rate(network);
      Plan plan = Planner.plan(network);
      int fewest = oracle.fewest(tried -> oracle.isInTime(tried, rate, goal));
      assertThat(plan.proven()).as("%d", seed).isTrue();
      assertThat(plan.feasible()).as("%d: %s", seed, plan).isEqualTo(fewest < Integer.MAX_VALUE);
      if (plan.feasible()) {
        feasible++;
        lossy += network.nodes().stream().anyMatch(Course::isOpen) ? 1 : 0;
        assertThat(plan.threadsSum()).as("%d: %s", seed, plan).isEqualTo(fewest);
        assertThat(oracle.isInTime(plan.threads(), rate, goal)).as("%d: %s", seed, plan).isTrue();
      }
    }
    assertThat(feasible).isGreaterThan(NETWORKS / 10);
    assertThat(lossy).isGreaterThan(NETWORKS / 20);
  }

  @Test
  void figuresAreThoseOfAllStates() {
    for (long seed = FROM; seed < FROM + NETWORKS; seed++) {
      OptionalDouble quantile = OptionalDouble.of(seed % 2 == 0 ? 0.5 : 0.99);
      Network network = network(seed).withGoal(new Goal.Latency(1, quantile));
      if (network.nodes().stream().anyMatch(n -> n.threads().min() > n.rate().threadsMax())) {
        continue;
      }
      Map<String, Integer> threads = Planner.plan(network).threads();
      LossOracle oracle = new LossOracle(network);
      double rate = rate(network);
      Plan plan = Planner.assess(network, threads, rate);
      Map<String, Double> flows = oracle.flows(threads, rate);
      for (Plan.Part part : plan.nodes()) {
        double expected = LossOracle.of(flows, part.name());
        assertThat(part.arrivalsPerSecond())
            .as("%d %s", seed, part.name())
            .isCloseTo(expected, within(1e-9 * (1 + expected)));
      }
      double mean = oracle.seconds(threads, rate, OptionalDouble.empty());
      assertThat(plan.responseSeconds().orElse(Double.POSITIVE_INFINITY))
          .as("%d: %s", seed, plan)
          .isCloseTo(mean, withinPercentage(1e-6));
      assertThat(plan.quantileSeconds().orElse(Double.POSITIVE_INFINITY))
          .as("%d: %s", seed, plan)
          .isCloseTo(oracle.seconds(threads, rate, quantile), withinPercentage(1e-6));
    }
  }

  /**
   * The publication's Zerberus, whose feeder drops, where processor time is what counts: 57.6 cores
   * less one for the feeder, for 702 us of a record.
   */
  @Test
  void thePublishedNetworkByProcessorTime() {
    Network published = Published.network(64, true, 9_766, 10_430, 1_987, 28);
    Network network = published.withHost(published.host().withRule(Host.CoreRule.CPU_TIME));
    double seconds = 1 / 9_766.0 + 1 / 10_430.0 + 1 / 1_987.0;
    Plan plan = Planner.plan(network);
    assertThat(plan.rate()).isCloseTo((0.9 * 64 - 1) / seconds, within(1.0));
    assertThat(plan.rate()).isCloseTo(80_679, within(1.0));
  }
}
