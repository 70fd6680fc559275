package dev.flyball.sim.race;

import dev.flyball.sim.Outcome;
import dev.flyball.sim.PoolOutcome;

/**
 * The cost of a run, in seconds per task: the one figure that ranks policies.
 *
 * <pre>
 *   cost = (tasks in the system, integrated over time
 *           + worker * workers that existed, integrated over time
 *           + loss * (tasks turned away + tasks never finished)) / tasks offered
 * </pre>
 *
 * <p>where the two prices are {@link Prices}.
 *
 * <p>By Little's law the first integral is the sum of all response times. So a run without lost
 * tasks costs the mean response time, and a tenth of a second for each second of worker that a task
 * took. Both a large pool and a long queue have a price; a policy that saves only one of them is
 * not good. Both integrals, summed over the pools, run to the end of the run, so a backlog that
 * outlives the load is paid for.
 *
 * <p>Worked: 100 tasks per second of 0.1 s each, 16 workers, no task waits: 0.1 + 0.1 * 16 / 100 =
 * 0.116 s. With 60 workers that never end: 0.1 + 0.1 * 60 / 100 = 0.16 s.
 *
 * <p>Assumes that a worker is much cheaper than a task that is kept waiting. The order of policies
 * depends on the two prices. The standard prices are the same for every scenario, so they cannot be
 * chosen to suit a policy; {@link Order} shows how the order changes with other prices.
 *
 * <p>Source of the form, staffing cost plus cost of delay: Borst, Mandelbaum, Reiman 2004,
 * "Dimensioning Large Call Centers", Operations Research 52(1).
 */
public final class Cost {

  private Cost() {}

  /**
   * The part of the cost that some sizes might have avoided, in seconds per task: the cost less
   * that of tasks that nothing delays, each on a worker that exists for it alone. No sizes cost
   * less, so it is a proven floor, if a low one; NaN if it was not measured, as on real threads. It
   * is a floor under the standard prices only: where losing a task costs less, losing all may be
   * cheaper.
   */
  public static double avoidableSecondsPerTask(Outcome outcome) {
    double alone = 0;
    for (PoolOutcome pool : outcome.pools()) {
      alone += pool.account().aloneNanos();
    }
    return secondsPerTask(outcome)
        - (1 + Prices.STANDARD.worker()) * alone / 1e9 / Math.max(1, outcome.offered());
  }

  /** The cost of a run in seconds per task, under the standard prices. */
  public static double secondsPerTask(Outcome outcome) {
    return secondsPerTask(outcome, Prices.STANDARD);
  }

  /** The cost of a run in seconds per task; of a run without any task, in seconds. */
  public static double secondsPerTask(Outcome outcome, Prices prices) {
    double nanos = 0;
    for (PoolOutcome pool : outcome.pools()) {
      nanos +=
          pool.inSystemNanos()
              + prices.worker() * pool.workerNanos()
              + prices.lossSeconds() * 1e9 * pool.lost();
    }
    return nanos / 1e9 / Math.max(1, outcome.offered());
  }
}
