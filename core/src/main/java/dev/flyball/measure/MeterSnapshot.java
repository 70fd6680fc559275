package dev.flyball.measure;

import java.util.OptionalLong;

/**
 * Everything a pool has counted since its beginning, at one moment.
 *
 * @param atNanos the moment, on the pool's clock
 * @param blurNanos how long reading all meters took until then, in nanoseconds
 * @param workersTarget the size asked for
 * @param workersCurrent workers that exist
 * @param workerNanos the time that workers have existed, summed over all of them, in nanoseconds;
 *     as a long, a million slots would wrap around in hours
 * @param rejected tasks turned away
 * @param arrivals what was counted where tasks come in; no thread writes to it any more
 * @param workers what the workers counted; no thread writes to it any more
 * @param cpuNanos processor time of all workers; empty where it cannot be measured
 * @param runQueueWaitNanos time workers were ready but had no processor; empty where it cannot be
 *     measured
 * @param host the processors
 */
public record MeterSnapshot(
    long atNanos,
    long blurNanos,
    int workersTarget,
    int workersCurrent,
    double workerNanos,
    long rejected,
    ArrivalMeter arrivals,
    MeterSum workers,
    OptionalLong cpuNanos,
    OptionalLong runQueueWaitNanos,
    HostMeter.Reading host) {

  private static final long SHARP_NANOS = 5_000_000;

  /** Whether all was read so close together that it counts as one moment. */
  public boolean isSharp() {
    return blurNanos < SHARP_NANOS;
  }

  /** Tasks that wait. */
  public long queued() {
    return Math.max(0, arrivals.arrived - arrivals.withdrawn - workers.figures.started);
  }

  /** Tasks that run. */
  public long running() {
    return Math.max(0, workers.figures.started - workers.figures.completed);
  }

  /**
   * The time that workers have been busy so far, summed over all of them: the integral of {@link
   * #running()}. Wrapped around; only the difference of two is meaningful.
   */
  long busyNanos() {
    MeterFigures all = workers.figures;
    return all.doneStampSum - all.beganStampSum + Math.max(0, all.began - all.done) * atNanos;
  }

  /**
   * The time that tasks have waited so far; see {@link #busyNanos()}. Where not every task was
   * clocked it is an estimate without bias, made from the weights of those that were.
   */
  long queuedNanos() {
    MeterFigures all = workers.figures;
    long waiting = arrivals.arrivedWeight - arrivals.withdrawnWeight - all.startedWeight;
    return all.startStampSum
        + arrivals.withdrawalStampSum
        - arrivals.arrivalStampSum
        + Math.max(0, waiting) * atNanos;
  }
}
