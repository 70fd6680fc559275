package dev.flyball.sim.scenario;

import dev.flyball.base.Require;

/**
 * The deadline of a task of a kind, and its client's answer to a failure.
 *
 * <p>The time-out counts from the moment when a worker begins the task, as that of a connection or
 * of a call does. A task that waits or calls gives up at once, and what it called is rid of it; one
 * that computes, or holds a lock, gives up after the step. A task that has failed, was turned away,
 * or took too long, comes again after a pause, as long as tries are left; each try is drawn anew.
 *
 * @param timeoutNanos how long a task may run; {@link Long#MAX_VALUE} for as long as it takes
 * @param retries how often it is tried again
 * @param pauseNanos how long after the failure
 */
public record RetryRule(long timeoutNanos, int retries, long pauseNanos) {

  /** No time-out, and nothing is tried again. */
  public static final RetryRule ENDLESS = new RetryRule(Long.MAX_VALUE, 0, 0);

  public RetryRule {
    Require.countAtLeast("timeoutNanos", 1, timeoutNanos);
    Require.atLeast("retries", 0, retries);
    Require.countAtLeast("pauseNanos", 0, pauseNanos);
  }

  /** Whether a task is ever given up. */
  public boolean ends() {
    return timeoutNanos < Long.MAX_VALUE;
  }
}
