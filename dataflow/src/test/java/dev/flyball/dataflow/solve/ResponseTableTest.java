package dev.flyball.dataflow.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.dataflow.network.Host;
import dev.flyball.dataflow.network.Network;
import dev.flyball.dataflow.network.Node;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResponseTableTest {

  private static final OptionalDouble MEAN = OptionalDouble.empty();

  @Test
  void whatIsLeftOutShortensNothing() {
    for (long seed = 0; seed < 300; seed++) {
      Network network = RandomNetwork.of(seed, 4, 200);
      OptionalDouble quantile =
          seed % 2 == 0 ? MEAN : OptionalDouble.of(0.1 + 0.8 * (seed % 3) / 2);
      double flow = 10 + 20 * (seed % 13);
      for (Node given : network.nodes()) {
        Node node = given.withService(seed % 5 * 0.7, 1);
        check(node, RateTable.of(node, network.host(), 0), flow, quantile);
      }
    }
  }

  private static void check(Node node, RateTable rates, double flow, OptionalDouble quantile) {
    ResponseTable table = ResponseTable.of(node, rates, flow, 0.6, quantile);
    double least = Double.POSITIVE_INFINITY;
    for (int threads = rates.min(); threads <= rates.max(); threads++) {
      NodeTimes times = NodeTimes.of(node, threads, flow, 0.6);
      if (times.keepsUp()) {
        least = Math.min(least, times.response(quantile));
      }
      if (least == Double.POSITIVE_INFINITY) {
        continue;
      }
      assertThat(table.isEmpty()).isFalse();
      assertThat(table.fewest()).isLessThanOrEqualTo(threads);
      assertThat(table.seconds(threads)).as("%s", node).isCloseTo(least, within(1e-11 * least));
    }
    assertThat(table.isEmpty()).isEqualTo(least == Double.POSITIVE_INFINITY);
  }

  /** Work for four threads: the thirtieth no longer shortens anything, whatever the host has. */
  @ParameterizedTest
  @ValueSource(doubles = {0, 0.25, 1, 4})
  void onALargeHostOnlyAFewNumbersAreLookedAt(double variation) {
    Node node = Node.of("a", 25).withService(variation, 1);
    RateTable rates = RateTable.of(node, Host.of(1024), 199);
    for (OptionalDouble quantile : new OptionalDouble[] {MEAN, OptionalDouble.of(0.95)}) {
      ResponseTable table = ResponseTable.of(node, rates, 100, variation, quantile);
      assertThat(table.fewest()).isEqualTo(5);
      assertThat(table.most()).isLessThan(32);
    }
  }
}
