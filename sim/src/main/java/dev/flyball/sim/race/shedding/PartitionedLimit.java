package dev.flyball.sim.race.shedding;

import dev.flyball.admission.Admission;
import dev.flyball.admission.Arrival;
import dev.flyball.admission.PoolState;
import dev.flyball.admission.ShedCause;
import dev.flyball.admission.Verdict;
import dev.flyball.base.Require;
import dev.flyball.policy.Reason;
import dev.flyball.sim.PoolCounts;
import java.util.List;

/**
 * A limit that is partitioned by class, as Netflix's concurrency-limits has it: any task gets in
 * while fewer are in flight than the limit; beyond, only one whose class has less in flight than
 * the part of the limit that it is guaranteed. Nothing waits for long: what has no place is turned
 * away.
 *
 * <p>As published for their PlayAPI, the important class is guaranteed all of the limit and others
 * nothing: those live on what is left. The library rounds a part up to at least one place.
 *
 * <p><b>Different here:</b> the limit is the pool's size, so what gets in beyond it waits for the
 * next free worker, the most important first. In the library it runs at once.
 *
 * <p>Sources: Netflix concurrency-limits 0.5.4, {@code AbstractPartitionedLimiter}; Mendiratta et
 * al. 2024, "Enhancing Netflix Reliability with Service-Level Prioritized Load Shedding".
 *
 * @param guaranteed the part of the limit that each class is guaranteed, from 0 to 1, the most
 *     important class first
 * @param counts what the pool counts
 */
public record PartitionedLimit(List<Double> guaranteed, PoolCounts counts) implements Admission {

  public PartitionedLimit {
    guaranteed = List.copyOf(guaranteed);
    guaranteed.forEach(part -> Require.between("guaranteed", 0, 1, part));
  }

  @Override
  public Verdict arriving(Arrival task, PoolState now) {
    int own = counts.inFlight(task.importance());
    double part = guaranteed.get(task.importance().ordinal());
    boolean in =
        counts.inFlight() < now.workers() || own < Math.max(1, Math.ceil(now.workers() * part));
    return in && now.waiting() < now.capacity()
        ? Verdict.in(this)
        : Verdict.out(
            ShedCause.FULL,
            Reason.of("full: %{own}d of this class in flight", own),
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
}
