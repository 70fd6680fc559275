package dev.flyball.dataflow.solve;

import dev.flyball.dataflow.network.Goal;
import java.util.Arrays;

/**
 * The fewest threads with which records get through in time, where nodes whose threads are to be
 * found lose records: what comes to a node then depends on the threads of those before it.
 *
 * <p>By branch and bound along the course: a node's input is known when those before it have their
 * threads, and then the fewest with which it keeps up. A branch is cut where it has too many
 * threads already, or where even the shortest service of all that follow would take too long. More
 * threads than shorten a node's own time are not tried, unless they are slower and lose more: those
 * behind it would only get more. The number of tries is bounded; where it ends before the search,
 * the answer is good and not proven.
 */
final class LossySearch {

  private static final int TRIES_MAX = 500_000;
  private static final double NOTHING = 1e-12;

  private final Layout layout;
  private final Goal.Latency goal;
  private final double rate;
  private final ThreadSearch search;
  private final Response response;
  private final double[][] least; // of a node's time with so many threads or more, whatever comes
  private final int[] fewestBehind; // threads of all nodes from a number on
  private int[] best = new int[0];
  private int bestSum = Integer.MAX_VALUE;
  private int triesLeft = TRIES_MAX;

  LossySearch(Layout layout, Goal.Latency goal, double rate) {
    this.layout = layout;
    this.goal = goal;
    this.rate = rate;
    this.search = new ThreadSearch(layout);
    this.response = new Response(layout, goal.quantile().isEmpty());
    this.least = new double[layout.count()][];
    this.fewestBehind = new int[layout.count() + 1];
    for (int i = layout.count() - 1; i >= 0; i--) {
      least[i] = leastTimes(i);
      fewestBehind[i] = fewestBehind[i + 1] + layout.node(i).threads().min();
    }
  }

  private double[] leastTimes(int number) {
    RateTable table = layout.table(number);
    double ofService = NodeTimes.ofService(layout.node(number), goal.quantile());
    double[] times = new double[table.isEmpty() ? 1 : table.max() - table.min() + 1];
    double shortest = Double.POSITIVE_INFINITY;
    for (int k = table.max(); k >= table.min(); k--) {
      shortest = Math.min(shortest, ofService * k / table.perSecond(k));
      times[k - table.min()] = shortest;
    }
    return times;
  }

  /**
   * Takes threads for the best so far, if they are: they keep up, are in time, and fit the host.
   */
  void offer(int[] threads) {
    int sum = Arrays.stream(threads).sum();
    if (sum >= bestSum) {
      return;
    }
    Course course = Course.of(layout, rate, threads);
    double[] seconds = new double[threads.length];
    for (int i = 0; i < seconds.length; i++) {
      if (!course.times(i).keepsUp()) {
        return;
      }
      seconds[i] = course.times(i).response(goal.quantile());
    }
    if (response.of(seconds) <= goal.seconds() && search.fits(course)) {
      best = threads.clone();
      bestSum = sum;
    }
  }

  /**
   * The answer.
   *
   * @param otherwise what to answer where nothing is found
   */
  LatencySearch.Answer find(LatencySearch.Answer otherwise) {
    double[] seconds = new double[layout.count()];
    Arrays.setAll(seconds, i -> least[i][0]);
    boolean whole = tryFrom(0, new Course(layout, rate), new int[layout.count()], 0, seconds);
    boolean found = bestSum < Integer.MAX_VALUE;
    return new LatencySearch.Answer(
        found ? best : otherwise.threads(), otherwise.seconds(), found, whole);
  }

  /** Tries all threads of a node and of those behind it; says whether nothing was left out. */
  private boolean tryFrom(int number, Course course, int[] threads, int sum, double[] seconds) {
    if (number == threads.length) {
      offer(threads);
      return true;
    }
    RateTable table = layout.table(number);
    boolean whole = true;
    double shortest = Double.POSITIVE_INFINITY;
    double fewestDone = Double.POSITIVE_INFINITY;
    boolean mayLose = Course.isOpen(layout.node(number)) && table.falls();
    for (int k = table.min(); k <= table.max(); k++) {
      if ((long) sum + k + fewestBehind[number + 1] >= bestSum) {
        return whole;
      }
      if (--triesLeft < 0) {
        return false;
      }
      course.put(number, k);
      NodeTimes times = course.times(number);
      if (!times.keepsUp()) {
        continue;
      }
      double own = times.response(goal.quantile());
      seconds[number] = own;
      threads[number] = k;
      boolean helps = own < shortest || course.done(number) < fewestDone;
      fewestDone = Math.min(fewestDone, course.done(number));
      if (helps && response.of(seconds) <= goal.seconds()) {
        whole &= tryFrom(number + 1, course, threads, sum + k, seconds);
        Arrays.setAll(seconds, i -> i <= number ? seconds[i] : least[i][0]);
      }
      shortest = Math.min(shortest, own);
      if (!mayLose
          && k < table.max()
          && shortest <= least[number][k + 1 - table.min()] * (1 + NOTHING)) {
        return whole;
      }
    }
    return whole;
  }
}
