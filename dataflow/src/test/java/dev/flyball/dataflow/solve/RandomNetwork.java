package dev.flyball.dataflow.solve;

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
import java.util.List;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Networks drawn from a seed: trees, forks, splits, joins, one or two sources; curves that rise,
 * saturate, and fall again; all rules for full queues, or in one of three networks only those that
 * block; both rules for cores, and two shared resources.
 */
final class RandomNetwork {

  private final Dice dice;
  private final int threadsMax;
  private final boolean blocks;
  private final boolean exponential;
  private final TreeMap<String, Double> resources = new TreeMap<>();

  private RandomNetwork(long seed, int threadsMax) {
    this.dice = Dice.stream(seed, 26);
    this.threadsMax = threadsMax;
    this.blocks = dice.below(3) == 0;
    this.exponential = dice.below(3) == 0;
  }

  /**
   * A network.
   *
   * @param nodesMax the most nodes
   * @param threadsMax the most threads of a node, but where the host has a core for each
   */
  static Network of(long seed, int nodesMax, int threadsMax) {
    return new RandomNetwork(seed, threadsMax).network(nodesMax);
  }

  private boolean oneIn(int count) {
    return dice.below(count) == 0;
  }

  private double between(double low, double high) {
    return low + (high - low) * dice.nextDouble();
  }

  private Network network(int nodesMax) {
    int count = 1 + dice.below(nodesMax);
    if (oneIn(3)) {
      resources.put("disk", between(20, 420));
    }
    if (oneIn(4)) {
      resources.put("connections", between(count, 3.0 * threadsMax));
    }
    Host.CoreRule rule = oneIn(2) ? Host.CoreRule.THREADS : Host.CoreRule.CPU_TIME;
    List<Node> nodes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      nodes.add(node("n" + i, rule));
    }
    double cores =
        rule == Host.CoreRule.THREADS ? between(count, count + threadsMax) : between(0.5, 8);
    return new Network(
        "random",
        new Host(cores, rule, resources),
        new Goal.Throughput(),
        sources(count),
        nodes,
        routes(count));
  }

  private List<Source> sources(int count) {
    List<Source> sources = new ArrayList<>();
    sources.add(new Source("in", "n0", OptionalDouble.of(between(20, 220)), variation(2)));
    if (oneIn(3)) {
      String to = "n" + dice.below(count);
      sources.add(new Source("more", to, OptionalDouble.of(between(1, 50)), variation(4)));
    }
    return sources;
  }

  private List<Route> routes(int count) {
    List<Route> routes = new ArrayList<>();
    for (int i = 1; i < count; i++) {
      int from = dice.below(i);
      double copies = oneIn(6) ? between(0.1, 2.5) : 1;
      routes.add(new Route("n" + from, Route.Fan.COPY, List.of(new Route.Branch("n" + i, copies))));
    }
    if (count > 2 && oneIn(3)) {
      double share = between(0.1, 0.9);
      int first = 1 + dice.below(count - 2);
      routes.add(
          new Route(
              "n0",
              Route.Fan.SPLIT,
              List.of(
                  new Route.Branch("n" + first, share),
                  new Route.Branch("n" + (count - 1), 1 - share))));
    }
    return routes;
  }

  private Node node(String name, Host.CoreRule rule) {
    Node node =
        Node.of(name, 1)
            .withRate(curve())
            .withService(variation(9), dice.nextDouble())
            .withUtilisationMax(oneIn(6) ? 1 : between(0.4, 1));
    int least = 1 + dice.below(2);
    if (oneIn(5)) {
      node = node.withThreads(Threads.fixed(least));
    } else if (rule == Host.CoreRule.CPU_TIME || oneIn(2)) {
      int most = least + dice.below(threadsMax - least + 1);
      node = node.withThreads(new Threads(least, most, false));
    }
    Overflow overflow =
        blocks ? Overflow.BLOCK : Overflow.values()[dice.below(Overflow.values().length)];
    node = node.withQueue(1 + dice.below(oneIn(3) ? 300 : 20), overflow);
    for (String resource : resources.keySet()) {
      double perRecord = resource.equals("disk") ? dice.nextDouble() : 0;
      node = node.using(resource, new Use(perRecord, dice.below(3)));
    }
    return node;
  }

  /** Of gaps or services; 1 where all is exponential, and often elsewhere. */
  private double variation(double most) {
    return exponential || oneIn(2) ? 1 : between(0.05, most);
  }

  private RateCurve curve() {
    double rate = between(20, 200);
    return switch (dice.below(4)) {
      case 0 -> new RateCurve.Linear(rate);
      case 1 -> new RateCurve.Scalability(rate, 0.3 * dice.nextDouble(), 0);
      case 2 -> new RateCurve.Scalability(rate, 0.1, 0.1 * dice.nextDouble());
      default -> measured(rate);
    };
  }

  /** Up and down, as measurements are; now and then of fewer threads than a node must have. */
  private RateCurve measured(double rate) {
    List<RateCurve.Measured.Point> points = new ArrayList<>();
    int most = 1 + dice.below(12);
    for (int threads = 1; threads <= most; threads += 1 + dice.below(4)) {
      double factor = Math.sqrt(threads) * between(0.6, 1.4);
      points.add(new RateCurve.Measured.Point(threads, rate * factor));
    }
    return new RateCurve.Measured(points);
  }
}
