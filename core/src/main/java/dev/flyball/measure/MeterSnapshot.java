package dev.flyball.measure;

import java.util.OptionalLong;

/**
 * All counts and sums of a pool since its beginning, at one moment.
 *
 * @param atNanos the moment, on the pool's clock
 * @param blurNanos the time that reading all meters took, in nanoseconds
 * @param workersTarget the requested size
 * @param workersCurrent existing workers
 * @param workerNanos the time that workers have existed, summed over all of them, in nanoseconds;
 *     as a long, a million slots would wrap around in hours
 * @param rejected rejected tasks
 * @param admission what the rule for who gets in has seen
 * @param arrivals the counts at the entrance; no thread writes to it any more
 * @param workers the counts of the workers; no thread writes to it any more
 * @param cpuNanos processor time of all workers; empty if it cannot be measured
 * @param runQueueWait time in which workers were ready but had no processor
 * @param host the processors
 */
public record MeterSnapshot(
    long atNanos,
    long blurNanos,
    int workersTarget,
    int workersCurrent,
    double workerNanos,
    long rejected,
    AdmissionCount admission,
    ArrivalMeter arrivals,
    MeterSum workers,
    OptionalLong cpuNanos,
    RunQueueWait runQueueWait,
    HostMeter.Reading host) {

  private static final long SHARP_NANOS = 5_000_000;

  /** Whether the meters were read so close together that they count as one moment. */
  public boolean isSharp() {
    return blurNanos < SHARP_NANOS;
  }

  /** The same, with other figures of the processor. */
  MeterSnapshot withProcessor(OptionalLong cpu, RunQueueWait waited) {
    return new MeterSnapshot(
        atNanos,
        blurNanos,
        workersTarget,
        workersCurrent,
        workerNanos,
        rejected,
        admission,
        arrivals,
        workers,
        cpu,
        waited,
        host);
  }

  /** Queued tasks. */
  public long queued() {
    return Math.max(0, arrivals.arrived - arrivals.withdrawn - workers.figures.started);
  }

  /** Running tasks. */
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
   * The time that tasks have waited so far; see {@link #busyNanos()}. If not every task was clocked
   * it is an unbiased estimate from the weights of the clocked ones.
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
