package dev.flyball.dataflow.solve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.dataflow.network.Goal;
import dev.flyball.dataflow.network.Host;
import dev.flyball.dataflow.network.Network;
import dev.flyball.dataflow.network.Node;
import dev.flyball.dataflow.network.Overflow;
import dev.flyball.dataflow.network.Source;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Where a plan's limits are reached exactly, or are not the network's own. */
class PlannerTest {

  private static Goal mean(double seconds) {
    return new Goal.Latency(seconds, OptionalDouble.empty());
  }

  /** One thread of 100/s, 100/s come: its queue has an end, so it keeps up and has a time. */
  @Test
  void aNodeThatDropsKeepsUpAtALoadOfExactlyOne() {
    Node node = Node.of("meter", 100).withQueue(10, Overflow.DROP_NEW).withUtilisationMax(1);
    Network network = Network.chain(Host.of(4), mean(1), Source.to("meter", 100), List.of(node));
    assertThat(Planner.plan(network.withGoal(new Goal.Consolidation())).threads())
        .isEqualTo(Map.of("meter", 1));
    Plan plan = Planner.plan(network);
    assertThat(plan.feasible()).isTrue();
    assertThat(plan.responseSeconds().orElseThrow()).isLessThan(1);
    assertThat(plan.threads()).isEqualTo(Map.of("meter", 1));
  }
}
