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

/** Networks drawn from a seed: trees, forks, joins; curves that rise, saturate, and fall again. */
final class RandomNetwork {

  private final Dice dice;

  private RandomNetwork(long seed) {
    this.dice = new Dice(seed);
  }

  /** Up to so many nodes and cores; goal throughput, its source with a rate that may be borne. */
  static Network of(long seed, int nodesMax, int coresMax) {
    return new RandomNetwork(seed).network(nodesMax, coresMax);
  }

  private Network network(int nodesMax, int coresMax) {
    int count = 1 + dice.below(nodesMax);
    int cores = count + dice.below(coresMax - count + 1);
    TreeMap<String, Double> resources = new TreeMap<>();
    if (dice.below(3) == 0) {
      resources.put("memory", 4.0 + dice.below(3 * coresMax));
    }
    List<Node> nodes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      nodes.add(node("n" + i, !resources.isEmpty()));
    }
    List<Route> routes = new ArrayList<>();
    for (int i = 1; i < count; i++) {
      routes.add(Route.copy("n" + dice.below(i), "n" + i));
    }
    if (count > 2 && dice.below(3) == 0) {
      routes.add(Route.copy("n0", "n" + (count - 1))); // a join
    }
    if (count > 3 && dice.below(3) == 0) {
      double share = 0.1 + 0.8 * dice.nextDouble();
      routes.add(
          new Route(
              "n1",
              Route.Fan.SPLIT,
              List.of(
                  new Route.Branch("n2", share), new Route.Branch("n" + (count - 1), 1 - share))));
    }
    Source source = new Source("in", "n0", OptionalDouble.of(20 + 200 * dice.nextDouble()), 1);
    return new Network(
        "random",
        new Host(cores, Host.CoreRule.THREADS, resources),
        new Goal.Throughput(),
        List.of(source),
        nodes,
        routes);
  }

  private Node node(String name, boolean withMemory) {
    Node node = Node.of(name, 1).withRate(curve());
    if (dice.below(6) == 0) {
      node = node.withThreads(new Threads(1, 1 + dice.below(4), false));
    } else if (dice.below(10) == 0) {
      Overflow overflow = dice.below(2) == 0 ? Overflow.BLOCK : Overflow.DROP_NEW;
      node = node.withThreads(Threads.fixed(1 + dice.below(2))).withQueue(16, overflow);
    }
    if (withMemory) {
      node = node.using("memory", new Use(0.01 * dice.nextDouble(), dice.below(3)));
    }
    return node.withUtilisationMax(0.5 + 0.5 * dice.nextDouble());
  }

  private RateCurve curve() {
    double rate = 20 + 180 * dice.nextDouble();
    return switch (dice.below(4)) {
      case 0 -> new RateCurve.Linear(rate);
      case 1 -> new RateCurve.Scalability(rate, 0.3 * dice.nextDouble(), 0);
      case 2 -> new RateCurve.Scalability(rate, 0.1, 0.1 * dice.nextDouble());
      default -> measured(rate);
    };
  }

  /** Up and down, as measurements are. */
  private RateCurve measured(double rate) {
    List<RateCurve.Measured.Point> points = new ArrayList<>();
    for (int threads = 1; threads <= 12; threads += 1 + dice.below(4)) {
      double factor = Math.sqrt(threads) * (0.6 + 0.8 * dice.nextDouble());
      points.add(new RateCurve.Measured.Point(threads, rate * factor));
    }
    return new RateCurve.Measured(points);
  }
}
