package dev.flyball.sim.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.base.Dice;
import dev.flyball.dataflow.network.Node;
import dev.flyball.dataflow.network.Overflow;
import dev.flyball.dataflow.network.RateCurve;
import dev.flyball.dataflow.network.Route;
import dev.flyball.dataflow.network.Route.Branch;
import dev.flyball.sim.Seeds;
import dev.flyball.sim.flow.FlowOutcome.NodeFlow;
import dev.flyball.sim.flow.FlowOutcome.SourceFlow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What holds in every run of every network. */
final class FlowPropertyTest {

  private static final int CASES = 200;
  private static final double[] VARIATIONS = {0, 0.3, 1, 4};

  @Test
  void everyRecordIsAccountedFor() {
    Seeds.forAll(
        CASES,
        dice -> {
          FlowOutcome run = run(networks(dice), dice, Duration.ofMillis(500));
          for (NodeFlow node : run.nodes()) {
            assertThat(node.presentFirst() + node.arrived())
                .as(node.node())
                .isEqualTo(node.completed() + node.lost() + node.presentLast());
            assertThat(node.utilisation() + node.blockedShare()).isBetween(0.0, 1 + 1e-9);
            assertThat(node.numberMean())
                .isGreaterThanOrEqualTo(
                    (node.utilisation() + node.blockedShare()) * node.threads() - 1e-9);
          }
        });
  }

  /** What one node completes, the next one is offered: in a chain nothing is left out. */
  @Test
  void everyRecordOfAChainIsSomewhere() {
    Seeds.forAll(
        CASES,
        dice -> {
          Networks networks = chain(dice);
          FlowOutcome run = run(networks, dice, Duration.ZERO);
          long admitted = run.sources().stream().mapToLong(SourceFlow::admitted).sum();
          long present = run.nodes().stream().mapToLong(NodeFlow::presentLast).sum();
          long outside = admitted - run.nodes().get(0).arrived();
          assertThat(outside).isZero();
          assertThat(admitted).isEqualTo(run.delivered() + run.damaged() + present);
          assertThat(run.sources().get(0).offered())
              .isEqualTo(admitted + run.sources().get(0).backlog());
        });
  }

  @Test
  void theSameSeedGivesTheSameBytes() {
    Seeds.forAll(
        CASES,
        dice -> {
          Networks networks = networks(dice);
          FlowOutcome once = run(networks, new Dice(7), Duration.ofMillis(300));
          FlowOutcome again = run(networks, new Dice(7), Duration.ofMillis(300));
          FlowOutcome other = run(networks, new Dice(8), Duration.ofMillis(300));
          assertThat(again.toString()).isEqualTo(once.toString());
          assertThat(other.toString()).isNotEqualTo(once.toString());
        });
  }

  @Test
  void aChangeOfOneNodeLeavesTheOthersTheirChance() {
    Networks before = Networks.chain(Networks.roomy("a", 200), Networks.roomy("b", 150));
    Node slower = Networks.roomy("b", 120).withService(4, 1);
    Networks after = new Networks(before.network().with(slower), before.threads());
    assertThat(run(after, new Dice(1), Duration.ZERO).node("a"))
        .isEqualTo(run(before, new Dice(1), Duration.ZERO).node("a"));
  }

  private static FlowOutcome run(Networks networks, Dice dice, Duration warmUp) {
    double rate = 50 + 200 * dice.nextDouble();
    return FlowBench.run(
        networks.network(),
        networks.allThreads(),
        rate,
        Duration.ofSeconds(5),
        warmUp,
        dice.nextLong());
  }

  private static Networks chain(Dice dice) {
    List<Node> nodes = nodes(dice);
    return withThreads(Networks.chain(nodes.toArray(Node[]::new)), dice);
  }

  /** Each node but the last sends to one or more later ones, the next one among them. */
  private static Networks networks(Dice dice) {
    List<Node> nodes = nodes(dice);
    List<Route> routes = new ArrayList<>();
    for (int from = 0; from < nodes.size() - 1; from++) {
      routes.add(route(nodes, from, dice));
    }
    return withThreads(Networks.wired(nodes, routes.toArray(Route[]::new)), dice);
  }

  private static Route route(List<Node> nodes, int from, Dice dice) {
    boolean split = dice.below(2) == 0;
    List<Branch> branches = new ArrayList<>();
    double left = 1;
    for (int to = nodes.size() - 1; to > from + 1; to--) {
      if (dice.below(2) == 0) {
        double share = split ? left * dice.nextDouble() : 0.1 + 2 * dice.nextDouble();
        branches.add(new Branch(nodes.get(to).name(), share));
        left -= share;
      }
    }
    branches.add(new Branch(nodes.get(from + 1).name(), split ? left : 1));
    return new Route(nodes.get(from).name(), split ? Route.Fan.SPLIT : Route.Fan.COPY, branches);
  }

  private static List<Node> nodes(Dice dice) {
    List<Node> nodes = new ArrayList<>();
    int count = 2 + dice.below(5);
    for (int i = 0; i < count; i++) {
      Overflow overflow = Overflow.values()[dice.below(Overflow.values().length)];
      nodes.add(
          Node.of("node-" + i, 1)
              .withRate(new RateCurve.Scalability(20 + 200 * dice.nextDouble(), 0.1, 0.01))
              .withService(VARIATIONS[dice.below(VARIATIONS.length)], 1)
              .withQueue(1 + dice.below(20), overflow));
    }
    return nodes;
  }

  private static Networks withThreads(Networks networks, Dice dice) {
    Networks with = networks;
    for (Node node : networks.network().nodes()) {
      with = with.with(node.name(), 1 + dice.below(4));
    }
    return with;
  }
}
