package dev.flyball.sim.race;

import dev.flyball.sim.Outcome;
import dev.flyball.sim.PoolOutcome;

/**
 * What a run cost, in seconds per task: the one figure that policies are ranked by.
 *
 * <pre>
 *   cost = (tasks in the system, integrated over time
 *           + PRICE * workers that existed, integrated over time
 *           + LOSS * (tasks turned away + tasks never finished)) / tasks offered
 * </pre>
 *
 * <p>By Little's law the first integral is the sum of all response times, so a run in which nobody
 * is lost costs the mean response time, and a tenth of a second for each second of worker that a
 * task took. Neither a large pool nor a long queue is for free; a policy that is good at one of
 * them only is not good. Both integrals, summed over the pools, run to the end of the run, so a
 * backlog that outlives the load is paid for.
 *
 * <p>Worked: 100 tasks per second of 0.1 s each, 16 workers, nobody waits: 0.1 + 0.1 * 16 / 100 =
 * 0.116 s. With 60 workers that never end: 0.1 + 0.1 * 60 / 100 = 0.16 s.
 *
 * <p>Assumes that a worker is much cheaper than a task that is kept waiting. The order of policies
 * depends on the two prices; they are the same for every scenario, so that nobody can choose them
 * to suit.
 *
 * <p>Source of the form, staffing cost plus cost of delay: Borst, Mandelbaum, Reiman 2004,
 * "Dimensioning Large Call Centers", Operations Research 52(1).
 */
public final class Cost {

  /** What a worker that exists costs, as a share of what a task in the system costs. */
  public static final double PRICE = 0.1;

  /** What a task that is turned away or never finished costs, in seconds. */
  public static final double LOSS_SECONDS = PoolOutcome.Account.LOSS_NANOS / 1e9;

  private Cost() {}

  /**
   * What of the cost some sizes might have avoided, in seconds per task: the cost less that of
   * tasks that nobody is in the way of, each on a worker that exists for it alone. No sizes do
   * without that, so it is a floor by proof, if a low one; NaN where it was not measured, as on
   * real threads.
   */
  public static double avoidableSecondsPerTask(Outcome outcome) {
    double alone = 0;
    for (PoolOutcome pool : outcome.pools()) {
      alone += pool.account().aloneNanos();
    }
    return secondsPerTask(outcome) - (1 + PRICE) * alone / 1e9 / Math.max(1, outcome.offered());
  }

  /** The cost of a run in seconds per task; of a run without any task, in seconds. */
  public static double secondsPerTask(Outcome outcome) {
    double nanos = 0;
    for (PoolOutcome pool : outcome.pools()) {
      nanos += pool.inSystemNanos() + PRICE * pool.workerNanos() + LOSS_SECONDS * 1e9 * pool.lost();
    }
    return nanos / 1e9 / Math.max(1, outcome.offered());
  }
}
