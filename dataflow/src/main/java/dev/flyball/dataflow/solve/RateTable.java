package dev.flyball.dataflow.solve;

import dev.flyball.dataflow.network.Host;
import dev.flyball.dataflow.network.Node;
import dev.flyball.dataflow.network.RateCurve;
import java.util.Arrays;

/**
 * The total rates of a node for each number of threads that it may have, and the other way round:
 * the fewest threads that reach a rate, also where more threads are slower.
 */
final class RateTable {

  /** Where nothing else bounds a node's threads. */
  private static final int THREADS_MAX = 4096;

  private final int min;
  private final boolean isCut;
  private final double[] rates;
  private final double[] highest; // of so many threads or fewer
  private final double[] later; // the highest of so many threads or more

  private RateTable(int min, double[] rates, boolean isCut) {
    this.min = min;
    this.isCut = isCut;
    this.rates = rates;
    this.highest = rates.clone();
    this.later = rates.clone();
    for (int i = 1; i < rates.length; i++) {
      highest[i] = Math.max(highest[i], highest[i - 1]);
    }
    for (int i = rates.length - 2; i >= 0; i--) {
      later[i] = Math.max(later[i], later[i + 1]);
    }
  }

  /**
   * @param others nodes beside this one, each of which has one thread at least
   */
  static RateTable of(Node node, Host host, int others) {
    int min = node.threads().min();
    int max = Math.min(node.threads().max(), node.rate().threadsMax());
    int allowed = max;
    boolean bounded = host.rule() == Host.CoreRule.THREADS;
    if (!node.threads().fixed()) {
      int most = mostOnHost(host, others);
      max = Math.min(max, bounded ? most : Math.max(min, most));
    }
    double[] rates = new double[Math.max(0, max - min + 1)];
    RateCurve curve = node.rate();
    for (int i = 0; i < rates.length; i++) {
      rates[i] = curve.perSecond(min + i);
    }
    return new RateTable(min, rates, !bounded && max < allowed && mayDoMore(curve, max));
  }

  private static int mostOnHost(Host host, int others) {
    return host.rule() == Host.CoreRule.THREADS
        ? (int) Math.min(Integer.MAX_VALUE, Math.floor(host.cores()) - others)
        : THREADS_MAX;
  }

  /** Whether more threads may be faster: a law that does not rise any more never does again. */
  private static boolean mayDoMore(RateCurve curve, int threads) {
    return curve instanceof RateCurve.Measured
        || curve.perSecond(threads + 1) > curve.perSecond(threads);
  }

  /** Whether the node may have more threads than are looked at, and they may be faster. */
  boolean isCut() {
    return isCut;
  }

  /**
   * Whether no number of threads is allowed: fewer are known, or fit the host, than the minimum.
   */
  boolean isEmpty() {
    return rates.length == 0;
  }

  /** Whether some number of threads is slower than a smaller one. */
  boolean falls() {
    return !Arrays.equals(rates, highest);
  }

  int min() {
    return min;
  }

  int max() {
    return min + rates.length - 1;
  }

  /** The total rate of so many threads, from {@link #min} to {@link #max}. */
  double perSecond(int threads) {
    return rates[threads - min];
  }

  /**
   * The shortest mean service of so many threads or more, in seconds, for each number of threads
   * from {@link #min} on.
   */
  double[] fastestService() {
    double[] fastest = new double[rates.length];
    double least = Double.POSITIVE_INFINITY;
    for (int i = fastest.length - 1; i >= 0; i--) {
      least = Math.min(least, (min + i) / rates[i]);
      fastest[i] = least;
    }
    return fastest;
  }

  /** Whether so many threads or more, from {@link #min} on, reach a rate. */
  boolean reaches(int threads, double perSecond) {
    return threads <= max() && later[threads - min] >= perSecond;
  }

  /** The fewest threads whose total rate is at least so much; 0 where no number reaches it. */
  int fewest(double perSecond) {
    if (isEmpty() || !(highest[highest.length - 1] >= perSecond)) {
      return 0;
    }
    int found = Arrays.binarySearch(highest, perSecond);
    int first = found >= 0 ? found : -found - 1;
    while (first > 0 && highest[first - 1] >= perSecond) {
      first--;
    }
    return min + first;
  }
}
