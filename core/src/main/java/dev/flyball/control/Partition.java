package dev.flyball.control;

import static dev.flyball.base.Require.finiteAtLeast;

import dev.flyball.policy.Observation;
import dev.flyball.policy.spec.Headroom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * A number of workers divided among several pools.
 *
 * <p>How: the demands of the pools are added up (arrival rate times service time each, so the sum
 * is the aggregate rate times the mean service time, weighted by rate), and the sum is staffed like
 * one pool. Fluctuations of several pools cancel out, so the headroom of the sum is smaller than
 * the sum of the headrooms. The total is then divided in proportion to the demands, or to weights
 * that express priority.
 *
 * <p>The rule of division: a pool whose share is below 1 gets 1. The others share the rest in
 * proportion; each gets the whole part of its share. What is left over goes one by one to the
 * largest fractions, and among equal fractions to the pool that is earlier in the list. The parts
 * sum to the total. Worked: 10 workers by demands 60, 30 and 0.1: the third gets 1; the others 6.0
 * and 3.0 of the remaining 9.
 *
 * <p>Fails where pools call each other: a task that waits in one for a worker of another is counted
 * in both.
 *
 * <p>Source: Pepperdine, Tuning the Size of Your Thread Pool, "Theory meets reality": "treat them
 * all as a single thread pool", then "partition that number between the various thread groups".
 *
 * @param parts the workers of each pool, in the order of the pools
 * @param why the reason in one line
 */
public record Partition(List<Integer> parts, String why) {

  /** Copies the list of parts. */
  public Partition {
    parts = List.copyOf(parts);
  }

  /**
   * The number of workers that several pools need together: the sum of their demands, with
   * headroom.
   */
  public static int total(List<Observation> pools, Headroom headroom) {
    double load = demands(pools).stream().mapToDouble(Double::doubleValue).sum();
    return Math.max(pools.size(), headroom.workers(load));
  }

  /** Divides a total among pools in proportion to their demands. */
  public static Partition byDemand(int total, List<Observation> pools) {
    return divided(total, demands(pools), "demand");
  }

  /** Divides a total among pools in proportion to weights, each at least 0. */
  public static Partition byWeight(int total, List<Double> weights) {
    weights.forEach(weight -> finiteAtLeast("weight", 0, weight));
    return divided(total, weights, "weight");
  }

  /**
   * Divides a total among pools in proportion to demand times weight; weight 1 is neutral, 2
   * favours.
   */
  public static Partition byWeightedDemand(
      int total, List<Observation> pools, List<Double> weights) {
    if (weights.size() != pools.size()) {
      throw new IllegalArgumentException(
          "weights must be as many as pools (" + pools.size() + ") but were " + weights.size());
    }
    weights.forEach(weight -> finiteAtLeast("weight", 0, weight));
    List<Double> demands = demands(pools);
    List<Double> products = new ArrayList<>();
    for (int i = 0; i < weights.size(); i++) {
      products.add(demands.get(i) * weights.get(i));
    }
    return divided(total, products, "weighted demand");
  }

  /**
   * The demand of each pool, in Erlang: arrival rate times service time. If no task ended, the mean
   * number of tasks in the system.
   */
  static List<Double> demands(List<Observation> pools) {
    return pools.stream().map(pool -> pool.demand().orElse(pool.inSystemMean())).toList();
  }

  private static Partition divided(int total, List<Double> weights, String by) {
    if (weights.isEmpty()) {
      throw new IllegalArgumentException("pools must be at least one but were none");
    }
    if (total < weights.size()) {
      throw new IllegalArgumentException(
          "total must be at least one worker per pool (" + weights.size() + ") but was " + total);
    }
    List<Integer> parts = parts(total, weights);
    return new Partition(parts, total + " workers by " + by + " " + inWords(weights, parts));
  }

  private static List<Integer> parts(int total, List<Double> weights) {
    List<Double> shares = shares(total, weights);
    List<Integer> parts = new ArrayList<>();
    List<Integer> byFraction = new ArrayList<>();
    int left = total;
    for (int i = 0; i < shares.size(); i++) {
      int whole = (int) Math.floor(shares.get(i));
      parts.add(whole);
      byFraction.add(i);
      left -= whole;
    }
    byFraction.sort(
        (a, b) -> Double.compare(shares.get(b) % 1, shares.get(a) % 1)); // stable: list order
    for (int i = 0; i < left; i++) {
      int pool = byFraction.get(i % byFraction.size());
      parts.set(pool, parts.get(pool) + 1);
    }
    return Collections.unmodifiableList(parts);
  }

  /** The share of each pool, not rounded, at least 1 each; the shares sum to the total. */
  private static List<Double> shares(int total, List<Double> weights) {
    List<Double> shares = new ArrayList<>(Collections.nCopies(weights.size(), 0.0));
    boolean raised = true;
    while (raised) { // each round raises at least one pool to 1, so there are no more than pools
      raised = false;
      double restWeight = 0;
      int rest = total;
      int open = 0;
      for (int i = 0; i < weights.size(); i++) {
        boolean isOne = shares.get(i) == 1;
        rest -= isOne ? 1 : 0;
        open += isOne ? 0 : 1;
        restWeight += isOne ? 0 : weights.get(i);
      }
      for (int i = 0; i < weights.size(); i++) {
        if (shares.get(i) != 1) {
          double share =
              restWeight > 0 ? rest * (weights.get(i) / restWeight) : (double) rest / open;
          raised |= share < 1;
          shares.set(i, Math.max(1, share));
        }
      }
    }
    return shares;
  }

  private static String inWords(List<Double> weights, List<Integer> parts) {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      words.add(String.format(Locale.ROOT, "%.1f -> %d", weights.get(i), parts.get(i)));
    }
    return String.join(", ", words);
  }
}
