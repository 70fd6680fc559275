package dev.flyball.dataflow.solve;

import dev.flyball.dataflow.network.Goal;
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
 * <p>Assumes that what comes to a node does not depend on the threads of others. Where it does,
 * {@link CourseSearch} goes on from here.
 */
final class LatencySearch {

  /** Nodes that are looked at, in all tries together. */
  private static final int WORK_MAX = 500_000;

  private final ThreadSearch search;
  private final Response response;
  private final double limit;
  private final Layout layout;
  private final double rate;
  private final ResponseTable[] tables;
  private final int[] fewest;
  private int[] best;
  private int bestSum = Integer.MAX_VALUE;
  private final double[] least;
  private final double[] from; // the times from each node on, in the branch that is tried
  private int workLeft = WORK_MAX;

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
   * @param rate external records per second
   * @param flows records per second that come to each node
   * @param arrivalVariation ca^2 of each node
   */
  LatencySearch(
      Layout layout, Goal.Latency goal, double rate, double[] flows, double[] arrivalVariation) {
    this.search = new ThreadSearch(layout);
    this.response = new Response(layout, goal.quantile().isEmpty());
    this.limit = goal.seconds();
    this.layout = layout;
    this.rate = rate;
    this.fewest = new int[layout.count()];
    this.tables = new ResponseTable[layout.count()];
    for (int i = 0; i < fewest.length; i++) {
      tables[i] =
          ResponseTable.of(
              layout.node(i), layout.table(i), flows[i], arrivalVariation[i], goal.quantile());
      fewest[i] = tables[i].fewest();
    }
    this.best = fewest.clone();
    this.least = new double[fewest.length];
    this.from = new double[fewest.length];
  }

  Optional<Answer> find() {
    for (ResponseTable table : tables) {
      if (table.isEmpty()) {
        return Optional.empty();
      }
    }
    ascend();
    int[] low = lowerBounds();
    if (low.length == 0) {
      return Optional.of(new Answer(best, timeOf(best), false, true));
    }
    Arrays.setAll(least, i -> tables[i].least());
    boolean searched = descend(low.length - 1, low.clone(), low, sum(low));
    if (bestSum == Integer.MAX_VALUE) {
      return Optional.of(new Answer(best, timeOf(best), false, searched));
    }
    return Optional.of(new Answer(best, timeOf(best), true, searched));
  }

  private double timeOf(int[] threads) {
    double[] each = new double[threads.length];
    for (int i = 0; i < each.length; i++) {
      each[i] = tables[i].seconds(threads[i]);
    }
    return response.of(each);
  }

  private int most(int number) {
    return tables[number].most();
  }

  private static int sum(int[] threads) {
    return Arrays.stream(threads).sum();
  }

  private void offer(int[] threads) {
    int sum = sum(threads);
    if (sum < bestSum
        && search.fits(Course.of(layout, rate, threads))
        && timeOf(threads) <= limit) {
      best = threads.clone();
      bestSum = sum;
    }
  }

  // ---- A good answer

  private void ascend() {
    int[] threads = fewest.clone();
    double[] each = new double[threads.length];
    for (int i = 0; i < each.length; i++) {
      each[i] = tables[i].seconds(threads[i]);
    }
    while (response.of(each) > limit) {
      int next = mostHelpful(threads, each);
      if (next < 0) {
        best = threads;
        return;
      }
      threads[next] = shorter(next, threads[next]);
      each[next] = tables[next].seconds(threads[next]);
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
      int more = shorter(i, threads[i]);
      double gain = weights[i] * (each[i] - tables[i].seconds(more)) / (more - threads[i]);
      if (gain > most) {
        most = gain;
        next = i;
      }
    }
    return next;
  }

  /** The next more threads that shorten a node's time; one more where none do. */
  private int shorter(int number, int threads) {
    double now = tables[number].seconds(threads);
    int more = threads + 1;
    while (more < most(number) && tables[number].seconds(more) >= now) {
      more++;
    }
    return more;
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
   * Tries all numbers of threads of a node, those of the nodes after it being given. From the last
   * node to the first, so that what most tries are about is calculated soonest.
   *
   * @param sum of the threads given so far and the fewest of all others
   * @return whether nothing was left out
   */
  private boolean descend(int number, int[] threads, int[] low, int sum) {
    if (number < 0) {
      offer(threads);
      return true;
    }
    boolean whole = true;
    int total = sum;
    for (int k = low[number]; k <= most(number) && total < bestSum; k++, total++) {
      workLeft -= number + 1;
      if (workLeft < 0) {
        return false;
      }
      threads[number] = k;
      from[number] = response.from(number, tables[number].seconds(k), from);
      if (response.of(least, number, from) <= limit) {
        whole &= descend(number - 1, threads, low, total);
      }
    }
    threads[number] = low[number];
    return whole;
  }
}
