package dev.flyball.policy.part;

import dev.flyball.policy.Observation;
import dev.flyball.policy.Observation.Flow;
import dev.flyball.policy.Observation.Host;
import dev.flyball.policy.Observation.Offered;
import dev.flyball.policy.Observation.Size;
import dev.flyball.policy.Observation.Times;
import dev.flyball.policy.Observation.Window;
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
    return new Observation(
        new Window(first.window().startNanos(), lengthNanos),
        size(first.size(), then.size(), weight),
        flow(first.flow(), then.flow()),
        times(first.times(), then.times()),
        offered(first.offered(), then.offered()),
        host(first.host(), then.host(), weight),
        signals(first.signals(), then.signals(), weight));
  }

  private static Size size(Size first, Size then, double weight) {
    return new Size(
        then.workersAsked(),
        then.workersAlive(),
        mean(first.workersMean(), then.workersMean(), weight),
        mean(first.busyMean(), then.busyMean(), weight),
        mean(first.queuedMean(), then.queuedMean(), weight),
        then.queuedAtEnd());
  }

  private static Flow flow(Flow first, Flow then) {
    return new Flow(
        sum(first.arrived(), then.arrived()),
        sum(first.started(), then.started()),
        sum(first.completed(), then.completed()),
        sum(first.failed(), then.failed()),
        sum(first.rejected(), then.rejected()));
  }

  private static Times times(Times first, Times then) {
    return new Times(
        sum(first.serviceNanosSum(), then.serviceNanosSum()),
        sum(first.referenceNanosSum(), then.referenceNanosSum()),
        sum(first.waitNanosSum(), then.waitNanosSum()),
        sum(first.responseNanosSum(), then.responseNanosSum()),
        sum(first.cpuNanosSum(), then.cpuNanosSum()),
        sum(first.runQueueWaitNanosSum(), then.runQueueWaitNanosSum()),
        larger(first.responseQuantiles(), then.responseQuantiles()),
        larger(first.waitQuantiles(), then.waitQuantiles()),
        added(first.referenceSquaresSum(), then.referenceSquaresSum()));
  }

  private static Offered offered(Offered first, Offered then) {
    return new Offered(
        sum(first.knownTasks(), then.knownTasks()),
        sum(first.firstNanosSum(), then.firstNanosSum()),
        sum(first.recentNanosSum(), then.recentNanosSum()),
        sum(first.referenceNanosSum(), then.referenceNanosSum()));
  }

  private static Host host(Host first, Host then, double weight) {
    return new Host(
        then.cores(),
        mean(first.processBusyCores(), then.processBusyCores(), weight),
        mean(first.hostBusyCores(), then.hostBusyCores(), weight));
  }

  private static SortedMap<String, Double> signals(
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
    return new Quantiles(
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
