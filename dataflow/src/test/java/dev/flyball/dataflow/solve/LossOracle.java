package dev.flyball.dataflow.solve;

import dev.flyball.dataflow.network.Goal;
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
import java.util.OptionalDouble;
import java.util.function.Predicate;

/**
 * What threads lead to, and which threads there are to try: from the words of the documentation, by
 * the longest way, and without any formula of the planner.
 *
 * <p>M/M/k/B is a sum over all states; flows go from node to node until nothing changes; each
 * number of threads is tried.
 */
final class LossOracle {

  /** Enough for what rounding does to a comparison. */
  private static final double SLACK = 1 + 1e-12;

  private final Network network;
  private final List<Node> nodes;

  LossOracle(Network network) {
    this.network = network;
    this.nodes = network.nodes();
  }

  static <V> V of(Map<String, V> values, String name) {
    return Objects.requireNonNull(values.get(name), name);
  }

  // ---- One node

  /**
   * M/M/k/B: the share that is turned away; the mean wait and the mean of its square of those that
   * are not, in seconds.
   */
  private record States(double blocking, double waitMean, double waitSquare) {

    static States of(int servers, long room, double arrivals, double totalRate) {
      double[] logs = new double[(int) room + 1];
      double highest = 0;
      for (int n = 1; n < logs.length; n++) {
        double death = totalRate * Math.min(n, servers) / servers;
        logs[n] = logs[n - 1] + StrictMath.log(arrivals / death);
        highest = Math.max(highest, logs[n]);
      }
      double sum = 0;
      double first = 0;
      double second = 0;
      double last = 0;
      for (int n = 0; n < logs.length; n++) {
        last = StrictMath.exp(logs[n] - highest);
        sum += last;
        if (n >= servers && n < room) {
          double ends = n - servers + 1.0; // that a record waits for which comes now
          first += last * ends / totalRate;
          second += last * ends * (ends + 1) / totalRate / totalRate;
        }
      }
      double accepted = sum - last;
      return new States(last / sum, first / accepted, second / accepted);
    }
  }

  private static States states(Node node, int threads, double flow) {
    double rate = node.rate().perSecond(threads);
    return States.of(threads, threads + node.queueCapacity(), flow, rate);
  }

  /** What a node does of what comes to it. */
  private static double done(Node node, int threads, double flow) {
    if (node.overflow() == Overflow.BLOCK) {
      return flow;
    }
    return node.overflow() == Overflow.SPILL
        ? Math.min(flow, node.rate().perSecond(threads))
        : flow * (1 - states(node, threads, flow).blocking());
  }

  /** Erlang's C formula: the share that waits, from the probabilities of all states. */
  private static double waiting(int servers, double offered) {
    double term = 1;
    double sum = 0;
    for (int n = 0; n < servers; n++) {
      sum += term;
      term *= offered / (n + 1);
    }
    double queued = term / (1 - offered / servers);
    return queued / (sum + queued);
  }

  private static double leaving(Node node, int threads, double flow, double arriving) {
    double busy = flow / node.rate().perSecond(threads);
    return busy >= 1
        ? node.variation()
        : Math.max(
            0,
            1
                + (1 - busy * busy) * (arriving - 1)
                + busy * busy * (node.variation() - 1) / Math.sqrt(threads));
  }

  /** The factor of waits by which others than exponential times change them, in a queue for all. */
  private static double factor(int servers, double busy, double ca, double cs) {
    double gamma =
        Math.min(
            0.24,
            (1 - busy)
                * (servers - 1)
                * (Math.sqrt(4 + 5.0 * servers) - 2)
                / (16 * servers * busy));
    double gaps =
        ca >= 1
            ? Math.exp(-(1 - busy) * (ca - 1) / (ca + 4 * cs))
            : Math.exp(-2 * (1 - busy) * (1 - ca) * (1 - ca) / (3 * busy * (ca + cs)))
                * Math.pow(1 - 4 * gamma, 1 - ca);
    return (ca + cs) / 2 * gaps * (1 + gamma) / (1 + gamma * cs);
  }

