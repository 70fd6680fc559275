package dev.flyball.pool.dispatch;

import dev.flyball.measure.HostMeter;
import dev.flyball.measure.MeterSnapshot;
import dev.flyball.measure.MeterSum;
import dev.flyball.measure.RunQueueWait;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * One look at the meters of a pool. The workers' meters are read before the count at the queue, so
 * that no task is seen to start before it arrived. Should this thread lose its processor in
 * between, the two belong to different moments, and what ran then is taken to run still: such a
 * look is not sharp.
 */
record DispatcherLook(Dispatcher dispatcher) {

  MeterSnapshot totals(Supplier<HostMeter.Reading> host) {
    long beganNanos = System.nanoTime();
    WorkerSet.WorkerSnapshot snapshot = dispatcher.snapshot();
    MeterSum sum = snapshot.sum();
    boolean processor = dispatcher.measuresProcessor();
    OptionalLong cpuNanos = processor ? snapshot.cpuNanos() : OptionalLong.empty();
    RunQueueWait waited = processor ? snapshot.runQueueWait() : RunQueueWait.UNKNOWN;
    Dispatcher.Count count = dispatcher.count();
    return new MeterSnapshot(
        count.atNanos(),
        count.atNanos() - beganNanos,
        count.asked(),
        count.alive(),
        count.workerNanos(),
        count.rejected(),
        count.admission(),
        count.arrivals(),
        sum,
        cpuNanos,
        waited,
        host.get());
  }
}
