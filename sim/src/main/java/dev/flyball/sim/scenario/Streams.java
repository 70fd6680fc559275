package dev.flyball.sim.scenario;

import dev.flyball.base.Dice;

/**
 * The seeds of all chance in a run: each purpose has a stream of its own, so that one does not
 * disturb another, and a task is the same task whatever a policy does.
 */
public final class Streams {

  private static final int ARRIVALS = 0;
  private static final int TASKS = 1;
  private static final int POLICY = 2;
  private static final int RETRIES = 3;
  private static final int PURPOSES = 8;
  private static final int PHASES_MAX = 1 << 20;

  private Streams() {}

  /** The seed of the arrival times of one phase of one pool. */
  public static long arrivals(long runSeed, int pool, int phase) {
    return of(runSeed, ARRIVALS, (long) pool * PHASES_MAX + phase);
  }

  /** The seed of the kinds and times of one pool's tasks. */
  public static long tasks(long runSeed, int pool) {
    return of(runSeed, TASKS, pool);
  }

  /** The seed of whatever sizes one pool. */
  public static long policy(long runSeed, int pool) {
    return of(runSeed, POLICY, pool);
  }

  /** The seed of the times of one pool's tasks that are tried again. */
  public static long retries(long runSeed, int pool) {
    return of(runSeed, RETRIES, pool);
  }

  private static long of(long runSeed, int purpose, long index) {
    return Dice.stream(runSeed, index * PURPOSES + purpose).nextLong();
  }
}
