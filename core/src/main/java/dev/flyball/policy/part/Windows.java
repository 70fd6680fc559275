package dev.flyball.policy.part;

import dev.flyball.policy.Observation;
import dev.flyball.policy.Observation.Flow;
import dev.flyball.policy.Observation.Host;
import dev.flyball.policy.Observation.Offered;
import dev.flyball.policy.Observation.Size;
import dev.flyball.policy.Observation.Times;
import dev.flyball.policy.ObservationBuilder;
import dev.flyball.policy.PerTask;
import dev.flyball.policy.Quantiles;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Two windows of one target, one after the other, as one.
 *
 * <p>Counts and sums are added, means are weighted with the lengths of the windows, and what was
 * true at the end is taken from the later one. A sensor that was missing in one of the two is
 * missing in the whole. Quantiles cannot be joined exactly; the larger of the two is taken, above
 * which the true one never lies.
 */
public final class Windows {

  private Windows() {}

  public static Observation joined(Observation first, Observation then) {
    long lengthNanos = sum(first.window().lengthNanos(), then.window().lengthNanos());
    double weight = (double) then.window().lengthNanos() / lengthNanos;
    ObservationBuilder whole = Observation.of(first.window().startNanos(), lengthNanos);
    size(whole, first.size(), then.size(), weight);
    flow(whole, first.flow(), then.flow());
    times(whole, first.times(), then.times());
    offered(whole, first.offered(), then.offered());
    Host before = first.host();
    Host after = then.host();
    return whole
        .cores(after.cores())
        .processBusyCores(mean(before.processBusyCores(), after.processBusyCores(), weight))
        .hostBusyCores(mean(before.hostBusyCores(), after.hostBusyCores(), weight))
        .perTask(perTask(first, then))
        .signals(means(first.signals(), then.signals(), weight))
        .build();
  }

  private static void size(ObservationBuilder whole, Size first, Size then, double weight) {
    whole
        .workers(
            then.workersTarget(),
            then.workersCurrent(),
            mean(first.workersMean(), then.workersMean(), weight))
        .busy(mean(first.busyMean(), then.busyMean(), weight))
        .queued(mean(first.queuedMean(), then.queuedMean(), weight), then.queuedAtEnd());
  }

  private static void flow(ObservationBuilder whole, Flow first, Flow then) {
    whole
        .arrived(sum(first.arrived(), then.arrived()))
        .started(sum(first.started(), then.started()))
        .completed(sum(first.completed(), then.completed()))
        .failed(sum(first.failed(), then.failed()))
        .retried(sum(first.retried(), then.retried()))
        .rejected(sum(first.rejected(), then.rejected()))
        .shed(sum(first.shed(), then.shed()));
  }

  private static void times(ObservationBuilder whole, Times first, Times then) {
    whole
        .serviceNanos(sum(first.serviceNanosSum(), then.serviceNanosSum()))
        .referenceNanos(
            sum(first.referenceNanosSum(), then.referenceNanosSum()),
            added(first.referenceSquaresSum(), then.referenceSquaresSum()))
        .waitNanos(sum(first.waitNanosSum(), then.waitNanosSum()))
        .responseNanos(sum(first.responseNanosSum(), then.responseNanosSum()))
        .cpuNanos(sum(first.cpuNanosSum(), then.cpuNanosSum()))
        .runQueueWaitNanos(sum(first.runQueueWaitNanosSum(), then.runQueueWaitNanosSum()))
        .responseQuantiles(larger(first.responseQuantiles(), then.responseQuantiles()))
        .waitQuantiles(larger(first.waitQuantiles(), then.waitQuantiles()));
  }

  /** Each window weighs as much as it completed. */
  private static PerTask perTask(Observation first, Observation then) {
    double both = (double) first.flow().completed() + then.flow().completed();
    double weight = both == 0 ? 0.5 : then.flow().completed() / both;
    return PerTask.of(
        means(first.perTask().demands(), then.perTask().demands(), weight),
        means(first.perTask().waits(), then.perTask().waits(), weight));
  }

  private static void offered(ObservationBuilder whole, Offered first, Offered then) {
    whole.offered(
        sum(first.knownTasks(), then.knownTasks()),
        sum(first.firstNanosSum(), then.firstNanosSum()),
        sum(first.recentNanosSum(), then.recentNanosSum()),
        sum(first.referenceNanosSum(), then.referenceNanosSum()));
    whole.deadlines(
        sum(first.deadlineTasks(), then.deadlineTasks()),
        finite(first.deadlineShareSum() + then.deadlineShareSum()));
  }

  private static SortedMap<String, Double> means(
      SortedMap<String, Double> first, SortedMap<String, Double> then, double weight) {
    SortedMap<String, Double> joined = new TreeMap<>();
    for (Map.Entry<String, Double> signal : then.entrySet()) {
      Double before = first.get(signal.getKey());
      if (before != null) {
        joined.put(signal.getKey(), mean(before, signal.getValue(), weight));
      }
    }
    return joined;
  }

  public static Quantiles larger(Quantiles first, Quantiles then) {
    if (first.isEmpty() || then.isEmpty()) {
      return first.isEmpty() ? then : first;
    }
    return Quantiles.of(
        sum(first.count(), then.count()),
        Math.max(first.p50Nanos(), then.p50Nanos()),
        Math.max(first.p90Nanos(), then.p90Nanos()),
        Math.max(first.p95Nanos(), then.p95Nanos()),
        Math.max(first.p99Nanos(), then.p99Nanos()),
        Math.max(first.maxNanos(), then.maxNanos()));
  }

  private static double mean(double first, double then, double weight) {
    return first + (then - first) * weight;
  }

  private static OptionalDouble mean(OptionalDouble first, OptionalDouble then, double weight) {
    return first.isPresent() && then.isPresent()
        ? OptionalDouble.of(mean(first.getAsDouble(), then.getAsDouble(), weight))
        : OptionalDouble.empty();
  }

  private static OptionalDouble added(OptionalDouble first, OptionalDouble then) {
    return first.isPresent() && then.isPresent()
        ? OptionalDouble.of(finite(first.getAsDouble() + then.getAsDouble()))
        : OptionalDouble.empty();
  }

  private static OptionalLong sum(OptionalLong first, OptionalLong then) {
    return first.isPresent() && then.isPresent()
        ? OptionalLong.of(sum(first.getAsLong(), then.getAsLong()))
        : OptionalLong.empty();
  }

  /** The sum of two that are not negative, or the largest number where it is beyond that. */
  public static long sum(long first, long then) {
    return first > Long.MAX_VALUE - then ? Long.MAX_VALUE : first + then;
  }

  /** The sum, or a number that is still far from infinity where the sum is beyond it. */
  public static double finite(double sum) {
    return Math.min(1e300, sum);
  }
}
