package dev.flyball.dataflow.solve;

import dev.flyball.dataflow.network.Goal;
import dev.flyball.dataflow.network.Node;
import dev.flyball.dataflow.network.Overflow;
import java.util.Arrays;

/**
 * The fewest threads with which records get through in time, where what comes to a node depends on
 * the threads of those before it: how much, since they lose records, or how evenly, since gaps or
 * services are not exponential.
 *
 * <p>By branch and bound along the course: a node's input is known when those before it have their
 * threads. A branch is cut where it has too many threads already, or where even the shortest
 * service of all that follow would take too long. More threads than shorten a node's own time are
 * not tried where nothing behind it could gain from them. The number of tries is bounded; where it
 * ends before the search, the answer is good and not proven.
 */
final class CourseSearch {

  /** Nodes that are looked at, in all tries together. */
  private static final int WORK_MAX = 500_000;

  private static final double NOTHING = 1e-12;

  /** What variations that are 1 may be off by, after they were passed on. */
  private static final double EXPONENTIAL = 1e-9;

  private final Layout layout;
  private final Goal.Latency goal;
  private final double rate;
  private final ThreadSearch search;
  private final Response response;
  private final double[][] least; // of a node's time with so many threads or more, whatever comes
  private final int[] fewestBehind; // threads of all nodes from a number on
  private final boolean[] growsBehind; // whether more that comes takes longer in all later nodes
  private int[] best = new int[0];
  private int bestSum = Integer.MAX_VALUE;
  private int workLeft = WORK_MAX;

  CourseSearch(Layout layout, Goal.Latency goal, double rate) {
    this.layout = layout;
    this.goal = goal;
    this.rate = rate;
    this.search = new ThreadSearch(layout);
    this.response = new Response(layout, goal.quantile().isEmpty());
    this.least = new double[layout.count()][];
    this.fewestBehind = new int[layout.count() + 1];
    this.growsBehind = new boolean[layout.count()];
    boolean grows = true;
    for (int i = layout.count() - 1; i >= 0; i--) {
      least[i] = leastTimes(i);
      fewestBehind[i] = fewestBehind[i + 1] + layout.node(i).threads().min();
      growsBehind[i] = grows;
      grows &= growsWithFlow(i);
    }
  }

  /** Whether it is known that more records take longer, and leave no more evenly. */
  private boolean growsWithFlow(int number) {
    Node node = layout.node(number);
    boolean isExponential =
        node.variation() == 1
            && (layout.sourceShare(number) == 0 || layout.sourceVariation(number) == 1);
    return isExponential && (goal.quantile().isEmpty() || !node.overflow().loses());
  }

  private double[] leastTimes(int number) {
    RateTable table = layout.table(number);
    if (table.isEmpty()) {
      return new double[] {Double.POSITIVE_INFINITY};
    }
    double ofService = NodeTimes.ofService(layout.node(number), goal.quantile());
    return Arrays.stream(table.fastestService()).map(seconds -> ofService * seconds).toArray();
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
    for (int k = table.min(); k <= table.max(); k++) {
      long fewest = (long) sum + k + fewestBehind[number + 1];
      if (fewest >= bestSum || !search.mayHave(fewest)) {
        return whole;
      }
      workLeft -= threads.length;
      if (workLeft < 0) {
        return false;
      }
      course.put(number, k);
      NodeTimes times = course.times(number);
      if (!times.keepsUp()) {
        continue;
      }
      double own = times.response(goal.quantile());
      boolean matters = mattersBehind(number, times);
      seconds[number] = own;
      threads[number] = k;
      if ((own < shortest || matters) && response.of(seconds) <= goal.seconds()) {
        whole &= tryFrom(number + 1, course, threads, sum + k, seconds);
        for (int i = number + 1; i < seconds.length; i++) {
          seconds[i] = least[i][0];
        }
      }
      shortest = Math.min(shortest, own);
      if (!matters
          && k < table.max()
          && shortest <= least[number][k + 1 - table.min()] * (1 + NOTHING)) {
        return whole;
      }
    }
    return whole;
  }

  /** Whether more threads of a node may shorten the time of those behind it. */
  private boolean mattersBehind(int number, NodeTimes times) {
    Node node = layout.node(number);
    boolean mayLoseMore = Course.isOpen(node) && layout.table(number).falls();
    boolean mayGain = mayLoseMore || (Course.isOpen(node) && !growsBehind[number]);
    return layout.ways(number).length > 0 && (mayGain || !isExponential(times));
  }

  private static boolean isExponential(NodeTimes times) {
    return Math.abs(times.node().variation() - 1) < EXPONENTIAL
        && Math.abs(times.arrivalVariation() - 1) < EXPONENTIAL;
  }

  /** Whether there are nodes whose threads matter to those behind them. */
  static boolean isNeeded(Layout layout, Course course) {
    for (int i = 0; i < layout.count(); i++) {
      Node node = layout.node(i);
      if (layout.ways(i).length > 0
          && !node.threads().fixed()
          && (node.overflow() != Overflow.BLOCK || !isExponential(course.times(i)))) {
        return true;
      }
    }
    return false;
  }
}
