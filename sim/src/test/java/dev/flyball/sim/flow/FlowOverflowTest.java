package dev.flyball.sim.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.dataflow.network.Overflow;
import dev.flyball.dataflow.network.Source;
import dev.flyball.sim.flow.FlowOutcome.NodeFlow;
import dev.flyball.sim.flow.FlowOutcome.SourceFlow;
import java.time.Duration;
import java.util.OptionalDouble;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/**
 * What becomes of records that find a full queue, without chance: one comes every 10 ms, the first
 * after 10 ms, and a thread with room for one before it takes 20 or 30 ms, for 100 ms.
 */
final class FlowOverflowTest {

  private static final Offset<Double> TINY = within(1e-12);

  @Test
  void blockHoldsUpTheSource() {
    // in service, or waiting, from the moments 10, 20, 30 on; then held from 40, 50, 70, 90 on
    FlowOutcome run = run(0.020, Overflow.BLOCK);
    SourceFlow source = run.sources().get(0);
    assertThat(source.offered()).isEqualTo(10);
    assertThat(source.admitted()).isEqualTo(6);
    assertThat(source.backlog()).isEqualTo(4);
    assertThat(source.heldUp()).isEqualTo(3); // 10, 20 and 30 ms
    assertThat(source.heldUpMeanSeconds()).isCloseTo(0.020, TINY);
    assertThat(source.blockedShare()).isCloseTo(0.6, TINY);
    NodeFlow node = run.node("a");
    assertThat(node.completed()).isEqualTo(4);
    assertThat(node.presentLast()).isEqualTo(2);
    assertThat(node.waitMeanSeconds()).isCloseTo((0 + 10 + 20 + 20 + 20) / 5e3, TINY);
    assertThat(run.response().meanSeconds()).isCloseTo((20 + 30 + 40 + 50) / 4e3, TINY);
  }

  @Test
  void dropNewThrowsAwayWhatComes() {
    FlowOutcome run = run(0.030, Overflow.DROP_NEW);
    NodeFlow node = run.node("a");
    assertThat(node.arrived()).isEqualTo(10);
    assertThat(node.lost()).isEqualTo(5);
    assertThat(node.completed()).isEqualTo(3);
    assertThat(node.presentLast()).isEqualTo(2);
    assertThat(node.waitMeanSeconds()).isCloseTo((0 + 20 + 30 + 30) / 4e3, TINY);
    assertThat(run.delivered()).isEqualTo(3);
    assertThat(run.damaged()).isEqualTo(5);
  }

  @Test
  void dropOldThrowsAwayWhatWaits() {
    FlowOutcome run = run(0.030, Overflow.DROP_OLD);
    NodeFlow node = run.node("a");
    assertThat(node.arrived()).isEqualTo(10);
    assertThat(node.lost()).isEqualTo(5);
    assertThat(node.completed()).isEqualTo(3);
    assertThat(node.presentLast()).isEqualTo(2);
    assertThat(node.waitMeanSeconds()).isCloseTo((0 + 10 + 10 + 10) / 4e3, TINY);
    assertThat(run.response().meanSeconds()).isCloseTo((30 + 40 + 40) / 3e3, TINY);
  }

  @Test
  void spillServesAllInTheirOrder() {
    FlowOutcome run = run(0.030, Overflow.SPILL);
    NodeFlow node = run.node("a");
    assertThat(node.arrived()).isEqualTo(10);
    assertThat(node.spilled()).isEqualTo(8);
    assertThat(node.lost()).isZero();
    assertThat(node.completed()).isEqualTo(3);
    assertThat(node.presentLast()).isEqualTo(7);
    assertThat(node.waitMeanSeconds()).isCloseTo((0 + 20 + 40 + 60) / 4e3, TINY);
    assertThat(run.response().meanSeconds()).isCloseTo((30 + 50 + 70) / 3e3, TINY);
  }

  @Test
  void aSlowLastNodeHoldsUpEverybodyWhereQueuesBlock() {
    FlowOutcome run = zerberus(Overflow.BLOCK);
    double feeder = run.node("feeder").throughputPerSecond();
    assertThat(feeder).isCloseTo(28, within(3 * Math.sqrt(28 / run.seconds())));
    for (NodeFlow node : run.nodes()) {
      // behind full queues all move as one, but for what moves within the network
      assertThat(node.throughputPerSecond())
          .as(node.node())
          .isCloseTo(feeder, within(60 / run.seconds()));
    }
    assertThat(run.admittedPerSecond()).isCloseTo(feeder, within(60 / run.seconds()));
    assertThat(run.deliveredPerSecond()).isCloseTo(feeder, within(60 / run.seconds()));
    assertThat(run.offeredPerSecond()).isCloseTo(66_900, within(200.0));
    assertThat(run.node("converter").blockedShare()).isGreaterThan(0.99);
    assertThat(run.node("feeder").utilisation()).isCloseTo(1, TINY);
    assertThat(run.sources().get(0).blockedShare()).isGreaterThan(0.99);
  }

  @Test
  void aSlowLastNodeHoldsUpNobodyWhereQueuesLose() {
    FlowOutcome run = zerberus(Overflow.DROP_NEW);
    for (String node : new String[] {"decoder", "converter", "serializer"}) {
      assertThat(run.node(node).throughputPerSecond()).as(node).isCloseTo(66_900, within(200.0));
      assertThat(run.node(node).lost()).as(node).isZero();
    }
    assertThat(run.node("feeder").throughputPerSecond())
        .isCloseTo(28, within(3 * Math.sqrt(28 / run.seconds())));
    assertThat(run.node("feeder").lostShare()).isCloseTo(1 - 28.0 / 66_900, within(1e-4));
    assertThat(run.sources().get(0).heldUp()).isZero();
  }

  private static FlowOutcome run(double serviceSeconds, Overflow overflow) {
    Networks networks =
        Networks.chain(Networks.constant("a", serviceSeconds).withQueue(1, overflow))
            .withSources(new Source("source", "a", OptionalDouble.empty(), 0));
    return FlowBench.run(
        networks.network(), networks.allThreads(), 100, Duration.ofMillis(100), Duration.ZERO, 1);
  }

  private static FlowOutcome zerberus(Overflow overflow) {
    Networks networks = Networks.zerberus(overflow);
    return FlowBench.run(
        networks.network(),
        networks.allThreads(),
        66_900,
        Duration.ofSeconds(20),
        Duration.ofSeconds(2),
        1);
  }
}
