package dev.flyball.dataflow.live;

import dev.flyball.dataflow.pipeline.Pipeline;
import dev.flyball.dataflow.pipeline.PipelineTotals;
import dev.flyball.measure.HostMeter;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * A reader that cuts the counts of a pipeline and of the processors into windows. One thread at a
 * time.
 */
final class FlowWindows {

  private final Pipeline<?> pipeline;
  private Optional<Reading> last = Optional.empty();

  FlowWindows(Pipeline<?> pipeline) {
    this.pipeline = pipeline;
  }

  private record Reading(PipelineTotals totals, HostMeter.Reading host) {

    FlowObservation since(Reading earlier) {
      long nanos = totals.atNanos() - earlier.totals.atNanos();
      // A process with a quota for a part of the host is bound by that part, whatever other
      // processes do.
      boolean whole = host.cores() >= Runtime.getRuntime().availableProcessors();
      OptionalDouble busy =
          whole && host.hostBusyNanos().isPresent()
              ? cores(host.hostBusyNanos(), earlier.host.hostBusyNanos(), nanos)
              : cores(host.processCpuNanos(), earlier.host.processCpuNanos(), nanos);
      return new FlowObservation(host.cores(), busy, totals.since(earlier.totals));
    }

    private static OptionalDouble cores(OptionalLong now, OptionalLong before, long nanos) {
      return now.isPresent() && before.isPresent()
          ? OptionalDouble.of(Math.max(0, (double) (now.getAsLong() - before.getAsLong()) / nanos))
          : OptionalDouble.empty();
    }
  }

  /** What happened since the last call; empty at the first one. */
  Optional<FlowObservation> next() {
    Reading now = new Reading(pipeline.observe(), HostMeter.read());
    Optional<FlowObservation> window = last.map(now::since);
    last = Optional.of(now);
    return window;
  }
}
