package dev.flyball.sim.flow;

import dev.flyball.dataflow.network.Goal;
import dev.flyball.dataflow.network.Host;
import dev.flyball.dataflow.network.Network;
import dev.flyball.dataflow.network.Node;
import dev.flyball.dataflow.network.Overflow;
import dev.flyball.dataflow.network.RateCurve;
import dev.flyball.dataflow.network.Route;
import dev.flyball.dataflow.network.Source;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Networks for tests, and how many threads each of their nodes has. */
record Networks(Network network, Map<String, Integer> threads) {

  private static final Host HOST = Host.of(64);
  private static final Goal GOAL = new Goal.Throughput();

  /** Nodes in a row behind a Poisson source. */
  static Networks chain(Node... nodes) {
    return new Networks(
        Network.chain(HOST, GOAL, Source.to(nodes[0].name()), List.of(nodes)), new TreeMap<>());
  }

  /** Nodes wired by routes, behind a Poisson source that feeds the first. */
  static Networks wired(List<Node> nodes, Route... routes) {
    return wired(List.of(Source.to(nodes.get(0).name())), nodes, routes);
  }

  /** Nodes wired by routes, behind sources. */
  static Networks wired(List<Source> sources, List<Node> nodes, Route... routes) {
    return new Networks(
        new Network("wired", HOST, GOAL, sources, nodes, List.of(routes)), new TreeMap<>());
  }

  /**
   * The network of the publication on a machine of 64 processors: a decoder, a converter, and two
   * that each write all there is, of which the feeder is slow; rates of its Table 10, threads 9, 9,
   * 45 and 1.
   */
  static Networks zerberus(Overflow overflow) {
    List<Node> nodes =
        List.of(
            node("decoder", 9766, overflow),
            node("converter", 10430, overflow),
            node("serializer", 1987, overflow),
            node("feeder", 28, overflow));
    return wired(
            nodes,
            Route.copy("decoder", "converter"),
            Route.copy("converter", "serializer", "feeder"))
        .with("decoder", 9)
        .with("converter", 9)
        .with("serializer", 45);
  }

  static Node node(String name, double perSecond, Overflow overflow) {
    return Node.of(name, perSecond).withQueue(Node.QUEUE_CAPACITY, overflow);
  }

  /** A node that holds up and loses nothing. */
  static Node roomy(String name, double perSecond) {
    return node(name, perSecond, Overflow.SPILL);
  }

  /** One whose threads each take so many seconds for a record, always. */
  static Node constant(String name, double seconds) {
    return roomy(name, 1).withRate(new RateCurve.Linear(1 / seconds)).withService(0, 1);
  }

  /** That many threads; nodes have one unless said. */
  Networks with(String node, int count) {
    Map<String, Integer> more = new TreeMap<>(threads);
    more.put(node, count);
    return new Networks(network, more);
  }

  Networks withSources(Source... sources) {
    return new Networks(network.withSources(List.of(sources)), threads);
  }

  Map<String, Integer> allThreads() {
    Map<String, Integer> all = new TreeMap<>();
    network.nodes().forEach(node -> all.put(node.name(), threads.getOrDefault(node.name(), 1)));
    return all;
  }
}
