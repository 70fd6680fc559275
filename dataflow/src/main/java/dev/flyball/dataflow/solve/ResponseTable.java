package dev.flyball.dataflow.solve;

import dev.flyball.dataflow.network.Node;
import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * The time of a record in a node, for each useful number of threads: from the fewest that keep up,
 * no busier than they may be, to where more shorten nothing.
 *
 * <p>A record is in the node at least as long as it is served, and from some number on the fastest
 * service that more threads could give is no shorter than what fewer have reached. There the table
 * ends: what is behind it is never calculated, which is nearly all of it on a large host. A number
 * that is slower than a smaller one has that one's time, for the rest of its threads may idle.
 */
final class ResponseTable {

  /** What shortens a time by less than this part shortens nothing. */
  private static final double NOTHING = 1e-12;

  private final int fewest;
  private final double[] seconds; // by threads beyond the fewest; falling

  private ResponseTable(int fewest, double[] seconds) {
    this.fewest = fewest;
    this.seconds = seconds;
  }

  /**
   * @param rates of the node
   * @param flow records per second that come to it
   * @param arrivalVariation ca^2 of what comes
   * @param quantile the share of the records whose time counts; empty for the mean
   */
  static ResponseTable of(
      Node node, RateTable rates, double flow, double arrivalVariation, OptionalDouble quantile) {
    if (rates.isEmpty()) {
      return new ResponseTable(rates.min(), new double[0]);
    }
    double ofService = NodeTimes.ofService(node, quantile);
    double[] fastest = rates.fastestService();
    double[] seconds = new double[fastest.length];
    int first = -1;
    int count = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < fastest.length && least > ofService * fastest[i] * (1 + NOTHING); i++) {
      int threads = rates.min() + i;
      NodeTimes times =
          new NodeTimes(node, threads, flow, rates.perSecond(threads), arrivalVariation);
      if (times.keepsUp()) {
        least = Math.min(least, times.response(quantile, ofService));
      }
      if (first < 0 && least < Double.POSITIVE_INFINITY) {
        first = i;
      }
      if (first >= 0) {
        seconds[count] = least;
        count++;
      }
    }
    return new ResponseTable(rates.min() + Math.max(0, first), Arrays.copyOf(seconds, count));
  }

  /** Whether no number of threads keeps up. */
  boolean isEmpty() {
    return seconds.length == 0;
  }

  /** The fewest threads that keep up. */
  int fewest() {
    return fewest;
  }

  /** The most that are worth having. */
  int most() {
    return fewest + seconds.length - 1;
  }

  /** The time with so many threads, {@link #fewest} or more; in seconds. */
  double seconds(int threads) {
    return seconds[Math.min(seconds.length - 1, threads - fewest)];
  }

  /** The time with as many threads as are worth having, in seconds. */
  double least() {
    return seconds[seconds.length - 1];
  }
}
