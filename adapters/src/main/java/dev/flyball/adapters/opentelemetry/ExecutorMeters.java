package dev.flyball.adapters.opentelemetry;

import dev.flyball.adapters.meter.MeteredTarget;
import dev.flyball.adapters.meter.TargetMeter;
import dev.flyball.adapters.meter.TargetMeter.Kind;
import dev.flyball.adapters.meter.TargetMeter.Unit;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * What every executor has, by the names, units and kinds that are proposed for OpenTelemetry's
 * semantic conventions.
 *
 * <p>The convention is a <a
 * href="https://github.com/open-telemetry/semantic-conventions/pull/3970">proposal</a>, of the
 * status "development", as it stood in September 2026; no release of the conventions (the last one
 * was 1.44.0) has it yet. Of its metrics only {@code jvm.executor.queue.capacity} is not here.
 */
final class ExecutorMeters {

  private static final String STATE = "jvm.executor.thread.state";

  static final List<TargetMeter> ALL =
      List.of(
          threads("active", MeteredTarget::active),
          threads("idle", MeteredTarget::idle),
          upDown(
              "jvm.executor.thread.core",
              Unit.WORKERS,
              "The number of core threads configured for the executor.",
              MeteredTarget::size),
          upDown(
              "jvm.executor.thread.limit",
              Unit.WORKERS,
              "The maximum number of threads allowed for the executor.",
              ExecutorMeters::limit),
          upDown(
              "jvm.executor.queue.size",
              Unit.TASKS,
              "The number of tasks currently queued for execution.",
              MeteredTarget::queued),
          tasks(
              "jvm.executor.task.completed",
              "The number of tasks completed by the executor.",
              MeteredTarget::completed),
          tasks(
              "jvm.executor.task.rejected",
              "The number of tasks rejected by the executor.",
              MeteredTarget::rejected));

  private ExecutorMeters() {}

  /** Without a bound there is no such metric. */
  private static double limit(MeteredTarget target) {
    return target.max() == Integer.MAX_VALUE ? Double.NaN : target.max();
  }

  private static TargetMeter threads(String state, ToDoubleFunction<MeteredTarget> figure) {
    return new TargetMeter(
        "jvm.executor.thread.count",
        Kind.UP_DOWN_COUNTER,
        Unit.WORKERS,
        "The number of executor threads in the state of " + STATE + ".",
        Map.of(STATE, state),
        figure);
  }

  private static TargetMeter upDown(
      String name, Unit unit, String description, ToDoubleFunction<MeteredTarget> figure) {
    return TargetMeter.of(name, Kind.UP_DOWN_COUNTER, unit, description, figure);
  }

  private static TargetMeter tasks(
      String name, String description, ToDoubleFunction<MeteredTarget> figure) {
    return TargetMeter.of(name, Kind.COUNTER, Unit.TASKS, description, figure);
  }
}
