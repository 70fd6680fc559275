package dev.flyball.control;

import static dev.flyball.base.Require.atLeast;
import static dev.flyball.base.Require.countAtLeast;
import static dev.flyball.base.Require.finiteAtLeast;

import dev.flyball.base.Require;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.ToIntFunction;

/**
 * A number of workers divided among several pools.
 *
 * <p>If there are enough for all, each pool gets what it wants. Otherwise the workers are given out
 * in steps, each of which raises the pools further:
 *
 * <ol>
 *   <li>the least that each must have, even if that is more than there are;
 *   <li>the load, with its square root beyond it, without which its queue would grow;
 *   <li>a worker for each task that waits now, up to what the pool wants;
 *   <li>all that is wanted.
 * </ol>
 *
 * <p>So what one pool keeps for bursts is there for another one's backlog. Pools that others wait
 * for are through with steps 2 and 3 before the others begin: a worker of a pool whose task waits
 * for them does nothing.
 *
 * <p>If a step cannot be made in full, pools get workers in proportion to weight times load in step
 * 2, and to weight times what they want in steps 3 and 4; no pool less than it had before the step,
 * nor more than the step is for. What is left over by rounding goes to the largest fractions, and
 * among equal ones to the pool that is earlier in the list. Worked: 20 workers for loads of 20 and
 * 10 Erlang: 13.3 and 6.7, so 13 and 7.
 *
 * <p>Assumes that a worker of one pool costs as much as one of another. Fails where a pool that
 * others wait for is slow for a reason of its own: it is served first all the same.
 *
 * <p>Source: Pepperdine, Tuning the Size of Your Thread Pool, "Theory meets reality": "treat them
 * all as a single thread pool", then "partition that number between the various thread groups".
 *
 * @param total the number of workers
 * @param claims what the pools want
 * @param parts the workers of each pool, in the order of the claims
 */
public record Partition(int total, List<Claim> claims, List<Integer> parts) {

  private static final int HALVINGS = 100;

  /** Copies the lists. */
  public Partition {
    claims = List.copyOf(claims);
    parts = List.copyOf(parts);
  }

  /**
   * What a pool wants of a number of workers.
   *
   * @param name the pool's name
   * @param least the workers that it gets in any case, at least 1
   * @param load its workers that are busy on average, in Erlang
   * @param wanted the workers that it wants, at least {@code least}
   * @param waiting tasks that wait in it now
   * @param weight how much it counts where workers are scarce, above 0; 1 is neutral
   * @param callers how many pools wait for it, directly or through others
   */
  public record Claim(
      String name, int least, double load, int wanted, long waiting, double weight, int callers) {

    /** Checks the ranges. */
    public Claim {
      Objects.requireNonNull(name, "name must not be null");
      atLeast("least", 1, least);
      finiteAtLeast("load", 0, load);
      atLeast("wanted", least, wanted);
      countAtLeast("waiting", 0, waiting);
      requireWeight(name, weight);
      countAtLeast("callers", 0, callers);
    }

    private int forLoad() {
      double staffed = Math.ceil(load + StrictMath.sqrt(load));
      return (int) Math.max(least, Math.min(wanted, staffed));
    }

    private int forTasksThatWait() {
      return (int) Math.min(wanted, forLoad() + Math.min(Integer.MAX_VALUE, waiting));
    }
  }

  /** Returns a weight if it is finite and above 0. */
  static double requireWeight(String name, double weight) {
    return Require.above("weight of '" + name + "'", 0, weight);
  }

  /** Whether all pools together want more than there is. */
  boolean isScarce() {
    return claims.stream().mapToLong(Claim::wanted).sum() > total;
  }

