package dev.flyball.dataflow.solve;

import dev.flyball.dataflow.network.Goal;
import dev.flyball.dataflow.network.Host;
import dev.flyball.dataflow.network.Network;
import dev.flyball.dataflow.network.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What would help: a network's plan with one thing changed at a time, in the terms of its goal.
 *
 * @param terms what is compared
 * @param now its value as it is; infinite where nothing bounds it, or a queue grows without end
 * @param gains what each change would give, in the order of the network
 * @param nextBottleneck the node that would be the bottleneck if the present one were not
 * @param next the value then
 */
public record Sensitivity(
    Terms terms, double now, List<Gain> gains, String nextBottleneck, double next) {

  /** "A 10 % faster node". */
  private static final double FASTER = 1.1;

  /** So fast that it does not count any more. */
  private static final double OUT_OF_THE_WAY = 1e6;

  /** What is compared. */
  public enum Terms {
    /** The highest rate, in records per second: more is better. */
    RATE,
    /** The fewest threads with which the goal is reached: fewer are better. */
    THREADS,
    /** The shortest response time, in seconds, where the goal is not reached: less is better. */
    SECONDS;

    static Terms of(Plan plan) {
      if (plan.goal() instanceof Goal.Throughput) {
        return RATE;
      }
      if (plan.feasible()) {
        return THREADS;
      }
      return plan.goal() instanceof Goal.Latency ? SECONDS : RATE;
    }

    private double of(Network network) {
      return this == RATE ? highestRate(network) : of(network, Planner.plan(network));
    }

    /** The same, where the network's plan is known. */
    private double of(Network network, Plan plan) {
      return switch (this) {
        case RATE -> highestRate(network);
        case THREADS -> plan.threadsSum();
        case SECONDS -> seconds(plan);
      };
    }

    private static double highestRate(Network network) {
      return new ThreadSearch(new Layout(network)).highestRate();
    }

    private static double seconds(Plan plan) {
      boolean mean = ((Goal.Latency) plan.goal()).quantile().isEmpty();
      return (mean ? plan.responseSeconds() : plan.quantileSeconds())
          .orElse(Double.POSITIVE_INFINITY);
    }
  }

  public Sensitivity {
    gains = List.copyOf(gains);
  }

  /**
   * A change and what it gives.
   *
   * @param what the change in words
   * @param value what is compared, then
   * @param change by how much that is more than as it is, as a share
   */
  public record Gain(String what, double value, double change) {}

  /** Of a network, for its goal. */
  public static Sensitivity of(Network network) {
    Plan plan = Planner.plan(network);
    Terms terms = Terms.of(plan);
    double now = terms.of(network, plan);
    List<Gain> gains = new ArrayList<>();
    Host host = network.host();
    Network roomier = network.withHost(host.withCores(host.cores() + 1));
    gains.add(gain("one more core", terms.of(roomier), now));
    for (Node node : network.nodes()) {
      Node faster = node.withRate(node.rate().times(FASTER));
      gains.add(gain(node.name() + " 10 % faster", terms.of(network.with(faster)), now));
    }
    for (String resource : host.resources().keySet()) {
      Network more = network.withHost(more(host, resource));
      gains.add(gain("10 % more " + resource, terms.of(more), now));
    }
    Node bottleneck = network.node(plan.bottleneck());
    Network without = network.with(bottleneck.withRate(bottleneck.rate().times(OUT_OF_THE_WAY)));
    Plan next = Planner.plan(without);
    return new Sensitivity(terms, now, gains, next.bottleneck(), terms.of(without, next));
  }

  private static Host more(Host host, String resource) {
    SortedMap<String, Double> resources = new TreeMap<>(host.resources());
    resources.computeIfPresent(resource, (name, capacity) -> FASTER * capacity);
    return new Host(host.cores(), host.rule(), resources);
  }

  private static Gain gain(String what, double then, double now) {
    return new Gain(what, then, change(then, now));
  }

  /** The change by which the bottleneck is out of the way. */
  public Gain withoutBottleneck() {
    return gain("without the bottleneck, the next one is " + nextBottleneck, next, now);
  }

  private static double change(double then, double now) {
    if (now == 0 || Double.isInfinite(now)) {
      return then == now ? 0 : Double.isInfinite(now) ? -1 : Double.POSITIVE_INFINITY;
    }
    return then / now - 1;
  }
}
