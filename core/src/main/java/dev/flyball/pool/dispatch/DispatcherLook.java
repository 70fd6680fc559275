package dev.flyball.pool.dispatch;

import dev.flyball.measure.HostMeter;
import dev.flyball.measure.MeterSum;
import dev.flyball.measure.Totals;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * One look at the meters of a pool. The workers' meters are read before the count at the queue, so
 * that no task is seen to start before it arrived. Should this thread lose its processor in
 * between, the two belong to different moments, and what ran then is taken to run still: such a
 * look is not sharp.
 */
record DispatcherLook(Dispatcher dispatcher) {

  Totals totals(Supplier<HostMeter.Reading> host) {
    long beganNanos = System.nanoTime();
    Roster.Muster muster = dispatcher.muster();
    MeterSum sum = muster.sum();
    boolean processor = dispatcher.measuresProcessor();
    OptionalLong cpuNanos = processor ? muster.cpuNanos() : OptionalLong.empty();
    OptionalLong waitNanos = processor ? muster.runQueueWaitNanos() : OptionalLong.empty();
    Dispatcher.Count count = dispatcher.count();
    return new Totals(
        count.atNanos(),
        count.atNanos() - beganNanos,
        count.asked(),
        count.alive(),
        count.workerNanos(),
        count.rejected(),
        count.arrivals(),
        sum,
        cpuNanos,
        waitNanos,
        host.get());
  }
}
