package dev.flyball.dataflow.network;

import dev.flyball.base.Require;

/**
 * The allowed numbers of threads of a node.
 *
 * @param min the smallest number, at least 1
 * @param max the largest number
 * @param fixed whether the number must not change; then min equals max
 */
public record Threads(int min, int max, boolean fixed) {

  /** Any number. */
  public static final Threads ANY = new Threads(1, Integer.MAX_VALUE, false);

  public Threads {
    Require.atLeast("min", 1, min);
    if (max < min) {
      throw new IllegalArgumentException("max must be at least min (" + min + ") but was " + max);
    }
    if (fixed && min != max) {
      throw new IllegalArgumentException(
          "a fixed number must be one number but was from " + min + " to " + max);
    }
  }

  /** Exactly this number of threads. */
  public static Threads fixed(int threads) {
    return new Threads(threads, threads, true);
  }
}
