package dev.flyball.dataflow.solve;

import dev.flyball.dataflow.network.Goal;
import dev.flyball.dataflow.network.Overflow;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * A plan of threads for a network, and its predicted figures.
 *
 * @param network the network's name
 * @param goal what was asked for
 * @param rate external records per second that these threads are for
 * @param feasible whether the goal is reached
 * @param because why not; empty where it is
 * @param nodes each node's part, in the order of the network
 * @param bottleneck the node that is busiest for what it may be
 * @param bound what keeps the rate from being higher; empty where it was not asked for
 * @param responseSeconds the mean time through the network; empty where a queue grows without end
 * @param quantileSeconds the time that the goal's share of the records has at most, where the goal
 *     says one
 * @param blockingRate external records per second that the same threads would let through if all
 *     full queues blocked
 * @param proven whether it is known that no better plan exists
 */
public record Plan(
    String network,
    Goal goal,
    double rate,
    boolean feasible,
    Optional<String> because,
    List<Part> nodes,
    String bottleneck,
    Optional<Bound> bound,
    OptionalDouble responseSeconds,
    OptionalDouble quantileSeconds,
    double blockingRate,
    boolean proven) {

  public Plan {
    nodes = List.copyOf(nodes);
  }

  /**
   * A node in a plan.
   *
   * @param name the node's name
   * @param threads how many it has
   * @param fixed whether it was given them
   * @param arrivalsPerSecond records that come to it
   * @param capacityPerSecond records that its threads can do
   * @param waitSeconds the mean wait in its queue; empty where it grows without end
   * @param overflow what becomes of a record that finds the queue full
   * @param overflowPerSecond records that find it full: lost, or put aside
   */
  public record Part(
      String name,
      int threads,
      boolean fixed,
      double arrivalsPerSecond,
      double capacityPerSecond,
      OptionalDouble waitSeconds,
      Overflow overflow,
      double overflowPerSecond) {

    /** How busy its threads are, from 0 to 1. */
    public double utilisation() {
      return Math.min(1, (arrivalsPerSecond - lossPerSecond()) / capacityPerSecond);
    }

    /** Records lost per second. */
    public double lossPerSecond() {
      return overflow.loses() ? overflowPerSecond : 0;
    }
  }

  /** The threads by the nodes' names. */
  public Map<String, Integer> threads() {
    Map<String, Integer> threads = new TreeMap<>();
    nodes.forEach(part -> threads.put(part.name(), part.threads()));
    return threads;
  }

  /** All threads together. */
  public int threadsSum() {
    return nodes.stream().mapToInt(Part::threads).sum();
  }

  /**
   * The part of the node of that name.
   *
   * @throws IllegalArgumentException when there is none
   */
  public Part part(String name) {
    return nodes.stream()
        .filter(part -> part.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException("node must be of the network but was '" + name + "'"));
  }
}
