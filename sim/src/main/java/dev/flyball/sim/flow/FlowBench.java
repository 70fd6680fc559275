package dev.flyball.sim.flow;

import dev.flyball.base.Require;
import dev.flyball.dataflow.network.Network;
import dev.flyball.dataflow.network.Node;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * The bench for data-flow networks: runs a network in virtual time, from an empty start, and
 * reports the outcome after a warm-up.
 *
 * <p>A node is one first-come-first-served queue in front of k threads. Each thread takes a time of
 * mean {@code k / rate(k)} for a record, whether the other threads are busy or not. Gaps and
 * service times are constant, exponential or lognormal, by their variation (0, 1, any other).
 * Sending a record to the next node takes no time.
 *
 * <p>{@code BLOCK} is blocking after service: a thread keeps the record that it has finished, and
 * does nothing, until everything it sends has found room. Records that a source cannot hand over
 * stay outside, in order, and their time there is part of the response time. {@code SPILL} puts
 * records aside for which the queue has no room, at no cost, and serves them after the queue.
 *
 * <p>Events at the same moment happen in this order: threads that end a service, of the last node
 * first, of one node the thread that began first; then arrivals, of the first source first. So a
 * record that leaves makes room for a record that comes at that moment.
 *
 * <p>The same arguments give the same outcome to the last bit, on every machine and JDK. Each
 * source, node and route has dice of its own, thrown in units of its mean: the n-th service of a
 * node is as long, relative to its mean, whatever the other nodes do. Runs share nothing, so any
 * number may run at once, each in one thread.
 */
public final class FlowBench {

  private FlowBench() {}

  /**
   * Runs a network.
   *
   * @param threads how many each node has, by name; at least 1, and as many as its rate is known of
   * @param ratePerSecond the records of all sources together, above 0; several sources share it as
   *     their rates say
   * @param length the window that is measured, after the warm-up
   * @param warmUp how long records flow before anything is counted; may be zero
   * @param seed of all chance
   * @throws IllegalArgumentException if a node has no number of threads or one it cannot have, a
   *     name is unknown, or a rate or time is out of its range
   */
  public static FlowOutcome run(
      Network network,
      Map<String, Integer> threads,
      double ratePerSecond,
      Duration length,
      Duration warmUp,
      long seed) {
    Require.above("rate", 0, ratePerSecond);
    Require.positive("length", length);
    Require.countAtLeast("warm-up", 0, warmUp.toNanos());
    threads.keySet().forEach(network::node);
    FlowRun run = new FlowRun(network, threads, ratePerSecond, seed);
    return run.measure(warmUp.toNanos(), length.toNanos());
  }

  /**
   * Runs a network several times, independent of each other: with the seeds from {@code firstSeed}
   * on.
   */
  public static List<FlowOutcome> replicate(
      Network network,
      Map<String, Integer> threads,
      double ratePerSecond,
      Duration length,
      Duration warmUp,
      long firstSeed,
      int runs) {
    Require.atLeast("runs", 1, runs);
    return LongStream.range(firstSeed, firstSeed + runs)
        .mapToObj(seed -> run(network, threads, ratePerSecond, length, warmUp, seed))
        .toList();
  }

  /** What the node was given. */
  static int threadsOf(Node node, Map<String, Integer> threads) {
    Integer count = threads.get(node.name());
    if (count == null) {
      throw new IllegalArgumentException(
          "threads must be said for every node but were not for '" + node.name() + "'");
    }
    return Require.between("threads of '" + node.name() + "'", 1, node.rate().threadsMax(), count);
  }
}
