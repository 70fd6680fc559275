package dev.flyball.measure;

import dev.flyball.policy.Observation;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * A reader's series of windows: turns the snapshots of a pool's meters into observations, each the
 * difference to the previous snapshot.
 *
 * <p>Any number of readers may read one pool, each at its own pace with its own instance. Not
 * thread-safe: one instance belongs to one reader.
 */
public final class SnapshotDiff {

  private MeterSnapshot last;

  private SnapshotDiff(MeterSnapshot beginning) {
    this.last = beginning;
  }

  /** Makes a diff whose first window begins at the given snapshot. */
  public static SnapshotDiff from(MeterSnapshot beginning) {
    return new SnapshotDiff(beginning);
  }

  /** The window since the last cut, or since the beginning; the next window begins here. */
  public Observation cut(MeterSnapshot now) {
    Observation seen = between(last, now);
    last = now;
    return seen;
  }

  /** The window from one snapshot to a later one. */
  public static Observation between(MeterSnapshot from, MeterSnapshot to) {
    long lengthNanos = Math.max(1, to.atNanos() - from.atNanos());
    MeterFigures before = from.workers().figures;
    MeterFigures after = to.workers().figures;
    long hostNanos = to.host().atNanos() - from.host().atNanos();
    ArrivalMeter cameBefore = came(from);
    ArrivalMeter came = came(to);
    return Observation.of(from.atNanos(), lengthNanos)
        .workers(
            to.workersTarget(),
            to.workersCurrent(),
            mean(to.workerNanos() - from.workerNanos(), lengthNanos))
        .busy(mean(to.busyNanos() - from.busyNanos(), lengthNanos))
        .queued(mean(to.queuedNanos() - from.queuedNanos(), lengthNanos), to.queued())
        .arrived(to.arrivals().arrived - from.arrivals().arrived)
        .started(after.started - before.started)
        .completed(after.completed - before.completed)
        .failed(after.failed - before.failed)
        .rejected(to.rejected() - from.rejected())
        .shed(to.admission().shed() - from.admission().shed())
        .deadlines(
            to.admission().deadlineTasks() - from.admission().deadlineTasks(),
            Math.max(0, to.admission().deadlineShareSum() - from.admission().deadlineShareSum()))
        .serviceNanos(after.serviceNanosSum - before.serviceNanosSum)
        .referenceNanos(
            after.referenceNanosSum - before.referenceNanosSum,
            OptionalDouble.of(Math.max(0, after.referenceSquaresSum - before.referenceSquaresSum)))
        .waitNanos(after.waitNanosSum - before.waitNanosSum)
        .responseNanos(after.responseNanosSum - before.responseNanosSum)
        .cpuNanos(difference(from.cpuNanos(), to.cpuNanos()))
        .runQueueWaitNanos(to.runQueueWait().since(from.runQueueWait()))
        .responseQuantiles(to.workers().responses.since(from.workers().responses))
        .waitQuantiles(to.workers().waits.since(from.workers().waits))
        .offered(
            came.knownTasks - cameBefore.knownTasks,
            came.firstNanosSum - cameBefore.firstNanosSum,
            came.recentNanosSum - cameBefore.recentNanosSum,
            came.referenceNanosSum - cameBefore.referenceNanosSum)
        .cores(to.host().cores())
        .processBusyCores(
            share(
                difference(from.host().processCpuNanos(), to.host().processCpuNanos()), hostNanos))
        .hostBusyCores(
            share(difference(from.host().hostBusyNanos(), to.host().hostBusyNanos()), hostNanos))
        .build();
  }

  /** All that came, let in or not. */
  private static ArrivalMeter came(MeterSnapshot at) {
    ArrivalMeter all = at.arrivals().copy();
    all.add(at.admission().turnedAway());
    return all;
  }

  /** Never below 0: two counts of one moment may be a task apart. */
  private static double mean(double nanos, long lengthNanos) {
    return Math.max(0, nanos / lengthNanos);
  }

  /** Unknown where one reading of the processors serves for both ends. */
  private static OptionalDouble share(OptionalLong nanos, long lengthNanos) {
    return nanos.isEmpty() || lengthNanos <= 0
        ? OptionalDouble.empty()
        : OptionalDouble.of((double) nanos.getAsLong() / lengthNanos);
  }

  /** Unknown unless both are known; never below 0, since threads are read one after the other. */
  private static OptionalLong difference(OptionalLong from, OptionalLong to) {
    if (from.isEmpty() || to.isEmpty()) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(Math.max(0, to.getAsLong() - from.getAsLong()));
  }
}
