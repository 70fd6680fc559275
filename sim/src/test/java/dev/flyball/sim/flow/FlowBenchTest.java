package dev.flyball.sim.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.dataflow.network.RateCurve;
import dev.flyball.dataflow.network.RateCurve.Measured.Point;
import dev.flyball.dataflow.network.Source;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** What the bench takes and refuses. */
final class FlowBenchTest {

  private static final Networks TWO =
      Networks.chain(Networks.constant("a", 0.001), Networks.constant("b", 0.001));

  @Test
  void severalSourcesShareTheRateAsTheirRatesSay() {
    Networks networks =
        TWO.withSources(
            new Source("first", "a", OptionalDouble.of(3), 0),
            new Source("second", "b", OptionalDouble.of(1), 0));
    FlowOutcome run = run(networks, Map.of("a", 1, "b", 1), 100);
    assertThat(run.sources().get(0).offeredPerSecond()).isCloseTo(75, within(0.1));
    assertThat(run.sources().get(1).offeredPerSecond()).isCloseTo(25, within(0.1));
    assertThat(run.node("b").throughputPerSecond()).isCloseTo(100, within(0.2));
  }

  @Test
  void gapsShorterThanTheClockTicksKeepTheirRate() {
    // 3.7 ns each: whole nanoseconds would make it 4, or 8 % less
    Networks networks =
        Networks.chain(Networks.constant("a", 1e-9)).withSources(everySo("source", "a"));
    FlowOutcome run =
        FlowBench.run(
            networks.network(),
            networks.allThreads(),
            1e9 / 3.7,
            Duration.ofMillis(1),
            Duration.ZERO,
            1);
    assertThat(run.offeredPerSecond()).isCloseTo(1e9 / 3.7, within(2000.0));
  }

  @Test
  void refusesNodesWithoutThreads() {
    assertThatThrownBy(() -> run(TWO, Map.of("a", 1), 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("threads must be said for every node but were not for 'b'");
  }

  @Test
  void refusesThreadsOfNoNode() {
    assertThatThrownBy(() -> run(TWO, Map.of("a", 1, "b", 1, "bb", 1), 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'bb'");
  }

  @Test
  void refusesNumbersOfThreadsOfWhichNothingIsKnown() {
    RateCurve known = new RateCurve.Measured(List.of(new Point(2, 10)));
    Networks networks = Networks.chain(Networks.roomy("a", 1).withRate(known));
    assertThatThrownBy(() -> run(networks, Map.of("a", 4), 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("threads of 'a' must be from 1 to 3 but was 4");
    assertThatThrownBy(() -> run(networks, Map.of("a", 0), 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void refusesRatesAndTimesOutOfRange() {
    assertThatThrownBy(() -> run(TWO, Map.of("a", 1, "b", 1), 0))
        .hasMessageContaining("rate must be");
    assertThatThrownBy(() ->
            FlowBench.run(TWO.network(), TWO.allThreads(), 1, Duration.ZERO, Duration.ZERO, 1))
        .hasMessageContaining("length must be positive");
    assertThatThrownBy(() ->
            FlowBench.run(
                TWO.network(), TWO.allThreads(), 1, Duration.ofSeconds(1), Duration.ofNanos(-1), 1))
        .hasMessageContaining("warm-up must be at least 0");
  }

  private static Source everySo(String name, String to) {
    return new Source(name, to, OptionalDouble.empty(), 0);
  }

  private static FlowOutcome run(Networks networks, Map<String, Integer> threads, double rate) {
    return FlowBench.run(
        networks.network(), threads, rate, Duration.ofSeconds(20), Duration.ofSeconds(1), 1);
  }
}
