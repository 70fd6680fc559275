package dev.flyball.sim.race.shedding;

import dev.flyball.admission.Admission;
import dev.flyball.admission.Arrival;
import dev.flyball.admission.PoolState;
import dev.flyball.admission.ShedCause;
import dev.flyball.admission.Verdict;
import dev.flyball.policy.Reason;

/**
 * The rule that a careful server needs no library for: first come, first served, and a task that
 * has waited half of its time when a worker takes it is answered with an error instead.
 *
 * <p>A task that waits no longer than that has the other half for its own work. Nothing is learned,
 * so nothing is learned wrong; but tasks that are turned away have waited for nothing, and one that
 * is short is turned away like one that is long.
 */
public record HalfDeadline() implements Admission {

  @Override
  public Verdict arriving(Arrival task, PoolState now) {
    return now.waiting() < now.capacity()
        ? Verdict.in(this)
        : Verdict.out(
            ShedCause.FULL,
            Reason.of("full: %{waiting}d wait", now.waiting()),
            now.meanServiceNanos() / now.workers(),
            this);
  }

  @Override
  public Verdict starting(Arrival task, PoolState now) {
    long waitedNanos = now.nowNanos() - task.arrivedNanos();
    boolean inTime =
        !task.hasDeadline() || waitedNanos <= (task.deadlineNanos() - task.arrivedNanos()) / 2;
    return inTime
        ? Verdict.in(this)
        : Verdict.out(
            ShedCause.EXPIRED,
            Reason.of("has waited %{waited}.3f s, half of its time", waitedNanos / 1e9),
            now.lineNanos(),
            this);
  }

  @Override
  public Order order() {
    return Order.ARRIVAL;
  }
}
