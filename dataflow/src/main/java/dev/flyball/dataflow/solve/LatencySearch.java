package dev.flyball.dataflow.solve;

import dev.flyball.dataflow.network.Goal;
import dev.flyball.dataflow.network.Node;
import java.util.Arrays;
import java.util.Optional;

/**
 * The fewest threads with which records get through in time.
 *
 * <p>First a good answer: from the fewest threads that are not overloaded, one more to where it
 * shortens the whole most per thread (Fox, "Discrete optimization via marginal analysis", 1966; the
 * best there is in a chain, where it is exact), then back one by one wherever the time allows. Then
 * the best answer, by branch and bound: a node's threads are tried from the fewest on, a branch is
 * cut where even the most threads for all that follow are too slow, or even the fewest are too
 * many. The number of tries is bounded; where it ends before the search, the answer is good and not
 * proven.
 *
 * <p>Nodes may be as busy as stays stable: here the time is the goal, not the utilisation.
 */
final class LatencySearch {

  private static final int WORK_MAX = 4_000_000;

  private final Layout layout;
  private final ThreadSearch search;
  private final Response response;
  private final double limit;
  private final double[] flows;
  private final double[][] seconds; // by node, then by threads beyond its fewest
  private final int[] fewest;
  private int[] best;
  private int bestSum = Integer.MAX_VALUE;
  private long triesLeft;

  /**
   * The threads of each node, too many for the host where nothing fits; the response time; whether
   * that is in time and on the host; and whether no fewer threads would do.
   */
  static final class Answer {
    private final int[] threads;
    private final double seconds;
    private final boolean fits;
    private final boolean proven;

    Answer(int[] threads, double seconds, boolean fits, boolean proven) {
      this.threads = threads;
      this.seconds = seconds;
      this.fits = fits;
      this.proven = proven;
    }

    int[] threads() {
      return threads;
    }

    double seconds() {
      return seconds;
    }

    boolean fits() {
      return fits;
    }

    boolean proven() {
      return proven;
    }
  }

  /**
   * @param arrivalVariation ca^2 of each node
   */
  LatencySearch(Layout layout, Goal.Latency goal, double rate, double[] arrivalVariation) {
    this.layout = layout;
    this.search = new ThreadSearch(layout);
    this.response = new Response(layout, goal.quantile().isEmpty());
    this.limit = goal.seconds();
    this.flows = layout.flows(rate);
    this.fewest = new int[layout.count()];
    this.seconds = new double[layout.count()][];
    for (int i = 0; i < fewest.length; i++) {
      tabulate(i, goal, arrivalVariation[i]);
    }
    this.best = fewest.clone();
    this.triesLeft = WORK_MAX / layout.count();
  }

  /** The time of a record in a node for each useful number of threads: as long as more help. */
  private void tabulate(int number, Goal.Latency goal, double arrivalVariation) {
    Node node = layout.node(number);
    RateTable table = layout.table(number);
    double[] all = new double[table.isEmpty() ? 0 : table.max() - table.min() + 1];
    for (int i = 0; i < all.length; i++) {
      int threads = table.min() + i;
      NodeTimes times = NodeTimes.of(node, threads, flows[number], arrivalVariation);
      boolean loses = times.overloaded() && !node.overflows();
      all[i] = loses ? Double.POSITIVE_INFINITY : times.response(goal.quantile());
    }
    int first = 0;
    while (first < all.length && Double.isInfinite(all[first])) {
      first++;
    }
    double[] falling = Arrays.copyOfRange(all, first, all.length);
    for (int i = 1; i < falling.length; i++) {
      falling[i] = Math.min(falling[i], falling[i - 1]);
    }
    fewest[number] = table.min() + first;
    seconds[number] = falling;
  }

  Optional<Answer> find() {
    for (double[] each : seconds) {
      if (each.length == 0) {
        return Optional.empty();
      }
    }
    ascend();
    int[] low = lowerBounds();
    if (low.length == 0) {
      return Optional.of(new Answer(best, timeOf(best), false, true));
    }
    boolean searched = descend(0, low.clone(), low, sum(low));
    if (bestSum == Integer.MAX_VALUE) {
      return Optional.of(new Answer(best, timeOf(best), false, searched));
    }
    return Optional.of(new Answer(best, timeOf(best), true, searched));
  }