  private static double time(
      Node node, int threads, double flow, double ca, OptionalDouble quantile) {
    double rate = node.rate().perSecond(threads);
    double cs = node.variation();
    double service = threads / rate;
    double wait;
    double square;
    double most = Double.POSITIVE_INFINITY;
    if (node.overflow().loses()) {
      States states = states(node, threads, flow);
      double factor = (ca + cs) / 2;
      wait = factor * states.waitMean();
      square = factor * factor * states.waitSquare();
      if (quantile.isPresent()) {
        double full = factor * node.queueCapacity() / rate;
        double fullVariance = full * full / node.queueCapacity() + cs * service * service;
        most = gamma(full + service, fullVariance, quantile.getAsDouble());
      }
    } else if (flow >= rate) {
      return Double.POSITIVE_INFINITY;
    } else {
      double each = factor(threads, flow / rate, ca, cs) / (rate - flow);
      double share = waiting(threads, flow / rate * threads);
      wait = share * each;
      square = 2 * share * each * each;
    }
    if (quantile.isEmpty()) {
      return wait + service;
    }
    double share = quantile.getAsDouble();
    double variance = square - wait * wait + cs * service * service;
    return Math.max(
        gamma(service, cs * service * service, share),
        Math.min(most, gamma(wait + service, variance, share)));
  }

