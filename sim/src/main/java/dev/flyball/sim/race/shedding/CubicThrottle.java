package dev.flyball.sim.race.shedding;

import dev.flyball.admission.Admission;
import dev.flyball.admission.Arrival;
import dev.flyball.admission.PoolState;
import dev.flyball.admission.ShedCause;
import dev.flyball.admission.Verdict;
import dev.flyball.base.Require;
import dev.flyball.policy.Reason;
import dev.flyball.sim.PoolCounts;

/**
 * Netflix's progressive load shedding: the busier, the more important must be what gets in.
 *
 * <p>Every task has a priority from 1, the most important, to 100 ({@link Levels}: {@value #LEVELS}
 * of each of four classes). Above a threshold of the utilisation, tasks are turned away whose
 * priority is above {@code 100 * (1 - x^3)}, where x is how far the utilisation is from the
 * threshold, 0, to the most that can be, 1. So a little too much costs the least important ones
 * alone: at x = 0.35 priorities from 96 on, at 0.8 from 49 on, at 0.95 from 15 on.
 *
 * <p><b>Left open there, chosen here:</b> what the utilisation is: the gateway takes errors and
 * requests in flight, services take processor time or what else suits. Here it is what is in flight
 * over the pool's size, at the moment: processors are idle where a backend is the limit. The
 * threshold is the 60 % at which services begin, of the article of 2024.
 *
 * <p>Sources: Gonigberg et al. 2020, "Keeping Netflix Reliable Using Prioritized Load Shedding";
 * Mendiratta et al. 2024, "Enhancing Netflix Reliability with Service-Level Prioritized Load
 * Shedding".
 *
 * @param from the utilisation at which it begins; 0.6
 * @param to that at which nothing gets in; 1
 * @param counts what the pool counts
 */
public record CubicThrottle(double from, double to, PoolCounts counts) implements Admission {

  private static final int LEVELS = 25;

  public CubicThrottle {
    Require.between("from", 0, 100, from);
    Require.between("to", from, 100, to);
  }

  @Override
  public Verdict arriving(Arrival task, PoolState now) {
    double utilisation = (double) counts.inFlight() / now.workers();
    double over = Math.max(0, Math.min(1, (utilisation - from) / Math.max(1e-9, to - from)));
    double threshold = Levels.count(LEVELS) * (1 - over * over * over);
    int priority = 1 + Levels.of(task, LEVELS);
    return priority <= threshold && now.waiting() < now.capacity()
        ? Verdict.in(this)
        : Verdict.out(
            ShedCause.OVERLOADED,
            Reason.of("priority %{priority}d is above %{threshold}.1f", priority, threshold),
            now.meanServiceNanos() / now.workers(),
            this);
  }

  @Override
  public Verdict starting(Arrival task, PoolState now) {
    return Verdict.in(this);
  }

  @Override
  public Order order() {
    return Order.ARRIVAL;
  }

  @Override
  public boolean importantFirst() {
    return false;
  }
}