  /**
   * Divides a number of workers.
   *
   * @param total at least 0
   */
  public static Partition of(int total, List<Claim> claims) {
    atLeast("total", 0, total);
    Raise raise = new Raise(claims, total);
    for (int callers :
        new TreeSet<>(claims.stream().map(Claim::callers).toList()).descendingSet()) {
      boolean[] these = new boolean[claims.size()];
      for (int i = 0; i < these.length; i++) {
        these[i] = claims.get(i).callers() == callers;
      }
      raise.to(these, Claim::forLoad, Claim::load);
      raise.to(these, Claim::forTasksThatWait, Claim::wanted);
    }
    boolean[] all = new boolean[claims.size()];
    Arrays.fill(all, true);
    raise.to(all, Claim::wanted, Claim::wanted);
    return new Partition(total, claims, Arrays.stream(raise.parts).boxed().toList());
  }

  /** A figure of a claim. */
  private interface Figure {
    double of(Claim claim);
  }

  /** The parts while they are raised. */
  private static final class Raise {
    private final List<Claim> claims;
    private final int[] parts;
    private int left;

    Raise(List<Claim> claims, int total) {
      this.claims = claims;
      this.parts = claims.stream().mapToInt(Claim::least).toArray();
      this.left = (int) Math.max(0, total - sum(parts));
    }

    /** Raises some pools to a level, as far as there are workers. */
    void to(boolean[] these, ToIntFunction<Claim> level, Figure share) {
      int[] most = parts.clone();
      double[] weights = new double[most.length];
      for (int i = 0; i < most.length; i++) {
        if (these[i]) {
          int atMost = parts[i] + left; // no sum of these can overflow a long
          most[i] = Math.max(parts[i], Math.min(atMost, level.applyAsInt(claims.get(i))));
          weights[i] = claims.get(i).weight() * Math.max(1e-9, share.of(claims.get(i)));
        }
      }
      long have = sum(parts);
      int given = (int) Math.min(left, sum(most) - have);
      if (given > 0) {
        give(have + given, most, weights);
        left -= given;
      }
    }

    private static long sum(int[] workers) {
      return Arrays.stream(workers).asLongStream().sum();
    }

    /** Gives each pool its share between what it has and the most, so many in all. */
    private void give(long sum, int[] most, double[] weights) {
      double high = 0;
      for (int i = 0; i < most.length; i++) {
        high = most[i] > parts[i] ? Math.max(high, most[i] / weights[i]) : high;
      }
      double low = 0;
      for (int i = 0; i < HALVINGS; i++) {
        double middle = (low + high) / 2;
        if (shares(middle, most, weights).stream().mapToDouble(Double::doubleValue).sum() <= sum) {
          low = middle;
        } else {
          high = middle;
        }
      }
      round(shares(low, most, weights), sum, most);
    }

    private List<Double> shares(double scale, int[] most, double[] weights) {
      List<Double> shares = new ArrayList<>();
      for (int i = 0; i < most.length; i++) {
        shares.add(Math.max(parts[i], Math.min(most[i], scale * weights[i])));
      }
      return shares;
    }

    private void round(List<Double> shares, long sum, int[] most) {
      List<Integer> byFraction = new ArrayList<>();
      long rest = sum;
      for (int i = 0; i < parts.length; i++) {
        parts[i] = (int) Math.floor(shares.get(i) + 1e-9);
        byFraction.add(i);
        rest -= parts[i];
      }
      byFraction.sort( // stable: list order
          (a, b) -> Double.compare(shares.get(b) - parts[b], shares.get(a) - parts[a]));
      for (int i = 0; rest > 0; i = (i + 1) % parts.length) {
        int pool = byFraction.get(i);
        if (parts[pool] < most[pool]) {
          parts[pool]++;
          rest--;
        }
      }
    }
  }

  /** The load of all pools together, in Erlang. */
  public double load() {
    return claims.stream().mapToDouble(Claim::load).sum();
  }

  /** The division in one line. */
  public String why() {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      Claim claim = claims.get(i);
      words.add(
          String.format(
              Locale.ROOT,
              "%s %d of %d (load %.1f%s)",
              claim.name(),
              parts.get(i),
              claim.wanted(),
              claim.load(),
              claim.callers() > 0 ? ", first: others wait for it" : ""));
    }
    return String.format(
        Locale.ROOT, "%d for a load of %.1f: %s", total, load(), String.join(", ", words));
  }
}
