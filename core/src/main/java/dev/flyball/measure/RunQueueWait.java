package dev.flyball.measure;

import dev.flyball.measure.thread.SensorBudget;
import java.util.OptionalLong;

/**
 * The run-queue wait of a pool's workers since its beginning, as far as it is known.
 *
 * <p>Of a worker without a sensor ({@link SensorBudget}) nothing is known. While such a worker
 * exists the sum is unknown; once it is gone, the sum of the others serves again, but not for a
 * window in which it lived and died.
 *
 * @param nanos summed over all workers that had a sensor; empty while one without exists
 * @param gaps workers gone of which it was never known
 */
public record RunQueueWait(OptionalLong nanos, long gaps) {

  /** What cannot be measured. */
  public static final RunQueueWait UNKNOWN = new RunQueueWait(OptionalLong.empty(), 0);

  /** That of no worker. */
  public static final RunQueueWait NONE = new RunQueueWait(OptionalLong.of(0), 0);

  /** With that of a worker that exists; empty for one of which it is not known. */
  public RunQueueWait and(OptionalLong worker) {
    return new RunQueueWait(
        nanos.isPresent() && worker.isPresent()
            ? OptionalLong.of(nanos.getAsLong() + worker.getAsLong())
            : OptionalLong.empty(),
        gaps);
  }

  /** With that of a worker that is gone; empty for one of which it was not known. */
  public RunQueueWait andGone(OptionalLong worker) {
    return worker.isPresent() ? and(worker) : new RunQueueWait(nanos, gaps + 1);
  }

  /** The wait since an earlier reading; empty unless it was known all the time. */
  OptionalLong since(RunQueueWait before) {
    return nanos.isEmpty() || before.nanos.isEmpty() || gaps != before.gaps
        ? OptionalLong.empty()
        : OptionalLong.of(Math.max(0, nanos.getAsLong() - before.nanos.getAsLong()));
  }
}
