package dev.flyball.dataflow.live;

import dev.flyball.dataflow.pipeline.Pipeline;
import dev.flyball.dataflow.pipeline.PipelineTotals;
import dev.flyball.dataflow.pipeline.StageTotals;
import dev.flyball.dataflow.pipeline.StageWindow;
import dev.flyball.dataflow.policy.FlowObservation;
import dev.flyball.dataflow.policy.ResponseGoal;
import dev.flyball.dataflow.policy.StageRule;
import dev.flyball.measure.HostMeter;
import dev.flyball.policy.Observation;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The counts of a pipeline and of the processors at one moment; two of them make a window.
 *
 * @param totals the pipeline's counts
 * @param entries the names of the stages that take records from outside
 * @param host the processors
 */
record FlowReading(PipelineTotals totals, List<String> entries, HostMeter.Reading host) {

  static FlowReading of(Pipeline<?> pipeline) {
    return new FlowReading(pipeline.observe(), pipeline.entryNames(), HostMeter.read());
  }

  /** What happened since an earlier reading, with what else the policy is to know. */
  FlowObservation since(
      FlowReading earlier, List<StageRule> rules, Optional<ResponseGoal> response) {
    return new FlowObservation(
        host.cores(), coresBusy(earlier), totals.since(earlier.totals), entries, rules, response);
  }

  /**
   * A stage since an earlier reading, as a pool of its threads: a record is a task, and a thread is
   * busy while it works on one. Quantiles are not known. What waits is averaged by Little's law,
   * over the records whose wait has ended.
   */
  Observation since(FlowReading earlier, String stage) {
    long nanos = Math.max(1, totals.atNanos() - earlier.totals.atNanos());
    StageTotals now = totals.stage(stage);
    StageWindow window = StageWindow.between(nanos, earlier.totals.stage(stage), now);
    long dropped = window.flow().dropped();
    long busy = Math.max(0, window.time().busyNanos());
    long waited = Math.max(0, window.time().queueWaitNanos());
    return Observation.of(earlier.totals.atNanos(), nanos)
        .workers(now.size().threadsAsked(), now.size().threadsAlive(), window.threads())
        .busy((double) busy / nanos)
        .queued((double) waited / nanos, now.size().queued() + now.size().spilled())
        .arrived(Math.max(0, window.flow().arrived() - dropped))
        .started(window.flow().done())
        .completed(window.flow().done())
        .failed(window.flow().failed())
        .retried(window.flow().retried())
        .rejected(dropped + window.flow().refused())
        .serviceNanos(busy)
        .waitNanos(waited)
        .responseNanos(busy + waited)
        .cpuNanos(atLeastZero(window.time().cpuNanos()))
        .cores(host.cores())
        .processBusyCores(processBusyCores(earlier))
        .hostBusyCores(hostBusyCores(earlier))
        .signal("blockedShare", window.blocked())
        .build();
  }

  private static OptionalLong atLeastZero(OptionalLong nanos) {
    return nanos.isPresent() ? OptionalLong.of(Math.max(0, nanos.getAsLong())) : nanos;
  }

  /** A process with a quota is bound by that part of the host, whatever other processes do. */
  private OptionalDouble coresBusy(FlowReading earlier) {
    boolean whole = host.cores() >= Runtime.getRuntime().availableProcessors();
    return whole && host.hostBusyNanos().isPresent()
        ? hostBusyCores(earlier)
        : processBusyCores(earlier);
  }

  private OptionalDouble hostBusyCores(FlowReading earlier) {
    return cores(host.hostBusyNanos(), earlier.host.hostBusyNanos(), earlier);
  }

  private OptionalDouble processBusyCores(FlowReading earlier) {
    return cores(host.processCpuNanos(), earlier.host.processCpuNanos(), earlier);
  }

  private OptionalDouble cores(OptionalLong now, OptionalLong before, FlowReading earlier) {
    long nanos = host.atNanos() - earlier.host.atNanos();
    return now.isPresent() && before.isPresent() && nanos > 0
        ? OptionalDouble.of(Math.max(0, (double) (now.getAsLong() - before.getAsLong()) / nanos))
        : OptionalDouble.empty();
  }
}
