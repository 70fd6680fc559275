package dev.flyball.dataflow.solve;

import dev.flyball.dataflow.network.Network;
import dev.flyball.dataflow.network.Node;
import dev.flyball.dataflow.network.Route;
import dev.flyball.dataflow.network.Source;
import java.util.ArrayList;
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
  private final List<List<Entry>> entries = new ArrayList<>();

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

  /** What comes to a node of each record that another one has done. */
  record Entry(int from, double share) {}

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
    for (int i = 0; i < nodes.length; i++) {
      entries.add(new ArrayList<>());
    }
    for (int i = 0; i < nodes.length; i++) {
      for (Way way : ways[i]) {
        for (int branch = 0; branch < way.to().length; branch++) {
          entries.get(way.to()[branch]).add(new Entry(i, way.share()[branch]));
        }
      }
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

  /** What comes to a node from others, in their order. */
  List<Entry> entries(int number) {
    return entries.get(number);
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
