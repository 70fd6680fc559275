package dev.flyball.dataflow.solve;

import dev.flyball.dataflow.network.Node;
import dev.flyball.dataflow.network.Overflow;
import java.util.OptionalDouble;

/**
 * How a node with so many threads fares with what flows to it.
 *
 * @param node the node
 * @param threads how many it has
 * @param flow records per second that come to it
 * @param totalRate records per second that its threads can do
 * @param arrivalVariation ca^2 of what comes
 */
record NodeTimes(Node node, int threads, double flow, double totalRate, double arrivalVariation) {

  static NodeTimes of(Node node, int threads, double flow, double arrivalVariation) {
    return new NodeTimes(node, threads, flow, node.rate().perSecond(threads), arrivalVariation);
  }

  boolean overloaded() {
    return flow >= totalRate;
  }

  private Station station() {
    return new Station(threads, flow, totalRate, arrivalVariation, node.variation());
  }

  /** A full queue turns records away, or puts them aside; where it blocks nobody is. */
  private boolean isFinite() {
    return node.overflow() != Overflow.BLOCK && flow > 0;
  }

  private FiniteQueue finite() {
    return new FiniteQueue(threads, threads + node.queueCapacity(), flow / totalRate);
  }

  /** The mean wait in its queue, in seconds; infinite where it is overloaded and loses nothing. */
  double waitSeconds() {
    if (isFinite()) {
      double variability = (arrivalVariation + node.variation()) / 2;
      return finite().waitMean() * variability * threads / totalRate;
    }
    return overloaded() ? Double.POSITIVE_INFINITY : station().waitSeconds();
  }

  /** The mean response time, or that of so large a share of the records; in seconds. */
  double response(OptionalDouble quantile) {
    if (overloaded()) {
      return isFinite() ? waitSeconds() + threads / totalRate : Double.POSITIVE_INFINITY;
    }
    return quantile.isPresent()
        ? station().responseQuantile(quantile.getAsDouble())
        : waitSeconds() + threads / totalRate;
  }

  /** Records per second that find no room. */
  double overflowPerSecond() {
    return isFinite() ? flow * finite().blocking() : 0;
  }

  /** ca^2 of what leaves. */
  double departureVariation() {
    return overloaded() ? node.variation() : station().departureVariation();
  }
}
