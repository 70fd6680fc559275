package dev.flyball.adapters.mariadb;

import java.util.Locale;

/**
 * A dynamic variable of the server's thread pool that can be governed, as a number of workers.
 *
 * <p>A governor moves whole numbers and steps by small ones, so a variable with a fine unit is
 * counted in a coarser one.
 */
public enum Knob {
  /** The number of thread groups: how many statements run at once, roughly. */
  SIZE("thread_pool_size", 1, 100_000),

  /** How many more threads may be active in a group before new statements have to wait. */
  OVERSUBSCRIBE("thread_pool_oversubscribe", 1, 1000),

  /** When a statement counts as stalled, so that its group starts another thread; in 10 ms. */
  STALL_LIMIT("thread_pool_stall_limit", 10, 100_000);

  private final String variable;
  private final int unit;
  private final int most;

  Knob(String variable, int unit, int most) {
    this.variable = variable;
    this.unit = unit;
    this.most = most;
  }

  /** The name of the server's variable. */
  public String variable() {
    return variable;
  }

  /** How much of the variable one worker stands for. */
  public int unit() {
    return unit;
  }

  /** The name as it is written on a command line: {@code stall-limit}. */
  public String spelling() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The value of the variable that stands for this many workers. */
  long valueOf(int workers) {
    if (workers < 1 || workers > most) {
      throw new IllegalArgumentException(
          "workers must be from 1 to " + most + " for " + variable + " but was " + workers);
    }
    return (long) workers * unit;
  }

  /** The workers that a value of the variable stands for: the nearest whole number from 1 up. */
  public int workersOf(long value) {
    return (int) Math.min(most, Math.max(1, Math.round((double) value / unit)));
  }
}
