package dev.flyball.dataflow.solve;

import dev.flyball.dataflow.network.Host;
import dev.flyball.dataflow.network.Network;
import dev.flyball.dataflow.network.Node;
import dev.flyball.dataflow.network.Overflow;
import dev.flyball.dataflow.network.Route;
import dev.flyball.dataflow.network.Source;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * What threads lead to, and which threads there are to try: from the words of the documentation, by
 * the longest way, and without any formula of the planner.
 *
 * <p>M/M/k/B is a sum over all states; flows go from node to node until nothing changes; each
 * number of threads is tried.
 */
final class LossOracle {

  private final Network network;
  private final List<Node> nodes;
  private final int threadsMax;

  /**
   * @param threadsMax the most threads of a node that are tried
   */
  LossOracle(Network network, int threadsMax) {
    this.network = network;
    this.nodes = network.nodes();
    this.threadsMax = threadsMax;
  }

  /** The share of the records that M/M/k/B turns away. */
  static double blocking(int servers, long room, double arrivals, double totalRate) {
    double[] logs = new double[(int) room + 1];
    double highest = 0;
    for (int n = 1; n < logs.length; n++) {
      double death = totalRate * Math.min(n, servers) / servers;
      logs[n] = logs[n - 1] + StrictMath.log(arrivals) - StrictMath.log(death);
      highest = Math.max(highest, logs[n]);
    }
    double sum = 0;
    for (double log : logs) {
      sum += StrictMath.exp(log - highest);
    }
    return StrictMath.exp(logs[logs.length - 1] - highest) / sum;
  }

  /** What a node does of what comes to it. */
  private static double done(Node node, int threads, double flow) {
    double rate = node.rate().perSecond(threads);
    if (node.overflow() == Overflow.BLOCK || flow == 0) {
      return flow;
    }
    return node.overflow() == Overflow.SPILL
        ? Math.min(flow, rate)
        : flow * (1 - blocking(threads, threads + node.queueCapacity(), flow, rate));
  }

  static <V> V of(Map<String, V> values, String name) {
    return Objects.requireNonNull(values.get(name), name);
  }

  /** What comes to each node. */
  Map<String, Double> flows(Map<String, Integer> threads, double rate) {
    double ratesSum = network.sources().stream().mapToDouble(s -> s.perSecond().orElse(1)).sum();
    Map<String, Double> flows = new HashMap<>();
    for (int pass = 0; pass <= nodes.size(); pass++) {
      Map<String, Double> next = new HashMap<>();
      nodes.forEach(node -> next.put(node.name(), 0.0));
      for (Source source : network.sources()) {
        next.merge(source.to(), rate * source.perSecond().orElse(1) / ratesSum, Double::sum);
      }
      for (Route route : network.routes()) {
        double flow = flows.getOrDefault(route.from(), 0.0);
        double out = done(network.node(route.from()), of(threads, route.from()), flow);
        for (Route.Branch branch : route.branches()) {
          next.merge(branch.to(), out * branch.share(), Double::sum);
        }
      }
      flows = next;
    }
    return flows;
  }

  /** Whether threads carry a rate: no node busier than it may be, and no more than the host has. */
  boolean carries(Map<String, Integer> threads, double rate) {
    Map<String, Double> flows = flows(threads, rate);
    double cpu = 0;
    int sum = 0;
    Map<String, Double> used = new HashMap<>();
    for (Node node : nodes) {
      int k = of(threads, node.name());
      double flow = of(flows, node.name());
      boolean delaysNone = node.threads().fixed() && node.overflow() != Overflow.BLOCK;
      if (!delaysNone && flow > node.utilisationMax() * node.rate().perSecond(k) * (1 + 1e-12)) {
        return false;
      }
      double done = done(node, k, flow);
      cpu += done * node.cpuShare() / node.rate().perSecond(1);
      sum += k;
      node.uses()
          .forEach((name, use) ->
              used.merge(name, done * use.perRecord() + k * use.perThread(), Double::sum));
    }
    Host host = network.host();
    boolean fits =
        host.rule() == Host.CoreRule.THREADS
            ? sum <= host.cores()
            : cpu <= Host.CPU_UTILISATION_MAX * host.cores() * (1 + 1e-12);
    return fits
        && used.entrySet().stream()
            .allMatch(use -> use.getValue() <= of(host.resources(), use.getKey()) * (1 + 1e-12));
  }

  /** The fewest threads in all of which something holds; the largest integer for none. */
  int fewest(Predicate<Map<String, Integer>> holds) {
    int[] least = {Integer.MAX_VALUE};
    each(0, 0, new LinkedHashMap<>(), least, holds);
    return least[0];
  }

  private void each(
      int number,
      int sum,
      Map<String, Integer> threads,
      int[] least,
      Predicate<Map<String, Integer>> holds) {
    if (sum >= least[0]) {
      return;
    }
    if (number == nodes.size()) {
      least[0] = holds.test(threads) ? sum : least[0];
      return;
    }
    Node node = nodes.get(number);
    int most = Math.min(node.threads().max(), node.rate().threadsMax());
    for (int k = node.threads().min();
        k <= (node.threads().fixed() ? most : Math.min(threadsMax, most));
        k++) {
      threads.put(node.name(), k);
      each(number + 1, sum + k, threads, least, holds);
    }
  }
}
