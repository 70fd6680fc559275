package dev.flyball.sim.flow;

import static dev.flyball.sim.flow.Networks.constant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.dataflow.network.Node;
import dev.flyball.dataflow.network.Overflow;
import dev.flyball.dataflow.network.Route;
import dev.flyball.dataflow.network.Source;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** What happens first of what happens at the same moment; nothing here is up to chance. */
final class FlowOrderTest {

  private static final Offset<Double> TINY = within(1e-9);

  @Test
  void whoLeavesMakesRoomForWhoComes() {
    Networks networks =
        Networks.chain(constant("a", 0.01).withQueue(1, Overflow.DROP_NEW))
            .withSources(every10Millis("source", "a"));
    FlowOutcome run = run(networks, 100, Duration.ofSeconds(1));
    assertThat(run.node("a").lost()).isZero();
    assertThat(run.node("a").waitMeanSeconds()).isZero();
    assertThat(run.node("a").numberMean()).isCloseTo(0.99, TINY);
  }

  @Test
  void theLastNodeComesFirst() {
    Node a = constant("a", 0.01).withQueue(1, Overflow.BLOCK);
    Node b = constant("b", 0.01).withQueue(1, Overflow.BLOCK);
    Networks networks = Networks.chain(a, b).withSources(every10Millis("source", "a"));
    FlowOutcome run = run(networks, 100, Duration.ofSeconds(1));
    assertThat(run.node("a").blockedShare()).isZero();
    assertThat(run.node("b").waitMeanSeconds()).isZero();
    assertThat(run.response().meanSeconds()).isCloseTo(0.02, TINY);
  }

  /**
   * x and y both end at 11 and 21 ms; c, which takes 10 ms and has room for one, gets y's first
   * record at 11 ms, and x's waits; at 21 ms x's begins, y's second waits, and x's second is held.
   */
  @Test
  void ofTwoNodesTheLaterOneComesFirst() {
    Networks networks =
        Networks.wired(
            List.of(every10Millis("first", "x"), every10Millis("second", "y")),
            List.of(
                constant("x", 0.001),
                constant("y", 0.001),
                constant("c", 0.01).withQueue(1, Overflow.BLOCK)),
            Route.copy("x", "c"),
            Route.copy("y", "c"));
    FlowOutcome run = run(networks, 200, Duration.ofMillis(25));
    assertThat(run.node("x").blockedShare()).isCloseTo(4.0 / 25, TINY);
    assertThat(run.node("y").blockedShare()).isZero();
  }

  /**
   * Two threads end together; behind them is one of 4 ms with room for one. One record finds it
   * free, the other waits 4 ms, and none is lost.
   */
  @Test
  void twoThatEndTogetherAreTakenOneByOne() {
    Networks networks =
        Networks.chain(constant("a", 0.01), constant("b", 0.004).withQueue(1, Overflow.DROP_NEW))
            .with("a", 2)
            .withSources(every10Millis("first", "a"), every10Millis("second", "a"));
    FlowOutcome run = run(networks, 200, Duration.ofMillis(1005));
    assertThat(run.node("b").lost()).isZero();
    assertThat(run.node("b").waitMeanSeconds()).isCloseTo(0.002, TINY);
  }

  /** A thread that has to place three records waits for all of them, in the order it made them. */
  @Test
  void aThreadIsHeldUntilAllItMadeHasRoom() {
    Route triple = new Route("a", Route.Fan.COPY, List.of(new Route.Branch("b", 3)));
    Networks networks =
        Networks.wired(
                List.of(constant("a", 0.001), constant("b", 0.002).withQueue(1, Overflow.BLOCK)),
                triple)
            .withSources(every10Millis("source", "a"));
    FlowOutcome run = run(networks, 100, Duration.ofSeconds(1));
    assertThat(run.response().meanSeconds()).isCloseTo(0.007, TINY);
    assertThat(run.node("a").blockedShare()).isCloseTo(99 * 0.002, TINY);
    assertThat(run.node("b").waitMeanSeconds()).isCloseTo((0 + 0.002 + 0.002) / 3, TINY);
  }

  private static Source every10Millis(String name, String to) {
    return new Source(name, to, OptionalDouble.of(100), 0);
  }

  private static FlowOutcome run(Networks networks, double rate, Duration length) {
    return FlowBench.run(networks.network(), networks.allThreads(), rate, length, Duration.ZERO, 1);
  }
}
