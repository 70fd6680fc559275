package dev.flyball.dataflow.solve;

import dev.flyball.base.Require;
import dev.flyball.dataflow.network.Goal;
import dev.flyball.dataflow.network.Network;
import dev.flyball.dataflow.network.Node;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The threads that a network should have on its host, for the goal that it names.
 *
 * <p>A plan is the best there is where it says that it is proven: for throughput and consolidation
 * nearly always ({@link ThreadSearch} says why). The goals are those of Hlavacs and Nussbaumer,
 * "Optimization for Multi-thread Data-Flow Software", section 4, and one more.
 */
public final class Planner {

  private static final int VARIATION_ROUNDS = 5;

  private final Network network;
  private final Layout layout;
  private final ThreadSearch search;

  private Planner(Network network) {
    this.network = network;
    this.layout = new Layout(network);
    this.search = new ThreadSearch(layout);
  }

  /** The best threads for the network's goal; where it cannot be reached, the plan says why. */
  public static Plan plan(Network network) {
    Planner planner = new Planner(network);
    Goal goal = network.goal();
    if (goal instanceof Goal.Latency latency) {
      return planner.latency(latency);
    }
    return goal instanceof Goal.Consolidation ? planner.consolidation() : planner.throughput();
  }

  /**
   * What given threads lead to at a rate, whether they are a good choice or not.
   *
   * @param threads of each node, by name
   * @param rate external records per second, above 0
   */
  public static Plan assess(Network network, Map<String, Integer> threads, double rate) {
    Planner planner = new Planner(network);
    int[] numbers = new int[planner.layout.count()];
    for (int i = 0; i < numbers.length; i++) {
      String name = planner.layout.node(i).name();
      Integer given = threads.get(name);
      if (given == null) {
        throw new IllegalArgumentException(
            "threads must be given for each node but not for " + name);
      }
      numbers[i] = Require.atLeast("threads of " + name, 1, given);
    }
    Course course = Course.of(planner.layout, Require.above("rate", 0, rate), numbers);
    Optional<String> overloaded = Optional.empty();
    for (int i = 0; i < numbers.length; i++) {
      Node node = planner.layout.node(i);
      if (!node.overflows() && course.times(i).overloaded()) {
        overloaded = Optional.of("node " + node.name() + " is overloaded");
        break;
      }
    }
    return planner.outcome(numbers, rate).because(overloaded).plan();
  }

  // ---- Goals

  private Plan throughput() {
    double rate = search.highestRate();
    if (rate == 0 || Double.isInfinite(rate)) {
      return impossible();
    }
    return outcome(search.at(rate).threads(), rate)
        .bound(search.boundAt(rate))
        .proven(isHighest(rate))
        .plan();
  }

  /** Whether it is known that this rate can be carried with no fewer threads, and no higher one. */
  private boolean isHighest(double rate) {
    return search.at(rate).exact() && search.at(Math.nextUp(rate)).exact();
  }

  private Plan impossible() {
    ThreadSearch.Found found = search.at(Double.MIN_NORMAL);
    if (found.fits()) {
      String endless =
          "no rate is the highest: what is too much overflows, and nothing else bounds it";
      return outcome(found.threads(), Double.MIN_NORMAL).because(Optional.of(endless)).plan();
    }
    Bound bound = found.bound().orElse(Bound.CORES);
    String because = "no rate can be carried: the fewest threads are too many for " + bound.text();
    return outcome(found.threads(), Double.MIN_NORMAL)
        .because(Optional.of(because))
        .bound(bound)
        .plan();
  }

  private Plan consolidation() {
    double wanted = layout.sourceRate();
    ThreadSearch.Found found = search.at(wanted);
    double most = search.highestRate();
    if (most == 0) {
      return impossible();
    }
    if (Double.isInfinite(most)) {
      return outcome(found.threads(), wanted).proven(found.exact()).plan();
    }
    Bound bound = search.boundAt(most);
    if (found.fits()) {
      return outcome(found.threads(), wanted).bound(bound).proven(found.exact()).plan();
    }
    String because =
        String.format(
            Locale.ROOT,
            "%.6g records per second must be carried but %s ends it at %.6g",
            wanted,
            bound.text(),
            most);
    return outcome(search.at(most).threads(), most)
        .because(Optional.of(because))
        .bound(bound)
        .proven(found.exact() && isHighest(most))
        .plan();
  }

