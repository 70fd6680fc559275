package dev.flyball.sim.flow;

import dev.flyball.base.Nearest;
import java.util.List;

/**
 * The outcome of one run of a network, in its window.
 *
 * @param seed the seed of the run
 * @param seconds how long the window was
 * @param sources one for each source, in the network's order
 * @param nodes one for each node, in the network's order
 * @param delivered records of the sources of which everything was served to the end, nothing lost
 * @param damaged records that are no more, and of which something or everything was lost
 * @param response how long those delivered took
 */
public record FlowOutcome(
    long seed,
    double seconds,
    List<SourceFlow> sources,
    List<NodeFlow> nodes,
    long delivered,
    long damaged,
    ResponseTimes response) {

  public FlowOutcome {
    sources = List.copyOf(sources);
    nodes = List.copyOf(nodes);
  }

  /**
   * How long records took, from their arrival at a source, held up outside or not, until the last
   * node was done with all that became of them; NaN when none was delivered.
   */
  public record ResponseTimes(
      double meanSeconds, double p50Seconds, double p95Seconds, double p99Seconds) {}

  /**
   * The outcome of a source.
   *
   * @param source its name
   * @param seconds how long the window was
   * @param offered records that came
   * @param admitted records that it handed over to its node, those lost there among them
   * @param heldUp of those admitted, how many had to wait outside for room
   * @param heldUpMeanSeconds how long these had waited on average; 0 when there were none
   * @param blockedShare the share of the time in which it held a record that had no room
   * @param backlog records outside at the end
   */
  public record SourceFlow(
      String source,
      double seconds,
      long offered,
      long admitted,
      long heldUp,
      double heldUpMeanSeconds,
      double blockedShare,
      long backlog) {

    public double offeredPerSecond() {
      return offered / seconds;
    }

    public double admittedPerSecond() {
      return admitted / seconds;
    }
  }

  /**
   * The outcome of a node. Records that wait outside a full queue have not arrived. Always {@code
   * presentFirst + arrived = completed + lost + presentLast}.
   *
   * @param node its name
   * @param threads how many it had
   * @param seconds how long the window was
   * @param arrived records that came in, those lost among them
   * @param completed records that left it served
   * @param lost records thrown away
   * @param spilled records put aside when they came
   * @param presentFirst records in it when the window began
   * @param presentLast records in it when the window ended: waiting, put aside, in service, held
   * @param waitMeanSeconds the mean wait in the queue of those whose service began; NaN when none
   *     did
   * @param utilisation the share of the threads' time in which they served
   * @param blockedShare the share of the threads' time in which they held what had no room
   * @param numberMean records in it, averaged over time
   */
  public record NodeFlow(
      String node,
      int threads,
      double seconds,
      long arrived,
      long completed,
      long lost,
      long spilled,
      long presentFirst,
      long presentLast,
      double waitMeanSeconds,
      double utilisation,
      double blockedShare,
      double numberMean) {

    public double throughputPerSecond() {
      return completed / seconds;
    }

    /** The share of what came that was thrown away; NaN when nothing came. */
    public double lostShare() {
      return (double) lost / arrived;
    }
  }

  public double offeredPerSecond() {
    return sources.stream().mapToLong(SourceFlow::offered).sum() / seconds;
  }

  /** Records that the sources could hand over. */
  public double admittedPerSecond() {
    return sources.stream().mapToLong(SourceFlow::admitted).sum() / seconds;
  }

  public double deliveredPerSecond() {
    return delivered / seconds;
  }

  /**
   * The node of that name.
   *
   * @throws IllegalArgumentException when there is none
   */
  public NodeFlow node(String wanted) {
    return Nearest.named("node", wanted, nodes, NodeFlow::node);
  }
}
