package dev.flyball.lab.bench;

import dev.flyball.sim.scenario.Phase;
import dev.flyball.sim.scenario.Pool;
import dev.flyball.sim.scenario.Scenario;
import dev.flyball.sim.scenario.Source;
import dev.flyball.sim.scenario.Streams;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The tasks of an open or recorded source during one phase, in the order of their times; drawn as
 * they are asked for. A closed source has none.
 */
final class OpenTasks implements Iterator<PlannedTask> {

  private static final int ANY_KIND = -1;

  private final TaskDraws draws;
  private final long fromNanos;
  private final long toNanos;
  private final Iterator<Source.Recorded> arrivals;
  private Optional<Source.Recorded> next;

  private OpenTasks(
      Iterator<Source.Recorded> arrivals, TaskDraws draws, long fromNanos, long toNanos) {
    this.arrivals = arrivals;
    this.draws = draws;
    this.fromNanos = fromNanos;
    this.toNanos = toNanos;
    this.next = following();
  }

  static OpenTasks of(Scenario scenario, int poolIndex, int phase, long seed, TaskDraws draws) {
    Pool pool = scenario.pools().get(poolIndex);
    Source source = pool.phases().get(phase).source();
    long phaseSeed = Streams.arrivals(seed, poolIndex, phase);
    return new OpenTasks(
        arrivals(source, phaseSeed),
        draws,
        pool.phases().get(phase).fromNanos(),
        endNanos(scenario, pool, phase));
  }

  /** The tasks of all phases of a pool, one phase after the other. */
  static Iterator<PlannedTask> ofAllPhases(
      Scenario scenario, int poolIndex, long seed, TaskDraws draws) {
    int phases = scenario.pools().get(poolIndex).phases().size();
    return new Iterator<>() {
      private int phase;
      private OpenTasks tasks = of(scenario, poolIndex, 0, seed, draws);

      @Override
      public boolean hasNext() {
        while (!tasks.hasNext() && phase + 1 < phases) {
          tasks = of(scenario, poolIndex, ++phase, seed, draws);
        }
        return tasks.hasNext();
      }

      @Override
      public PlannedTask next() {
        if (!hasNext()) {
          throw new NoSuchElementException("no phase has any more tasks");
        }
        return tasks.next();
      }
    };
  }

  /** When a phase is over: when the next one begins, or the length is over. */
  static long endNanos(Scenario scenario, Pool pool, int phase) {
    List<Phase> phases = pool.phases();
    long next = phase + 1 < phases.size() ? phases.get(phase + 1).fromNanos() : Long.MAX_VALUE;
    return Math.min(next, scenario.lengthNanos());
  }

  private static Iterator<Source.Recorded> arrivals(Source source, long phaseSeed) {
    if (source instanceof Source.Trace trace) {
      return trace.arrivals().iterator();
    }
    if (source instanceof Source.Open open) {
      LongSupplier times = open.arrivals().times(phaseSeed);
      return new Iterator<>() {
        @Override
        public boolean hasNext() {
          return true;
        }

        @Override
        public Source.Recorded next() {
          return new Source.Recorded(times.getAsLong(), ANY_KIND);
        }
      };
    }
    return List.<Source.Recorded>of().iterator();
  }

  private Optional<Source.Recorded> following() {
    return Optional.of(arrivals)
        .filter(Iterator::hasNext)
        .map(Iterator::next)
        .filter(arrival -> arrival.atNanos() < toNanos - fromNanos);
  }

  @Override
  public boolean hasNext() {
    return next.isPresent();
  }

  @Override
  public PlannedTask next() {
    Source.Recorded arrival =
        next.orElseThrow(() -> new NoSuchElementException("the phase has no more tasks"));
    next = following();
    long atNanos = fromNanos + arrival.atNanos();
    return arrival.kind() == ANY_KIND
        ? draws.next(atNanos, PlannedTask.NOBODY)
        : draws.ofKind(atNanos, arrival.kind());
  }
}
