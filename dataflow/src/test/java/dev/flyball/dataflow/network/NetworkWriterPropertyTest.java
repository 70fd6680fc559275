package dev.flyball.dataflow.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.base.Dice;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What is written is read back as it was, of any seed. {@code -Dseed=} replays one. */
class NetworkWriterPropertyTest {

  private static final int NETWORKS = 300;

  @Test
  void whatIsWrittenIsReadBack() {
    long seed = Long.getLong("seed", System.nanoTime());
    for (int i = 0; i < NETWORKS; i++) {
      Network network = new Drawn(new Dice(seed + i)).network();
      String text = NetworkWriter.text(network);
      assertThat(NetworkFile.parse("drawn", text))
          .as("-Dseed=%d%n%s", seed + i, text)
          .isEqualTo(network);
    }
  }

  @Test
  void remarksAreNotRead() {
    Network network =
        Network.chain(Host.of(2), new Goal.Throughput(), Source.to("a"), List.of(Node.of("a", 10)));
    String text =
        NetworkWriter.text(
            network,
            List.of("measured: here", "name: other"),
            Map.of("a", List.of("two\nlines: 1\u0007", "R2 0.9")));
    assertThat(NetworkFile.parse("file", text)).isEqualTo(network);
    assertThat(text)
        .startsWith("# measured: here\n# name: other\n")
        .contains("  # two lines: 1 \n  # R2 0.9\n  a:\n    rate: 10/s\n");
  }

  @Test
  void whatNoFileCanSayIsRefused() {
    Network fine =
        Network.chain(Host.of(2), new Goal.Throughput(), Source.to("a"), List.of(Node.of("a", 10)));
    assertThatThrownBy(() ->
            NetworkWriter.text(
                Network.chain(
                    fine.host(), fine.goal(), Source.to("a b: c"), List.of(Node.of("a b: c", 1)))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("network must be one that a file can hold but");
    assertThatThrownBy(() -> NetworkWriter.text(fine.with(Node.of("a", 1e-30))))
        .hasMessageContaining("rate must be a rate of 0 or more");
    assertThatThrownBy(() -> NetworkWriter.text(fine.with(Node.of("a", 1e12))))
        .hasMessageContaining("rate must be at most 1000000000/s");
  }

  /** A network with everything that files can say. */
  private record Drawn(Dice dice) {

    Network network() {
      int count = 1 + dice.below(5);
      TreeMap<String, Double> resources = new TreeMap<>();
      for (int i = dice.below(3); i > 0; i--) {
        resources.put("r" + i, number(1e6));
      }
      List<Node> nodes = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        nodes.add(node("n." + i, List.copyOf(resources.keySet())));
      }
      Goal goal = goal();
      List<Source> sources = new ArrayList<>();
      boolean rated = dice.below(2) == 0 || !(goal instanceof Goal.Throughput);
      for (int i = rated ? dice.below(2) : 0; i >= 0; i--) {
        OptionalDouble rate = rated ? OptionalDouble.of(number(1e5)) : OptionalDouble.empty();
        sources.add(new Source("s" + i, "n.0", rate, one(dice.below(3) * number(3))));
      }
      Host.CoreRule rule = Host.CoreRule.values()[dice.below(2)];
      return new Network(
          "drawn", new Host(number(64), rule, resources), goal, sources, nodes, routes(count));
    }

    private Goal goal() {
      double seconds = (1 + dice.below(1_000_000_000)) / 1e9;
      return switch (dice.below(4)) {
        case 0 -> new Goal.Consolidation();
        case 1 -> new Goal.Latency(seconds, OptionalDouble.empty());
        case 2 -> new Goal.Latency(seconds, OptionalDouble.of(0.01 + 0.98 * dice.nextDouble()));
        default -> new Goal.Throughput();
      };
    }

    private List<Route> routes(int count) {
      List<Route> routes = new ArrayList<>();
      for (int i = 1; i < count; i++) {
        String from = "n." + dice.below(i);
        double share = 0.01 + 0.9 * dice.nextDouble();
        routes.add(
            switch (dice.below(3)) {
              case 0 -> Route.copy(from, "n." + i);
              case 1 -> new Route(from, Route.Fan.COPY, List.of(branch(i, number(9))));
              default ->
                  i + 1 < count
                      ? new Route(
                          from,
                          Route.Fan.SPLIT,
                          List.of(branch(i, share), branch(count - 1, 1 - share)))
                      : new Route(from, Route.Fan.SPLIT, List.of(branch(i, 1)));
            });
      }
      return routes;
    }

    private static Route.Branch branch(int to, double share) {
      return new Route.Branch("n." + to, share);
    }

    private Node node(String name, List<String> resources) {
      Node node = Node.of(name, 1).withRate(curve());
      if (dice.below(2) == 0) {
        node = node.withService(number(3), 0.01 + 0.98 * dice.nextDouble());
      }
      if (dice.below(2) == 0) {
        node = node.withUtilisationMax(0.01 + 0.98 * dice.nextDouble());
      }
      Overflow overflow = Overflow.values()[dice.below(Overflow.values().length)];
      node = node.withQueue(1 + dice.below(2000), overflow);
      node =
          switch (dice.below(4)) {
            case 0 -> node.withThreads(Threads.fixed(1 + dice.below(9)));
            case 1 -> node.withThreads(new Threads(2, 2, false));
            case 2 -> node.withThreads(new Threads(3, Integer.MAX_VALUE, false));
            default -> node;
          };
      for (String resource : resources) {
        if (dice.below(2) == 0) {
          node = node.using(resource, new Use(number(10), dice.below(5)));
        }
      }
      return node;
    }

    private RateCurve curve() {
      return switch (dice.below(3)) {
        case 0 -> new RateCurve.Linear(number(1e8));
        case 1 -> new RateCurve.Scalability(number(1e4), one(number(1)), dice.below(2) * number(1));
        default ->
            new RateCurve.Measured(
                List.of(
                    new RateCurve.Measured.Point(1 + dice.below(2), number(1e3)),
                    new RateCurve.Measured.Point(3 + dice.below(100), number(1e4))));
      };
    }

    private double one(double number) {
      return Math.min(1, number);
    }

    /** Above 0.01 all digits of a number fit into a file. */
    private double number(double max) {
      return 0.01 + (max - 0.01) * dice.nextDouble();
    }
  }
}
