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
 * What would help: the highest rate of a network with one thing changed at a time.
 *
 * @param rate the highest rate as it is, in records per second
 * @param gains what each change would give, in the order of the network
 * @param nextBottleneck the node that would be the bottleneck if the present one were not
 * @param nextRate the highest rate then
 */
public record Sensitivity(double rate, List<Gain> gains, String nextBottleneck, double nextRate) {

  /** "A 10 % faster node". */
  private static final double FASTER = 1.1;

  /** So fast that it does not count any more. */
  private static final double OUT_OF_THE_WAY = 1e6;

  public Sensitivity {
    gains = List.copyOf(gains);
  }

  /**
   * A change and what it gives.
   *
   * @param what the change in words
   * @param rate the highest rate then
   * @param gain by how much that is more, as a share of the rate as it is
   */
  public record Gain(String what, double rate, double gain) {}

  /** Of the network, for throughput, whatever its goal. */
  public static Sensitivity of(Network given) {
    Network network = given.withGoal(new Goal.Throughput());
    double rate = highest(network);
    List<Gain> gains = new ArrayList<>();
    Host host = network.host();
    gains.add(gain("one more core", network.withHost(host.withCores(host.cores() + 1)), rate));
    for (Node node : network.nodes()) {
      Node faster = node.withRate(node.rate().times(FASTER));
      gains.add(gain(node.name() + " 10 % faster", network.with(faster), rate));
    }
    for (String resource : host.resources().keySet()) {
      gains.add(gain("10 % more " + resource, network.withHost(more(host, resource)), rate));
    }
    Plan plan = Planner.plan(network);
    Node bottleneck = network.node(plan.bottleneck());
    Plan next =
        Planner.plan(network.with(bottleneck.withRate(bottleneck.rate().times(OUT_OF_THE_WAY))));
    return new Sensitivity(rate, gains, next.bottleneck(), next.rate());
  }

  private static Host more(Host host, String resource) {
    SortedMap<String, Double> resources = new TreeMap<>(host.resources());
    resources.computeIfPresent(resource, (name, capacity) -> FASTER * capacity);
    return new Host(host.cores(), host.rule(), resources);
  }

  private static Gain gain(String what, Network changed, double before) {
    double rate = highest(changed);
    return new Gain(what, rate, before == 0 ? 0 : rate / before - 1);
  }

  private static double highest(Network network) {
    return new ThreadSearch(new Layout(network)).highestRate();
  }
}