  /** The quantile of the gamma distribution, by halving. */
  private static double gamma(double mean, double variance, double share) {
    double shape = mean * mean / variance;
    double low = 0;
    double high = shape + 10;
    while (lowerShare(shape, high) < share) {
      high *= 2;
    }
    for (int step = 0; step < 60; step++) {
      double middle = (low + high) / 2;
      if (lowerShare(shape, middle) < share) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high * variance / mean;
  }

  /** The regularised incomplete gamma function, by its power series. */
  private static double lowerShare(double shape, double x) {
    if (x == 0) {
      return 0;
    }
    double term = 1;
    double sum = 1;
    for (int n = 1; term > 1e-17 * sum; n++) {
      term *= x / (shape + n);
      sum += term;
    }
    return sum * Math.exp(shape * Math.log(x) - x - logFactorial(shape));
  }

  /** ln of the gamma function of one more, by Stirling's series. */
  private static double logFactorial(double shape) {
    double z = shape + 1;
    double down = 0;
    while (z < 15) {
      down += Math.log(z);
      z++;
    }
    double square = z * z;
    double series =
        (1.0 / 12 - (1.0 / 360 - (1.0 / 1260 - 1.0 / 1680 / square) / square) / square) / z;
    return (z - 0.5) * Math.log(z) - z + 0.5 * Math.log(2 * Math.PI) + series - down;
  }

  // ---- The network

  private double rateOf(Source source, double rate) {
    double sum = network.sources().stream().mapToDouble(s -> s.perSecond().orElse(1)).sum();
    return rate * source.perSecond().orElse(1) / sum;
  }

  /** What comes to each node. */
  Map<String, Double> flows(Map<String, Integer> threads, double rate) {
    Map<String, Double> flows = new HashMap<>();
    for (int pass = 0; pass <= nodes.size(); pass++) {
      Map<String, Double> next = new HashMap<>();
      nodes.forEach(node -> next.put(node.name(), 0.0));
      for (Source source : network.sources()) {
        next.merge(source.to(), rateOf(source, rate), Double::sum);
      }
      for (Route route : network.routes()) {
        double flow = flows.getOrDefault(route.from(), 0.0);
        if (flow > 0) {
          double out = done(network.node(route.from()), of(threads, route.from()), flow);
          for (Route.Branch branch : route.branches()) {
            next.merge(branch.to(), out * branch.share(), Double::sum);
          }
        }
      }
      flows = next;
    }
    return flows;
  }

  /** ca^2 of what comes to each node: of all that comes, by its part. */
  private Map<String, Double> variations(
      Map<String, Integer> threads, double rate, Map<String, Double> flows) {
    Map<String, Double> variations = new HashMap<>();
    nodes.forEach(node -> variations.put(node.name(), 1.0));
    for (int pass = 0; pass <= nodes.size(); pass++) {
      Map<String, Double> next = new HashMap<>();
      for (Source source : network.sources()) {
        double part = rateOf(source, rate) / of(flows, source.to());
        next.merge(source.to(), part * source.variation(), Double::sum);
      }
      for (Route route : network.routes()) {
        Node from = network.node(route.from());
        int its = of(threads, from.name());
        double flow = of(flows, from.name());
        double leaving = leaving(from, its, flow, of(variations, from.name()));
        for (Route.Branch branch : route.branches()) {
          double share = branch.share();
          double thinned = share < 1 ? share * leaving + 1 - share : leaving;
          double part = done(from, its, flow) * share / of(flows, branch.to());
          next.merge(branch.to(), part * thinned, Double::sum);
        }
      }
      variations.putAll(next);
    }
    return variations;
  }

  /** The time through the network, in seconds. */
  double seconds(Map<String, Integer> threads, double rate, OptionalDouble quantile) {
    Map<String, Double> flows = flows(threads, rate);
    Map<String, Double> variations = variations(threads, rate, flows);
    Map<String, Double> times = new HashMap<>();
    for (Node node : nodes) {
      String name = node.name();
      times.put(
          name, time(node, of(threads, name), of(flows, name), of(variations, name), quantile));
    }
    double mean = 0;
    double longest = 0;
    for (Source source : network.sources()) {
      double from = from(source.to(), times, quantile.isEmpty());
      mean += rateOf(source, 1) * from;
      longest = Math.max(longest, from);
    }
    return quantile.isEmpty() ? mean : longest;
  }

  /** The time from a node on: its own, and the longest way behind it. */
  private double from(String name, Map<String, Double> times, boolean isMean) {
    double behind = 0;
    for (Route route : network.routes()) {
      if (route.from().equals(name)) {
        double sum = 0;
        double longest = 0;
        for (Route.Branch branch : route.branches()) {
          double part = isMean ? Math.min(1, branch.share()) : 1;
          double each = part * from(branch.to(), times, isMean);
          sum += each;
          longest = Math.max(longest, each);
        }
        behind = Math.max(behind, isMean && route.fan() == Route.Fan.SPLIT ? sum : longest);
      }
    }
    return of(times, name) + behind;
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
      if (!delaysNone && flow > node.utilisationMax() * node.rate().perSecond(k) * SLACK) {
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
            : cpu <= Host.CPU_UTILISATION_MAX * host.cores() * SLACK;
    return fits
        && used.entrySet().stream()
            .allMatch(use -> use.getValue() <= of(host.resources(), use.getKey()) * SLACK);
  }

  /** Whether threads carry a rate in the time of a goal. */
  boolean isInTime(Map<String, Integer> threads, double rate, Goal.Latency goal) {
    return carries(threads, rate) && seconds(threads, rate, goal.quantile()) <= goal.seconds();
  }

  // ---- All threads

  /** The fewest threads in all with which something holds; the largest integer for none. */
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
    Host host = network.host();
    if (sum >= least[0] || (host.rule() == Host.CoreRule.THREADS && sum > host.cores())) {
      return;
    }
    if (number == nodes.size()) {
      least[0] = holds.test(threads) ? sum : least[0];
      return;
    }
    Node node = nodes.get(number);
    long most = Math.min(node.threads().max(), node.rate().threadsMax());
    if (host.rule() == Host.CoreRule.THREADS) {
      most = Math.min(most, (long) host.cores());
    }
    for (int k = node.threads().min(); k <= most; k++) {
      threads.put(node.name(), k);
      each(number + 1, sum + k, threads, least, holds);
    }
  }
}
