package dev.flyball.dataflow.solve;

import dev.flyball.dataflow.network.Network;
import dev.flyball.dataflow.network.Node;
import dev.flyball.dataflow.network.Overflow;
import dev.flyball.dataflow.network.Route;
import dev.flyball.dataflow.network.Source;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A network by numbers: its nodes so that each comes after those that send to it, and what flows
 * between them.
 */
final class Layout {

  private final Network network;
  private final Node[] nodes;
  private final double[] sourceShare;
  private final double[] sourceVariation;
  private final Way[][] ways;
  private final RateTable[] tables;

  /** The branches of one route, by the numbers of the nodes. */
  static final class Way {
    private final boolean split;
    private final int[] to;
    private final double[] share;

    Way(boolean split, int[] to, double[] share) {
      this.split = split;
      this.to = to;
      this.share = share;
    }

    boolean split() {
      return split;
    }

    int[] to() {
      return to;
    }

    double[] share() {
      return share;
    }
  }

  private final Map<String, Integer> numbers = new HashMap<>();

  Layout(Network network) {
    this.network = network;
    List<Node> order = network.inOrder();
    this.nodes = order.toArray(new Node[0]);
    for (int i = 0; i < nodes.length; i++) {
      numbers.put(nodes[i].name(), i);
    }
    this.sourceShare = new double[nodes.length];
    this.sourceVariation = new double[nodes.length];
    addSources();
    this.ways = new Way[nodes.length][];
    for (int i = 0; i < nodes.length; i++) {
      String from = nodes[i].name();
      ways[i] =
          network.routes().stream()
              .filter(route -> route.from().equals(from))
              .map(route -> way(route))
              .toArray(Way[]::new);
    }
    this.tables = new RateTable[nodes.length];
    for (int i = 0; i < nodes.length; i++) {
      tables[i] = RateTable.of(nodes[i], network.host(), nodes.length - 1);
    }
  }

  private void addSources() {
    double total = network.sources().stream().mapToDouble(s -> s.perSecond().orElse(1)).sum();
    for (Source source : network.sources()) {
      int to = number(source.to());
      double share = source.perSecond().orElse(1) / total;
      double before = sourceShare[to];
      sourceShare[to] = before + share;
      sourceVariation[to] =
          (before * sourceVariation[to] + share * source.variation()) / sourceShare[to];
    }
  }

  private Way way(Route route) {
    int count = route.branches().size();
    int[] to = new int[count];
    double[] share = new double[count];
    for (int i = 0; i < count; i++) {
      to[i] = number(route.branches().get(i).to());
      share[i] = route.branches().get(i).share();
    }
    return new Way(route.fan() == Route.Fan.SPLIT, to, share);
  }

  /** The number of the node of that name. */
  int number(String name) {
    Integer number = numbers.get(name);
    if (number == null) {
      throw new IllegalArgumentException("node must be of the network but was '" + name + "'");
    }
    return number;
  }

  Network network() {
    return network;
  }

  int count() {
    return nodes.length;
  }

  Node node(int number) {
    return nodes[number];
  }

  Way[] ways(int number) {
    return ways[number];
  }

  RateTable table(int number) {
    return tables[number];
  }

  /** The part of all external records that comes to a node from sources. */
  double sourceShare(int number) {
    return sourceShare[number];
  }

  double sourceVariation(int number) {
    return sourceVariation[number];
  }

  /** What the sources send together, records per second; 1 where it is to be found. */
  double sourceRate() {
    return network.sources().stream().mapToDouble(s -> s.perSecond().orElse(1)).sum();
  }

  /**
   * Records per second that come to each node where so many come from outside and threads are still
   * to be found. A node that overflows passes on what it can do; all others are taken to do all
   * that comes.
   */
  double[] flows(double rate) {
    return flows(rate, (number, flow) -> passedOn(number, flow, fixedThreads(number)));
  }

  /** The same where the threads are known, and so what is lost at each node. */
  double[] flows(double rate, int[] threads) {
    return flows(rate, (number, flow) -> passedOn(number, flow, threads[number]));
  }

  /** The output of a node for its input, both in records per second. */
  @FunctionalInterface
  private interface Passage {
    double out(int number, double flow);
  }

  private double[] flows(double rate, Passage passage) {
    double[] flows = new double[nodes.length];
    for (int i = 0; i < nodes.length; i++) {
      flows[i] += rate * sourceShare[i];
      double out = passage.out(i, flows[i]);
      for (Way way : ways[i]) {
        for (int branch = 0; branch < way.to().length; branch++) {
          flows[way.to()[branch]] += out * way.share()[branch];
        }
      }
    }
    return flows;
  }

  /** The threads of a node that overflows, whatever the others have; of all others 0. */
  private int fixedThreads(int number) {
    return nodes[number].overflows() ? nodes[number].threads().max() : 0;
  }

  private double passedOn(int number, double flow, int threads) {
    Node node = nodes[number];
    return threads == 0 || node.overflow() == Overflow.BLOCK
        ? flow
        : NodeTimes.of(node, threads, flow, 1).passedOnPerSecond();
  }

  /** Records that come to each node for each external one, if none ever overflows. */
  double[] visits() {
    double[] visits = new double[nodes.length];
    for (int i = 0; i < nodes.length; i++) {
      visits[i] += sourceShare[i];
      for (Way way : ways[i]) {
        for (int branch = 0; branch < way.to().length; branch++) {
          visits[way.to()[branch]] += visits[i] * way.share()[branch];
        }
      }
    }
    return visits;
  }
}
