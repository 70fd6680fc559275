package dev.flyball.dataflow.pipeline;

import dev.flyball.base.Require;
import java.util.Collections;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The work of a stage between two readings; every figure is of this time only.
 *
 * @param nanos how long it was; 0 when the clock did not move between them, and then rates are 0
 * @param stage the stage's name
 * @param size threads and queue at the end
 * @param flow records
 * @param time where its threads spent their time
 * @param service service times
 * @param gaps times between arrivals
 * @param out records delivered, by the name of the stage they went to
 */
public record StageWindow(
    long nanos,
    String stage,
    StageTotals.Size size,
    StageTotals.Flow flow,
    StageTotals.Time time,
    Moments service,
    Moments gaps,
    SortedMap<String, Long> out) {

  private static final double NANOS_PER_SECOND = 1e9;

  public StageWindow {
    Require.countAtLeast("nanos", 0, nanos);
    out = Collections.unmodifiableSortedMap(new TreeMap<>(out));
  }

  /** The difference of two readings of one stage, so many nanoseconds apart. */
  public static StageWindow between(long nanos, StageTotals earlier, StageTotals later) {
    SortedMap<String, Long> out = new TreeMap<>(later.out());
    earlier.out().forEach((to, before) -> out.merge(to, -before, Long::sum));
    return new StageWindow(
        nanos,
        later.stage(),
        later.size(),
        difference(later.flow(), earlier.flow()),
        difference(later.time(), earlier.time()),
        later.service().minus(earlier.service()),
        later.gaps().minus(earlier.gaps()),
        out);
  }

  private static StageTotals.Flow difference(StageTotals.Flow later, StageTotals.Flow earlier) {
    return new StageTotals.Flow(
        later.arrived() - earlier.arrived(),
        later.done() - earlier.done(),
        later.failed() - earlier.failed(),
        later.retried() - earlier.retried(),
        later.dropped() - earlier.dropped(),
        later.spilled() - earlier.spilled(),
        later.unspillable() - earlier.unspillable(),
        later.refused() - earlier.refused());
  }

  private static StageTotals.Time difference(StageTotals.Time later, StageTotals.Time earlier) {
    boolean known = later.cpuNanos().isPresent() && earlier.cpuNanos().isPresent();
    return new StageTotals.Time(
        later.busyNanos() - earlier.busyNanos(),
        later.inputWaitNanos() - earlier.inputWaitNanos(),
        later.outputWaitNanos() - earlier.outputWaitNanos(),
        later.queueWaitNanos() - earlier.queueWaitNanos(),
        known
            ? OptionalLong.of(later.cpuNanos().getAsLong() - earlier.cpuNanos().getAsLong())
            : OptionalLong.empty());
  }

  /** Arrived records per second. */
  public double arrivalRate() {
    return perSecond(flow.arrived());
  }

  /** Finished records per second. */
  public double throughput() {
    return perSecond(flow.done());
  }

  /** So many records in this window, per second. */
  public double perSecond(long records) {
    return nanos == 0 ? 0 : records * NANOS_PER_SECOND / nanos;
  }

  /** Threads, averaged over the window. */
  public double threads() {
    return nanos == 0 ? 0 : (double) time.threadNanos() / nanos;
  }

  /**
   * The records per second that one thread would do if it never had to wait: done / busy. The "true
   * processing rate" of Kalavri et al., <em>Three steps is all you need</em>, OSDI 2018. Empty when
   * nothing was done.
   */
  public OptionalDouble trueRatePerThread() {
    return flow.done() == 0 || time.busyNanos() <= 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(flow.done() * NANOS_PER_SECOND / time.busyNanos());
  }

  /** The part of its threads' time spent on work, from 0 to 1. */
  public double utilisation() {
    return share(time.busyNanos());
  }

  /** The part of its threads' time spent waiting for room behind, from 0 to 1. */
  public double blocked() {
    return share(time.outputWaitNanos());
  }

  private double share(long part) {
    return time.threadNanos() <= 0 ? 0 : (double) part / time.threadNanos();
  }

  /** The processor time of a record in nanoseconds; empty where unknown or nothing was done. */
  public OptionalDouble cpuNanosPerRecord() {
    return flow.done() == 0 || time.cpuNanos().isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of((double) time.cpuNanos().getAsLong() / flow.done());
  }

  /** Squared coefficient of variation of the service times, cs2. */
  public OptionalDouble serviceVariation() {
    return service.variation();
  }

  /** Squared coefficient of variation of the gaps between arrivals, ca2. */
  public OptionalDouble arrivalVariation() {
    return gaps.variation();
  }

  /** Mean wait of a record in the queue, in nanoseconds; empty when none was done. */
  public OptionalDouble meanWaitNanos() {
    return flow.done() == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of((double) time.queueWaitNanos() / flow.done());
  }

  /**
   * Records delivered to that stage for each record done; empty when none was done.
   *
   * @param output a stage that this one sends to; 0 for any other
   */
  public OptionalDouble selectivity(String output) {
    return flow.done() == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of((double) out.getOrDefault(output, 0L) / flow.done());
  }
}