  private Plan latency(Goal.Latency goal) {
    double rate = layout.sourceRate();
    ThreadSearch.Found fewest = search.at(rate);
    int[] threads = fewest.threads();
    Optional<LatencySearch.Answer> answer = Optional.empty();
    CourseSearch along = new CourseSearch(layout, goal, rate);
    double[] before = new double[0];
    Course course = Course.of(layout, rate, threads);
    for (int round = 0;
        round < VARIATION_ROUNDS && !Arrays.equals(before, course.variations());
        round++) {
      before = course.variations();
      answer = new LatencySearch(layout, goal, rate, course.flows(), before).find();
      if (answer.isEmpty()) {
        break;
      }
      threads = answer.get().threads();
      along.offer(threads);
      course = Course.of(layout, rate, threads);
    }
    boolean mayFit = fewest.fits() || !fewest.exact();
    boolean isAlong = mayFit && CourseSearch.isNeeded(layout, course);
    if (isAlong) {
      LatencySearch.Answer otherwise =
          answer.orElseGet(() ->
              new LatencySearch.Answer(fewest.threads(), Double.POSITIVE_INFINITY, false, false));
      answer = Optional.of(along.find(otherwise));
      threads = answer.get().threads();
    }
    if (answer.isEmpty()) {
      return outcome(threads, rate)
          .because(Optional.of("no number of threads keeps up with the rate"))
          .proven(fewest.exact())
          .plan();
    }
    LatencySearch.Answer found = answer.get();
    Optional<String> because = Optional.empty();
    if (!found.fits()) {
      boolean slow =
          !isAlong
              && found.proven()
              && found.seconds() > goal.seconds()
              && Double.isFinite(found.seconds());
      String known =
          isAlong ? "no threads that the host has keep it" : "that takes more than the host has";
      String otherwise = found.proven() ? known : "no threads were found with which it is";
      because =
          Optional.of(
              String.format(
                  Locale.ROOT,
                  "the response time must be at most %.6g s but %s",
                  goal.seconds(),
                  slow
                      ? String.format(
                          Locale.ROOT, "the best is %.6g s with any threads", found.seconds())
                      : otherwise));
    }
    return outcome(found.threads(), rate).because(because).proven(found.proven()).plan();
  }

  // ---- What threads lead to

  private Outcome outcome(int[] threads, double rate) {
    return new Outcome(threads, rate);
  }

  /** A plan being put together. */
  private final class Outcome {
    private final int[] threads;
    private final double rate;
    private final NodeTimes[] times;
    private Optional<String> because = Optional.empty();
    private Optional<Bound> bound = Optional.empty();
    private boolean proven = true;

    Outcome(int[] threads, double rate) {
      this.threads = threads;
      this.rate = rate;
      Course course = Course.of(layout, rate, threads);
      this.times = new NodeTimes[threads.length];
      Arrays.setAll(times, course::times);
    }

    Outcome because(Optional<String> reason) {
      because = reason;
      return this;
    }

    Outcome bound(Bound what) {
      bound = Optional.of(what);
      return this;
    }

    Outcome proven(boolean known) {
      proven = known;
      return this;
    }

    Plan plan() {
      OptionalDouble quantile =
          network.goal() instanceof Goal.Latency latency
              ? latency.quantile()
              : OptionalDouble.empty();
      return new Plan(
          network.name(),
          network.goal(),
          rate,
          because.isEmpty(),
          because,
          parts(),
          bottleneck(),
          bound,
          response(OptionalDouble.empty()),
          quantile.isPresent() ? response(quantile) : OptionalDouble.empty(),
          blockingRate(),
          proven);
    }

    private OptionalDouble response(OptionalDouble quantile) {
      double[] each = new double[times.length];
      for (int i = 0; i < each.length; i++) {
        each[i] = times[i].response(quantile);
      }
      double all = new Response(layout, quantile.isEmpty()).of(each);
      return finite(all);
    }

    private List<Plan.Part> parts() {
      List<Plan.Part> parts = new ArrayList<>();
      for (Node node : network.nodes()) {
        parts.add(part(layout.number(node.name())));
      }
      return parts;
    }

    private Plan.Part part(int number) {
      Node node = layout.node(number);
      NodeTimes time = times[number];
      return new Plan.Part(
          node.name(),
          threads[number],
          node.threads().fixed(),
          time.flow(),
          time.totalRate(),
          finite(time.waitSeconds()),
          node.overflow(),
          time.overflowPerSecond());
    }

    /**
     * The node with the highest utilisation relative to its maximum; a node that delays no other
     * only if there is no other candidate.
     */
    private String bottleneck() {
      int busiest = -1;
      double most = -1;
      for (int i = 0; i < times.length; i++) {
        Node node = layout.node(i);
        double busy = times[i].flow() / times[i].totalRate() / node.utilisationMax();
        if (!node.overflows() && busy > most) {
          most = busy;
          busiest = i;
        }
      }
      return layout.node(Math.max(0, busiest)).name();
    }

    private double blockingRate() {
      double[] visits = layout.visits();
      double least = Double.POSITIVE_INFINITY;
      for (int i = 0; i < times.length; i++) {
        least = Math.min(least, times[i].totalRate() / visits[i]);
      }
      return least;
    }
  }

  private static OptionalDouble finite(double value) {
    return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
  }
}
