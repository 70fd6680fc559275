package dev.flyball.dataflow.solve;

import dev.flyball.dataflow.network.Node;
import dev.flyball.dataflow.network.Overflow;

/**
 * What comes to each node of a network at a rate, and what each does, node after node: a node's
 * input is known once all before it have their threads, and what it loses does not come to those
 * behind it.
 *
 * <p>The variability of what comes, ca^2, is that of several flows by their rates; of a branch,
 * thinned by its share (Whitt, "The Queueing Network Analyzer", 1983).
 *
 * <p>Mutable: a search gives a node other threads, and then those behind it again.
 */
final class Course {

  private final Layout layout;
  private final double rate;
  private final NodeTimes[] times;

  /**
   * The beginning: no node has threads yet.
   *
   * @param rate external records per second, above 0
   */
  Course(Layout layout, double rate) {
    this.layout = layout;
    this.rate = rate;
    this.times = new NodeTimes[layout.count()];
  }

  /** The whole course, where all threads are known. */
  static Course of(Layout layout, double rate, int[] threads) {
    Course course = new Course(layout, rate);
    for (int i = 0; i < threads.length; i++) {
      course.put(i, threads[i]);
    }
    return course;
  }

  /** Records per second that come to a node; those before it have their threads. */
  double flow(int number) {
    double flow = rate * layout.sourceShare(number);
    for (Layout.Entry entry : layout.entries(number)) {
      flow += done(entry.from()) * entry.share();
    }
    return flow;
  }

  /**
   * Records per second that a node does, of those that come: one that blocks is taken to do all,
   * since its senders wait for it.
   */
  double done(int number) {
    NodeTimes its = times[number];
    return its.node().overflow() == Overflow.BLOCK ? its.flow() : its.passedOnPerSecond();
  }

  /**
   * ca^2 of what comes to a node.
   *
   * @param flow records per second that come to it
   */
  private double variation(int number, double flow) {
    double known = flow == 0 ? 1 : Math.min(1, layout.sourceShare(number) * rate / flow);
    double variation = known * layout.sourceVariation(number);
    for (Layout.Entry entry : layout.entries(number)) {
      NodeTimes before = times[entry.from()];
      double part = entry.share();
      double leaving = before.departureVariation();
      double thinned = part < 1 ? part * leaving + 1 - part : leaving;
      double weight = flow == 0 ? 0 : done(entry.from()) * part / flow;
      variation += weight * thinned;
      known += weight;
    }
    return known == 0 ? 1 : variation / known;
  }

  /** Gives a node its threads; those before it have theirs. */
  void put(int number, int threads) {
    double flow = flow(number);
    times[number] = NodeTimes.of(layout.node(number), threads, flow, variation(number, flow));
  }

  /** The times of a node that has its threads. */
  NodeTimes times(int number) {
    return times[number];
  }

  int count() {
    return times.length;
  }

  /** Records per second that come to each node, all of which have their threads. */
  double[] flows() {
    double[] flows = new double[times.length];
    for (int i = 0; i < flows.length; i++) {
      flows[i] = times[i].flow();
    }
    return flows;
  }

  /** ca^2 of what comes to each node, all of which have their threads. */
  double[] variations() {
    double[] variations = new double[times.length];
    for (int i = 0; i < variations.length; i++) {
      variations[i] = times[i].arrivalVariation();
    }
    return variations;
  }

  /** Whether what a node loses depends on threads that are to be found. */
  static boolean isOpen(Node node) {
    return node.overflow() != Overflow.BLOCK && !node.threads().fixed();
  }
}
