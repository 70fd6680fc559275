package dev.flyball.dataflow.solve;

import dev.flyball.dataflow.network.Node;
import dev.flyball.dataflow.network.Overflow;
import java.util.OptionalDouble;

/**
 * The times of a node with a number of threads at its flow.
 *
 * @param node the node
 * @param threads how many it has
 * @param flow records per second that come to it
 * @param totalRate records per second that its threads can do
 * @param arrivalVariation ca^2 of what comes
 */
record NodeTimes(Node node, int threads, double flow, double totalRate, double arrivalVariation) {

  /** So much more than a node can do keeps all of its threads busy at any time. */
  private static final double PLENTY = 1e12;

  static NodeTimes of(Node node, int threads, double flow, double arrivalVariation) {
    return new NodeTimes(node, threads, flow, node.rate().perSecond(threads), arrivalVariation);
  }

  boolean overloaded() {
    return flow >= totalRate;
  }

  /** Whether its threads are no busier than they may be, or it delays no other node anyway. */
  boolean keepsUp() {
    boolean hasAnEnd = !overloaded() || loses();
    return node.overflows() || (hasAnEnd && flow <= node.utilisationMax() * totalRate);
  }

  private Station station() {
    return new Station(threads, flow, totalRate, arrivalVariation, node.variation());
  }

  /** Whether a full queue turns records away for good: then the queue has an end. */
  private boolean loses() {
    return node.overflow().loses() && flow / totalRate > 0;
  }

  private FiniteQueue finite() {
    return new FiniteQueue(threads, threads + node.queueCapacity(), flow / totalRate);
  }

  /**
   * The mean wait in its queue, or put aside, in seconds; infinite where it is overloaded and loses
   * nothing.
   */
  double waitSeconds() {
    if (loses()) {
      return finite().waitMean() * variability() * threads / totalRate;
    }
    return overloaded() ? Double.POSITIVE_INFINITY : station().waitSeconds();
  }

  /** The mean response time, or that of so large a share of the records; in seconds. */
  double response(OptionalDouble quantile) {
    return response(quantile, ofService(node, quantile));
  }

  /**
   * The same, where it is known what {@link #ofService} is, which is the same for all numbers of
   * threads.
   */
  double response(OptionalDouble quantile, double ofService) {
    if (overloaded() && !loses()) {
      return Double.POSITIVE_INFINITY;
    }
    double service = threads / totalRate;
    if (quantile.isEmpty()) {
      return waitSeconds() + service;
    }
    double share = quantile.getAsDouble();
    return Math.max(
        ofService * service, loses() ? finiteQuantile(share) : station().responseQuantile(share));
  }

  /**
   * That of a node whose queue has an end: the gamma distribution with its two moments, but no more
   * than for a record that takes the last place.
   */
  private double finiteQuantile(double share) {
    double service = threads / totalRate;
    double ofWait = variability() * service;
    double ofService = node.variation() * service * service;
    double variance = ofWait * ofWait * finite().waitVariance() + ofService;
    double each = ofWait / threads;
    double places = node.queueCapacity();
    return Math.min(
        GammaDistribution.quantile(waitSeconds() + service, variance, share),
        GammaDistribution.quantile(
            places * each + service, places * each * each + ofService, share));
  }

  private double variability() {
    return (arrivalVariation + node.variation()) / 2;
  }

  /**
   * The part of a mean service time that a response takes at least: 1 for the mean, the same
   * quantile of the service alone for one.
   */
  static double ofService(Node node, OptionalDouble quantile) {
    return quantile.isEmpty()
        ? 1
        : GammaDistribution.quantile(1, node.variation(), quantile.getAsDouble());
  }

  /**
   * Records per second that find no room. Those put aside stay in the node, so more find it full
   * than where they are lost.
   */
  double overflowPerSecond() {
    if (loses()) {
      return flow * finite().blocking();
    }
    if (node.overflow() != Overflow.SPILL || flow == 0) {
      return 0;
    }
    return overloaded() ? flow : flow * station().fullProbability(node.queueCapacity());
  }

  /** Records per second that leave it served. */
  double passedOnPerSecond() {
    if (flow > PLENTY * totalRate) {
      return totalRate;
    }
    return loses() ? flow * finite().accepted() : Math.min(flow, totalRate);
  }

  /** ca^2 of what leaves. */
  double departureVariation() {
    return overloaded() ? node.variation() : station().departureVariation();
  }
}
