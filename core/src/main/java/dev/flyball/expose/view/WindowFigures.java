package dev.flyball.expose.view;

import dev.flyball.policy.Observation;
import dev.flyball.policy.Quantiles;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * One window of a pool's life in the units in which people read it.
 *
 * <p>What is not known is NaN.
 *
 * @param seconds the window's length
 * @param workersTarget the size asked for
 * @param workersCurrent workers that exist
 * @param busy busy workers, averaged over the window
 * @param queued tasks that wait at its end
 * @param queuedMean tasks that wait, averaged over the window
 * @param queueCapacity tasks that may wait; {@link Integer#MAX_VALUE} where any number may
 * @param arrivedPerSecond tasks taken in
 * @param completedPerSecond tasks ended, well or not
 * @param failedPerSecond tasks ended with an exception
 * @param rejectedPerSecond tasks turned away
 * @param shedPerSecond tasks turned away by the rule for who gets in, at once or after waiting
 * @param serviceMillis mean time from start to end
 * @param waitMillis mean time from arrival to start
 * @param responseMillisP50 median of the time from arrival to end
 * @param responseMillisP95 its 95th percentile
 * @param responseMillisP99 its 99th percentile
 * @param deadTimeRatio waiting / (waiting + service), from 0 to 1
 * @param cpuShare the part of busy time spent on a processor, from 0 to 1
 * @param blockedShare the part of busy time spent waiting for something else, from 0 to 1
 * @param runQueueShare the part of busy time spent waiting for a processor, from 0 to 1
 * @param workPerSecond throughput in which a task counts as much as its kind is long; 0 where kinds
 *     are not told apart
 * @param cores processors that the process may use
 * @param processBusyCores processors that the process kept busy
 * @param hostBusyCores processors that were busy with anything
 */
public record WindowFigures(
    double seconds,
    int workersTarget,
    int workersCurrent,
    double busy,
    long queued,
    double queuedMean,
    double queueCapacity,
    double arrivedPerSecond,
    double completedPerSecond,
    double failedPerSecond,
    double rejectedPerSecond,
    double shedPerSecond,
    double serviceMillis,
    double waitMillis,
    double responseMillisP50,
    double responseMillisP95,
    double responseMillisP99,
    double deadTimeRatio,
    double cpuShare,
    double blockedShare,
    double runQueueShare,
    double workPerSecond,
    double cores,
    double processBusyCores,
    double hostBusyCores) {

  /**
   * The figures of a window.
   *
   * @param queueCapacity how many tasks may wait; empty where that is not known
   * @param failuresKnown whether the target is told of each task that fails; a pool that others own
   *     is only polled, and its zero stands for not known
   */
  static WindowFigures of(Observation seen, OptionalInt queueCapacity, boolean failuresKnown) {
    double seconds = seen.window().seconds();
    Quantiles response = seen.times().responseQuantiles();
    OptionalLong cpuNanos = seen.times().cpuNanosSum();
    OptionalLong readyNanos = seen.times().runQueueWaitNanosSum();
    double busyNanos =
        Math.max(seen.busyNanos(), (double) cpuNanos.orElse(0) + readyNanos.orElse(0));
    return new WindowFigures(
        seconds,
        seen.size().workersTarget(),
        seen.size().workersCurrent(),
        seen.size().busyMean(),
        seen.size().queuedAtEnd(),
        seen.size().queuedMean(),
        queueCapacity.isPresent() ? queueCapacity.getAsInt() : Double.NaN,
        seen.arrivalRatePerSecond(),
        seen.throughputPerSecond(),
        failuresKnown ? seen.flow().failed() / seconds : Double.NaN,
        seen.flow().rejected() / seconds,
        seen.flow().shed() / seconds,
        seen.meanServiceSeconds().orElse(Double.NaN) * 1e3,
        seen.meanWaitSeconds().orElse(Double.NaN) * 1e3,
        millis(response, response.p50Nanos()),
        millis(response, response.p95Nanos()),
        millis(response, response.p99Nanos()),
        seen.deadTimeRatio().orElse(Double.NaN),
        share(known(cpuNanos), busyNanos),
        share(seen.blockedNanos(), busyNanos),
        share(known(readyNanos), busyNanos),
        seen.workRate(),
        seen.host().cores(),
        seen.host().processBusyCores().orElse(Double.NaN),
        seen.host().hostBusyCores().orElse(Double.NaN));
  }

  private static double millis(Quantiles quantiles, long nanos) {
    return quantiles.isEmpty() ? Double.NaN : nanos / 1e6;
  }

  private static OptionalDouble known(OptionalLong nanos) {
    return nanos.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(nanos.getAsLong());
  }

  private static double share(OptionalDouble part, double whole) {
    return part.isEmpty() || whole <= 0 ? Double.NaN : part.getAsDouble() / whole;
  }
}