  private double secondsOf(int number, int threads) {
    double[] all = seconds[number];
    return all[Math.min(all.length - 1, threads - fewest[number])];
  }

  private double timeOf(int[] threads) {
    double[] each = new double[threads.length];
    for (int i = 0; i < each.length; i++) {
      each[i] = secondsOf(i, threads[i]);
    }
    return response.of(each);
  }

  private int most(int number) {
    return fewest[number] + seconds[number].length - 1;
  }

  private static int sum(int[] threads) {
    return Arrays.stream(threads).sum();
  }

  private void offer(int[] threads) {
    int sum = sum(threads);
    if (sum < bestSum && search.fits(flows, threads) && timeOf(threads) <= limit) {
      best = threads.clone();
      bestSum = sum;
    }
  }

  // ---- A good answer

  private void ascend() {
    int[] threads = fewest.clone();
    double[] each = new double[threads.length];
    for (int i = 0; i < each.length; i++) {
      each[i] = secondsOf(i, threads[i]);
    }
    while (response.of(each) > limit) {
      int next = mostHelpful(threads, each);
      if (next < 0) {
        best = threads;
        return;
      }
      threads[next]++;
      each[next] = secondsOf(next, threads[next]);
    }
    best = threads.clone();
    trim(threads);
    offer(threads);
  }

  private int mostHelpful(int[] threads, double[] each) {
    double[] weights = response.weights(each);
    int next = -1;
    double most = 0;
    for (int i = 0; i < threads.length; i++) {
      if (threads[i] < most(i)) {
        double gain = weights[i] * (each[i] - secondsOf(i, threads[i] + 1));
        if (gain > most) {
          most = gain;
          next = i;
        }
      }
    }
    return next;
  }

  private void trim(int[] threads) {
    for (int i = 0; i < threads.length; i++) {
      while (threads[i] > fewest[i]) {
        threads[i]--;
        if (timeOf(threads) > limit) {
          threads[i]++;
          break;
        }
      }
    }
  }

  // ---- The best answer

  /** The fewest threads of each node with which it can be in time at all; empty where it cannot. */
  private int[] lowerBounds() {
    int[] threads = new int[fewest.length];
    for (int i = 0; i < threads.length; i++) {
      threads[i] = most(i);
    }
    if (timeOf(threads) > limit) {
      return new int[0];
    }
    int[] low = new int[threads.length];
    for (int i = 0; i < threads.length; i++) {
      int most = threads[i];
      int fast = most;
      int slow = fewest[i] - 1;
      while (fast - slow > 1) {
        int middle = (fast + slow) >>> 1;
        threads[i] = middle;
        if (timeOf(threads) <= limit) {
          fast = middle;
        } else {
          slow = middle;
        }
      }
      threads[i] = most;
      low[i] = fast;
    }
    return low;
  }

  /**
   * Tries all numbers of threads of a node, those of the nodes before it being given.
   *
   * @param sum of the threads given so far and the fewest of all others
   * @return whether nothing was left out
   */
  private boolean descend(int number, int[] threads, int[] low, int sum) {
    if (number == threads.length) {
      offer(threads);
      return true;
    }
    boolean whole = true;
    int total = sum;
    for (int k = low[number]; k <= most(number) && total < bestSum; k++, total++) {
      if (--triesLeft < 0) {
        return false;
      }
      threads[number] = k;
      if (timeWithMostAfter(number, threads) <= limit) {
        whole &= descend(number + 1, threads, low, total);
      }
    }
    threads[number] = low[number];
    return whole;
  }

  private double timeWithMostAfter(int number, int[] threads) {
    double[] each = new double[threads.length];
    for (int i = 0; i < each.length; i++) {
      each[i] = i <= number ? secondsOf(i, threads[i]) : seconds[i][seconds[i].length - 1];
    }
    return response.of(each);
  }
}
