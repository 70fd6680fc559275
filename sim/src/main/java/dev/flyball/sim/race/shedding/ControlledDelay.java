package dev.flyball.sim.race.shedding;

import dev.flyball.admission.Admission;
import dev.flyball.admission.Arrival;
import dev.flyball.admission.PoolState;
import dev.flyball.admission.ShedCause;
import dev.flyball.admission.Verdict;
import dev.flyball.base.Require;
import dev.flyball.policy.Reason;

/**
 * Controlled delay for queues of requests, as Facebook's servers have it: while the queue has not
 * been empty for an interval, a task that has waited longer than a short target is turned away when
 * its turn comes; else one that has waited for the interval. First come, first served.
 *
 * <p>It knows no deadlines, so it suits tasks of any, and needs none that is right. It counts on a
 * queue that is empty every now and then when all is well, which holds for servers with many more
 * threads than are busy.
 *
 * <p>Source: Maurer 2015, "Fail at Scale", ACM Queue 13(8); after CoDel (Nichols, Jacobson 2012).
 *
 * @param targetNanos how long a task may wait while the queue stands; there 5 ms
 * @param intervalNanos how long the queue must have stood, and how long a task may wait else; there
 *     100 ms
 * @param emptyNanos when the queue was last seen empty
 */
public record ControlledDelay(long targetNanos, long intervalNanos, long emptyNanos)
    implements Admission {

  private static final ControlledDelay PUBLISHED = new ControlledDelay(5_000_000, 100_000_000, 0);

  public ControlledDelay {
    Require.above("targetNanos", 0, targetNanos);
    Require.above("intervalNanos", 0, intervalNanos);
  }

  /** The rule with its published settings. */
  public static ControlledDelay published() {
    return PUBLISHED;
  }

  @Override
  public Verdict arriving(Arrival task, PoolState now) {
    ControlledDelay next = seen(now);
    return now.waiting() < now.capacity()
        ? Verdict.in(next)
        : Verdict.out(
            ShedCause.FULL,
            Reason.of("full: %{waiting}d wait", now.waiting()),
            now.meanServiceNanos() / now.workers(),
            next);
  }

  @Override
  public Verdict starting(Arrival task, PoolState now) {
    ControlledDelay next = seen(now);
    boolean stands = now.nowNanos() - next.emptyNanos > intervalNanos;
    long mayWaitNanos = stands ? targetNanos : intervalNanos;
    long waitedNanos = now.nowNanos() - task.arrivedNanos();
    return waitedNanos <= mayWaitNanos
        ? Verdict.in(next)
        : Verdict.out(
            ShedCause.OVERLOADED,
            Reason.of(
                "has waited %{waited}.3f s of %{may}.3f s", waitedNanos / 1e9, mayWaitNanos / 1e9),
            now.lineNanos(),
            next);
  }

  private ControlledDelay seen(PoolState now) {
    return now.waiting() == 0
        ? new ControlledDelay(targetNanos, intervalNanos, now.nowNanos())
        : this;
  }

  @Override
  public Order order() {
    return Order.ARRIVAL;
  }
}
