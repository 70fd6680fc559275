package dev.flyball.measure;

import dev.flyball.policy.Observation;
import dev.flyball.policy.Observation.Flow;
import dev.flyball.policy.Observation.Host;
import dev.flyball.policy.Observation.Offered;
import dev.flyball.policy.Observation.Size;
import dev.flyball.policy.Observation.Times;
import dev.flyball.policy.Observation.Window;
import java.util.Collections;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Cuts the snapshots of a pool's meters into observations, each the difference to the snapshot
 * before.
 *
 * <p>Any number of readers may read one pool, each at its own pace with its own instance. Not
 * thread-safe: one instance belongs to one reader.
 */
public final class SnapshotDiff {

  private MeterSnapshot last;

  private SnapshotDiff(MeterSnapshot beginning) {
    this.last = beginning;
  }

  /** A diff whose first window begins at the given snapshot. */
  public static SnapshotDiff from(MeterSnapshot beginning) {
    return new SnapshotDiff(beginning);
  }

  /** What happened since the last cut, or since the beginning; the next window begins here. */
  public Observation cut(MeterSnapshot now) {
    Observation seen = between(last, now);
    last = now;
    return seen;
  }

  /** What happened from one moment to a later one. */
  public static Observation between(MeterSnapshot from, MeterSnapshot to) {
    long lengthNanos = Math.max(1, to.atNanos() - from.atNanos());
    return new Observation(
        new Window(from.atNanos(), lengthNanos),
        size(from, to, lengthNanos),
        flow(from, to),
        times(from, to),
        offered(from.arrivals(), to.arrivals()),
        host(from.host(), to.host(), lengthNanos),
        Collections.emptySortedMap());
  }

  private static Size size(MeterSnapshot from, MeterSnapshot to, long lengthNanos) {
    return new Size(
        to.workersAsked(),
        to.workersAlive(),
        mean(to.workerNanos() - from.workerNanos(), lengthNanos),
        mean(to.busyNanos() - from.busyNanos(), lengthNanos),
        mean(to.queuedNanos() - from.queuedNanos(), lengthNanos),
        to.queued());
  }

  /** Never below 0: two counts of one moment may be a task apart. */
  private static double mean(double nanos, long lengthNanos) {
    return Math.max(0, nanos / lengthNanos);
  }

  private static Flow flow(MeterSnapshot from, MeterSnapshot to) {
    return new Flow(
        to.arrivals().arrived - from.arrivals().arrived,
        to.workers().figures.started - from.workers().figures.started,
        to.workers().figures.completed - from.workers().figures.completed,
        to.workers().figures.failed - from.workers().figures.failed,
        to.rejected() - from.rejected());
  }

  private static Times times(MeterSnapshot from, MeterSnapshot to) {
    MeterFigures before = from.workers().figures;
    MeterFigures after = to.workers().figures;
    return new Times(
        after.serviceNanosSum - before.serviceNanosSum,
        after.referenceNanosSum - before.referenceNanosSum,
        after.waitNanosSum - before.waitNanosSum,
        after.responseNanosSum - before.responseNanosSum,
        difference(from.cpuNanos(), to.cpuNanos()),
        difference(from.runQueueWaitNanos(), to.runQueueWaitNanos()),
        to.workers().responses.since(from.workers().responses),
        to.workers().waits.since(from.workers().waits),
        OptionalDouble.of(Math.max(0, after.referenceSquaresSum - before.referenceSquaresSum)));
  }

  private static Offered offered(ArrivalMeter from, ArrivalMeter to) {
    return new Offered(
        to.knownTasks - from.knownTasks,
        to.firstNanosSum - from.firstNanosSum,
        to.recentNanosSum - from.recentNanosSum,
        to.referenceNanosSum - from.referenceNanosSum);
  }

  private static Host host(HostMeter.Reading from, HostMeter.Reading to, long lengthNanos) {
    return new Host(
        to.cores(),
        share(difference(from.processCpuNanos(), to.processCpuNanos()), lengthNanos),
        share(difference(from.hostBusyNanos(), to.hostBusyNanos()), lengthNanos));
  }

  private static OptionalDouble share(OptionalLong nanos, long lengthNanos) {
    return nanos.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of((double) nanos.getAsLong() / lengthNanos);
  }

  /** Unknown unless both are known; never below 0, for sums of many threads read one by one. */
  private static OptionalLong difference(OptionalLong from, OptionalLong to) {
    if (from.isEmpty() || to.isEmpty()) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(Math.max(0, to.getAsLong() - from.getAsLong()));
  }
}
