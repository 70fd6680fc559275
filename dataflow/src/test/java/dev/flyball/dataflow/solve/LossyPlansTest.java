package dev.flyball.dataflow.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.base.Dice;
import dev.flyball.dataflow.network.Goal;
import dev.flyball.dataflow.network.Host;
import dev.flyball.dataflow.network.Network;
import dev.flyball.dataflow.network.Node;
import dev.flyball.dataflow.network.Overflow;
import dev.flyball.dataflow.network.RateCurve;
import dev.flyball.dataflow.network.Route;
import dev.flyball.dataflow.network.Source;
import dev.flyball.dataflow.network.Threads;
import dev.flyball.dataflow.network.Use;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Networks that lose records, against all configurations there are; {@code -Dflyball.networks=1000}
 * tries more than the few of the build, {@code -Dflyball.networks.from=} others.
 */
class LossyPlansTest {

  private static final int NETWORKS = Integer.getInteger("flyball.networks", 300);
  private static final long FROM = Long.getLong("flyball.networks.from", 1);
  private static final int MOST = 7;

  private static Network drawn(long seed) {
    Dice dice = Dice.stream(seed, 26);
    int count = 1 + dice.below(4);
    TreeMap<String, Double> resources = new TreeMap<>();
    if (dice.below(3) == 0) {
      resources.put("disk", 20 + 400 * dice.nextDouble());
    }
    List<Node> nodes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      nodes.add(node(dice, "n" + i, !resources.isEmpty()));
    }
    List<Route> routes = new ArrayList<>();
    for (int i = 1; i < count; i++) {
      routes.add(Route.copy("n" + dice.below(i), "n" + i));
    }
    if (count > 3 && dice.below(2) == 0) {
      double share = 0.1 + 0.8 * dice.nextDouble();
      routes.add(
          new Route(
              "n0",
              Route.Fan.SPLIT,
              List.of(new Route.Branch("n2", share), new Route.Branch("n3", 1 - share))));
    }
    List<Source> sources = new ArrayList<>();
    sources.add(
        new Source(
            "in", "n0", OptionalDouble.of(20 + 200 * dice.nextDouble()), 2 * dice.nextDouble()));
    if (dice.below(3) == 0) {
      String to = "n" + dice.below(count);
      sources.add(new Source("more", to, OptionalDouble.of(50 * dice.nextDouble() + 1), 1));
    }
    Host.CoreRule rule = dice.below(2) == 0 ? Host.CoreRule.THREADS : Host.CoreRule.CPU_TIME;
    double cores = count + (MOST - 1) * dice.nextDouble() + (dice.below(2) == 0 ? 0.5 : 0);
    return new Network(
        "random", new Host(cores, rule, resources), new Goal.Throughput(), sources, nodes, routes);
  }

  private static Node node(Dice dice, String name, boolean withDisk) {
    Overflow overflow = Overflow.values()[dice.below(Overflow.values().length)];
    int least = 1 + dice.below(2);
    Threads threads =
        dice.below(4) == 0
            ? Threads.fixed(least)
            : new Threads(least, least + dice.below(MOST - least + 1), false);
    Node node =
        Node.of(name, 1)
            .withRate(curve(dice))
            .withQueue(1 + dice.below(30), overflow)
            .withThreads(threads)
            .withService(dice.below(3) == 0 ? 9 * dice.nextDouble() : 1, dice.nextDouble())
            .withUtilisationMax(0.4 + 0.6 * dice.nextDouble());
    return withDisk ? node.using("disk", new Use(dice.nextDouble(), dice.below(3))) : node;
  }

  private static RateCurve curve(Dice dice) {
    double rate = 20 + 180 * dice.nextDouble();
    return switch (dice.below(3)) {
      case 0 -> new RateCurve.Linear(rate);
      case 1 -> new RateCurve.Scalability(rate, 0.3 * dice.nextDouble(), 0);
      default -> new RateCurve.Scalability(rate, 0.1, 0.1 * dice.nextDouble());
    };
  }

  private static Map<String, Integer> threads(Plan plan) {
    Map<String, Integer> threads = new LinkedHashMap<>();
    plan.nodes().forEach(part -> threads.put(part.name(), part.threads()));
    return threads;
  }

  @Test
  void noThreadsCarryMore() {
    for (long seed = FROM; seed < FROM + NETWORKS; seed++) {
      Network network = drawn(seed);
      LossOracle oracle = new LossOracle(network, MOST);
      Plan plan = Planner.plan(network);
      if (plan.feasible()) {
        assertThat(oracle.carries(threads(plan), plan.rate() * (1 - 1e-9))).as("%d", seed).isTrue();
        double more = plan.rate() * (1 + 1e-7);
        assertThat(oracle.fewest(tried -> oracle.carries(tried, more)))
            .as("%d: %s", seed, plan)
            .isEqualTo(Integer.MAX_VALUE);
      } else {
        boolean endless = plan.because().orElseThrow().contains("overflows");
        double rate = endless ? 1e7 : 1e-6;
        assertThat(oracle.fewest(tried -> oracle.carries(tried, rate)) < Integer.MAX_VALUE)
            .as("%d: %s", seed, plan)
            .isEqualTo(endless);
      }
    }
  }

  @Test
  void noFewerThreadsCarryARate() {
    for (long seed = FROM; seed < FROM + NETWORKS; seed++) {
      Network network = drawn(seed).withGoal(new Goal.Consolidation());
      LossOracle oracle = new LossOracle(network, MOST);
      double rate = new Layout(network).sourceRate();
      Plan plan = Planner.plan(network);
      int fewest = oracle.fewest(tried -> oracle.carries(tried, rate));
      assertThat(plan.feasible()).as("%d", seed).isEqualTo(fewest < Integer.MAX_VALUE);
      if (plan.feasible()) {
        assertThat(plan.threadsSum()).as("%d: %s", seed, plan).isEqualTo(fewest);
      }
    }
  }

  @Test
  void noFewerThreadsAreInTime() {
    int lossy = 0;
    for (long seed = FROM; seed < FROM + NETWORKS; seed++) {
      OptionalDouble quantile =
          seed % 2 == 0 ? OptionalDouble.empty() : OptionalDouble.of(seed % 3 == 0 ? 0.95 : 0.5);
      Goal.Latency goal = new Goal.Latency(0.005 * StrictMath.pow(1.3, seed % 17), quantile);
      Network network = drawn(seed).withGoal(goal);
      LossOracle oracle = new LossOracle(network, MOST);
      double rate = new Layout(network).sourceRate();
      Plan plan = Planner.plan(network);
      int fewest =
          oracle.fewest(tried -> {
            if (!oracle.carries(tried, rate)) {
              return false;
            }
            Plan assessed = Planner.assess(network, tried, rate);
            OptionalDouble time =
                quantile.isPresent() ? assessed.quantileSeconds() : assessed.responseSeconds();
            return time.isPresent() && time.getAsDouble() <= goal.seconds();
          });
      assertThat(plan.proven()).as("%d", seed).isTrue();
      assertThat(plan.feasible()).as("%d: %s", seed, plan).isEqualTo(fewest < Integer.MAX_VALUE);
      if (plan.feasible()) {
        assertThat(plan.threadsSum()).as("%d: %s", seed, plan).isEqualTo(fewest);
        lossy += network.nodes().stream().anyMatch(Course::isOpen) ? 1 : 0;
      }
    }
    assertThat(lossy).isGreaterThan(NETWORKS / 10);
  }

  @Test
  void flowsAreThoseOfAllStates() {
    for (long seed = FROM; seed < FROM + NETWORKS; seed++) {
      Network network = drawn(seed);
      Map<String, Integer> threads = new LinkedHashMap<>();
      network.nodes().forEach(node -> threads.put(node.name(), node.threads().min()));
      double rate = new Layout(network).sourceRate();
      Map<String, Double> flows = new LossOracle(network, MOST).flows(threads, rate);
      for (Plan.Part part : Planner.assess(network, threads, rate).nodes()) {
        double expected = LossOracle.of(flows, part.name());
        assertThat(part.arrivalsPerSecond())
            .as("%d %s", seed, part.name())
            .isCloseTo(expected, within(1e-9 * (1 + expected)));
      }
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
