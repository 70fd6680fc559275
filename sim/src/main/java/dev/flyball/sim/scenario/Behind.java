package dev.flyball.sim.scenario;

import dev.flyball.base.Require;

/**
 * A downstream that tasks call, and whose capacity is its own: it is not made faster by workers.
 */
public sealed interface Behind {

  /** The name by which kinds of task call it. */
  String name();

  /**
   * A downstream with {@code servers} servers and one queue, first in first out.
   *
   * @param servers how many calls it works on at once
   */
  record Servers(String name, int servers) implements Behind {
    public Servers {
      Require.notBlank("name", name);
      Require.atLeast("servers", 1, servers);
    }
  }

  /**
   * A downstream that collapses: with n calls at once each runs at 1 / (1 + contention (n - 1) +
   * coherency n (n - 1)) of the speed of a single one (Gunther's universal scalability law), so its
   * throughput peaks at n = sqrt((1 - contention) / coherency) and falls beyond.
   *
   * @param contention the part that queues, from 0 up to 1
   * @param coherency the part that each call pays to every other, above 0
   * @param steepness how suddenly: 2 for the law as it is, with a round top; with more, the term of
   *     coherency is coherency (n^steepness - 1), and the top is sharper
   */
  record Collapse(String name, double contention, double coherency, double steepness)
      implements Behind {

    /** The steepness of the scalability law itself. */
    public static final double ROUND = 2;

    public Collapse {
      Require.notBlank("name", name);
      Require.between("contention", 0, 1, contention);
      Require.above("coherency", 0, coherency);
      Require.finiteAtLeast("steepness", ROUND, steepness);
    }

    /** The scalability law as it is. */
    public Collapse(String name, double contention, double coherency) {
      this(name, contention, coherency, ROUND);
    }

    /** The law whose throughput peaks at {@code calls} calls at once. */
    public static Collapse peakingAt(String name, double calls, double contention) {
      return peakingAt(name, calls, contention, ROUND);
    }

    /**
     * The law whose throughput peaks at {@code calls} calls at once: with the steepness k,
     * coherency is (1 - contention) / ((k - 1) peak^k).
     */
    public static Collapse peakingAt(
        String name, double calls, double contention, double steepness) {
      Require.between("contention", 0, 0.999, contention);
      Require.above("peak", 0, calls);
      double coherency = (1 - contention) / ((steepness - 1) * StrictMath.pow(calls, steepness));
      return new Collapse(name, contention, coherency, steepness);
    }

    /** The same law with its peak elsewhere. */
    public Collapse peakingAt(double calls) {
      return peakingAt(name, calls, contention, steepness);
    }

    /** The speed of each of {@code calls} calls at once, 1 for a single one. */
    public double speed(double calls) {
      double crowd =
          steepness == ROUND
              ? coherency * calls * (calls - 1)
              : coherency * (StrictMath.pow(calls, steepness) - 1);
      return 1 / (1 + contention * (calls - 1) + crowd);
    }
  }

  /** A first-come-first-served lock; its holder uses a processor for the time of the call. */
  record Lock(String name) implements Behind {
    public Lock {
      Require.notBlank("name", name);
    }
  }

  /**
   * A rate limit: calls are let through at least {@code 1 / perSecond} apart, in order; the call's
   * own time begins then.
   *
   * @param perSecond how many calls are let through per second
   */
  record RateLimit(String name, double perSecond) implements Behind {
    public RateLimit {
      Require.notBlank("name", name);
      Require.above("perSecond", 0, perSecond);
    }
  }
}
