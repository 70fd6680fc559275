package dev.flyball.sim.scenario;

import dev.flyball.base.Require;
import dev.flyball.sim.workload.Arrivals;
import dev.flyball.sim.workload.TimeDistribution;
import java.util.List;
import java.util.stream.LongStream;

/** The source of tasks. */
public sealed interface Source {

  /**
   * The moments since the source's beginning at which its rate changes so that another size may be
   * best, ascending.
   *
   * @param lengthNanos how far to look ahead
   */
  List<Long> turnsNanos(long seed, long lengthNanos);

  /** Tasks that arrive whatever the outcome of earlier tasks. */
  record Open(Arrivals arrivals) implements Source {
    @Override
    public List<Long> turnsNanos(long seed, long lengthNanos) {
      return arrivals.turnsNanos(seed, lengthNanos);
    }
  }

  /**
   * Clients that wait for their task to end, think, and submit the next; each thinks once before
   * its first task.
   *
   * @param clients the number of clients
   * @param think the think time
   */
  record Closed(int clients, TimeDistribution think) implements Source {
    public Closed {
      Require.atLeast("clients", 1, clients);
    }

    @Override
    public List<Long> turnsNanos(long seed, long lengthNanos) {
      return List.of();
    }
  }

  /**
   * A recording from elsewhere.
   *
   * @param arrivals the recorded arrivals, ascending in time
   */
  record Trace(List<Recorded> arrivals) implements Source {
    public Trace {
      arrivals = List.copyOf(arrivals);
    }

    /** Twelve equal parts: a trace does not say where its rate changes. */
    @Override
    public List<Long> turnsNanos(long seed, long lengthNanos) {
      return LongStream.range(1, 12).mapToObj(part -> part * (lengthNanos / 12)).toList();
    }
  }

  /**
   * One line of a trace.
   *
   * @param atNanos when the task arrived, since the trace's beginning
   * @param kind the index of its kind among its pool's kinds
   */
  record Recorded(long atNanos, int kind) {}
}
