package dev.flyball.policy;

import static dev.flyball.base.Require.above;
import static dev.flyball.base.Require.countAtLeast;
import static dev.flyball.base.Require.finiteAtLeast;

import dev.flyball.base.Require;
import java.util.Collections;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One window of a target's life, as numbers, each with its unit in its name.
 *
 * <p>What a target cannot measure is empty, never a silent zero. The derived figures are methods
 * here, once, with their formula.
 *
 * @param window when
 * @param size how many workers, busy workers and queued tasks
 * @param flow how many tasks came and went
 * @param times where the time went
 * @param offered the work that the arrived tasks bring, as far as their kinds are known
 * @param host the processors behind the workers
 * @param signals what only some targets have, by name: {@code "framesPerSecond"}, ...
 */
public record Observation(
    Window window,
    Size size,
    Flow flow,
    Times times,
    Offered offered,
    Host host,
    SortedMap<String, Double> signals) {

  public Observation {
    signals = Collections.unmodifiableSortedMap(new TreeMap<>(signals));
  }

  /**
   * When the window was.
   *
   * @param startNanos its start on the target's clock, in nanoseconds from an arbitrary origin
   * @param lengthNanos its length in nanoseconds, above 0
   */
  public record Window(long startNanos, long lengthNanos) {
    public Window {
      if (lengthNanos <= 0) {
        throw new IllegalArgumentException("lengthNanos must be above 0 but was " + lengthNanos);
      }
    }

    public long endNanos() {
      return startNanos + lengthNanos;
    }

    public double seconds() {
      return lengthNanos / 1e9;
    }
  }

  /**
   * How many workers and tasks.
   *
   * @param workersAsked the size asked for, at the end of the window
   * @param workersAlive workers that exist, at the end of the window
   * @param workersMean workers that exist, averaged over the window's time
   * @param busyMean workers that run a task, averaged over the window's time (not sampled)
   * @param queuedMean tasks that wait, averaged over the window's time
   * @param queuedAtEnd tasks that wait, at the end of the window
   */
  public record Size(
      int workersAsked,
      int workersAlive,
      double workersMean,
      double busyMean,
      double queuedMean,
      long queuedAtEnd) {
    public Size {
      Require.atLeast("workersAsked", 1, workersAsked);
      Require.atLeast("workersAlive", 0, workersAlive);
      finiteAtLeast("workersMean", 0, workersMean);
      finiteAtLeast("busyMean", 0, busyMean);
      finiteAtLeast("queuedMean", 0, queuedMean);
      countAtLeast("queuedAtEnd", 0, queuedAtEnd);
    }
  }

  /**
   * How many tasks came and went during the window.
   *
   * @param arrived tasks taken in, those rejected not among them
   * @param started tasks that a worker began
   * @param completed tasks that ended, whether well or not
   * @param failed tasks that ended with an exception; they are among the completed
   * @param rejected tasks that were turned away
   */
  public record Flow(long arrived, long started, long completed, long failed, long rejected) {
    public Flow {
      countAtLeast("arrived", 0, arrived);
      countAtLeast("started", 0, started);
      countAtLeast("completed", 0, completed);
      countAtLeast("failed", 0, failed);
      countAtLeast("rejected", 0, rejected);
    }
  }

  /**
   * Where the time went.
   *
   * @param serviceNanosSum start to end, summed over the tasks completed in the window
   * @param referenceNanosSum the work done: the reference service times of the kinds of the same
   *     tasks, summed; 0 where the target does not tell kinds apart, and then nothing follows from
   *     it
   * @param waitNanosSum arrival to start (the "dead time"), summed over the tasks started
   * @param responseNanosSum arrival to end, summed over the tasks completed
   * @param cpuNanosSum processor time that the workers used; empty where it cannot be measured
   * @param runQueueWaitNanosSum time that the workers were ready to run but had no processor; empty
   *     where it cannot be measured
   * @param responseQuantiles quantiles of arrival to end, of the tasks completed
   * @param waitQuantiles quantiles of arrival to start, of the tasks started
   * @param referenceSquaresSum the squares of the same reference service times, summed, in square
   *     nanoseconds: sum^2 / sum of squares is how many tasks of one length would be as much a
   *     sample; empty where the target does not say
   */
  public record Times(
      long serviceNanosSum,
      long referenceNanosSum,
      long waitNanosSum,
      long responseNanosSum,
      OptionalLong cpuNanosSum,
      OptionalLong runQueueWaitNanosSum,
      Quantiles responseQuantiles,
      Quantiles waitQuantiles,
      OptionalDouble referenceSquaresSum) {

    /** Times of a target that does not tell how much its tasks differ in length. */
    public Times(
        long serviceNanosSum,
        long referenceNanosSum,
        long waitNanosSum,
        long responseNanosSum,
        OptionalLong cpuNanosSum,
        OptionalLong runQueueWaitNanosSum,
        Quantiles responseQuantiles,
        Quantiles waitQuantiles) {
      this(
          serviceNanosSum,
          referenceNanosSum,
          waitNanosSum,
          responseNanosSum,
          cpuNanosSum,
          runQueueWaitNanosSum,
          responseQuantiles,
          waitQuantiles,
          OptionalDouble.empty());
    }

    public Times {
      countAtLeast("serviceNanosSum", 0, serviceNanosSum);
      countAtLeast("referenceNanosSum", 0, referenceNanosSum);
      countAtLeast("waitNanosSum", 0, waitNanosSum);
      countAtLeast("responseNanosSum", 0, responseNanosSum);
      cpuNanosSum.ifPresent(nanos -> countAtLeast("cpuNanosSum", 0, nanos));
      runQueueWaitNanosSum.ifPresent(nanos -> countAtLeast("runQueueWaitNanosSum", 0, nanos));
      referenceSquaresSum.ifPresent(squares -> finiteAtLeast("referenceSquaresSum", 0, squares));
    }
  }

  /**
   * The work that arrived: the profiled service times of the tasks that arrived, summed.
   *
   * @param knownTasks how many of the arrived tasks were of a kind whose service time is known
   * @param firstNanosSum the sum where a kind's service time is that of its first task (the
   *     total_ST of Bahadur et al. 2022, Eq. 1)
   * @param recentNanosSum the sum where a kind's service time is a decaying average
   * @param referenceNanosSum the sum where a kind's service time is its reference, the mean of its
   *     first tasks, which is never changed again: work in the unit of {@link
   *     Times#referenceNanosSum}
   */
  public record Offered(
      long knownTasks, long firstNanosSum, long recentNanosSum, long referenceNanosSum) {
    /** Nothing is known of any task that arrived. */
    public static final Offered UNKNOWN = new Offered(0, 0, 0, 0);

    public Offered {
      countAtLeast("knownTasks", 0, knownTasks);
      countAtLeast("firstNanosSum", 0, firstNanosSum);
      countAtLeast("recentNanosSum", 0, recentNanosSum);
      countAtLeast("referenceNanosSum", 0, referenceNanosSum);
    }
  }

  /**
   * The processors behind the workers.
   *
   * @param cores processors that this process may really use, a quota counted, above 0
   * @param processBusyCores processors that this process kept busy, averaged over the window
   * @param hostBusyCores processors that were busy with anything, averaged over the window
   */
  public record Host(double cores, OptionalDouble processBusyCores, OptionalDouble hostBusyCores) {
    public Host {
      above("cores", 0, cores);
      processBusyCores.ifPresent(busy -> finiteAtLeast("processBusyCores", 0, busy));
      hostBusyCores.ifPresent(busy -> finiteAtLeast("hostBusyCores", 0, busy));
    }
  }

  /** This window with one more signal, in the place of one of the same name. */
  public Observation with(String signal, double value) {
    SortedMap<String, Double> more = new TreeMap<>(signals);
    more.put(signal, value);
    return new Observation(window, size, flow, times, offered, host, more);
  }

  /** Arrival rate lambda: tasks taken in per second. */
  public double arrivalRatePerSecond() {
    return flow.arrived() / window.seconds();
  }

  /** Throughput X: tasks completed per second (the seed's "retirement rate"). */
  public double throughputPerSecond() {
    return flow.completed() / window.seconds();
  }

  /** Mean service time S of the tasks completed; empty when none was. */
  public OptionalDouble meanServiceSeconds() {
    return mean(times.serviceNanosSum(), flow.completed());
  }

  /**
   * Inflation: service time / reference service time, both summed over the tasks completed: how
   * many times as long as their kinds' reference they took. Another mix of kinds does not move it,
   * another speed does. Compare it with that of other windows, not with 1: a reference learned on a
   * cold or loaded target is too long, so that 1 is not the best there is. Empty when no task was
   * completed, or their references are not known.
   */
  public OptionalDouble inflation() {
    return times.referenceNanosSum() == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of((double) times.serviceNanosSum() / times.referenceNanosSum());
  }

  /**
   * Work rate: reference service time of the tasks completed / window length, in seconds of work
   * per second: throughput in which a task counts as much as its kind is long. 0 when no task was
   * completed, or their references are not known. A task that fails counts as much as any other.
   */
  public double workRate() {
    return (double) times.referenceNanosSum() / window.lengthNanos();
  }

  /** Mean wait of the tasks started; empty when none was. */
  public OptionalDouble meanWaitSeconds() {
    return mean(times.waitNanosSum(), flow.started());
  }

  /** Mean response time W, arrival to end, of the tasks completed; empty when none was. */
  public OptionalDouble meanResponseSeconds() {
    return mean(times.responseNanosSum(), flow.completed());
  }

  /** L: tasks in the system, waiting or running, averaged over time; measured, not derived. */
  public double inSystemMean() {
    return size.busyMean() + size.queuedMean();
  }

  /** Whether nothing happened: no task arrived, began or ended, and none waits or runs. */
  public boolean idle() {
    return flow.arrived() == 0
        && flow.started() == 0
        && flow.completed() == 0
        && inSystemMean() == 0
        && size.queuedAtEnd() == 0;
  }

  /** Little's law: X * W, which equals {@link #inSystemMean()} in a steady window. */
  public OptionalDouble littlesL() {
    OptionalDouble response = meanResponseSeconds();
    return response.isEmpty()
        ? response
        : OptionalDouble.of(throughputPerSecond() * response.getAsDouble());
  }

  /** Dead-time ratio: wait / (wait + service), from the two means; empty when either is. */
  public OptionalDouble deadTimeRatio() {
    OptionalDouble wait = meanWaitSeconds();
    OptionalDouble service = meanServiceSeconds();
    if (wait.isEmpty() || service.isEmpty()) {
      return OptionalDouble.empty();
    }
    double whole = wait.getAsDouble() + service.getAsDouble();
    return OptionalDouble.of(whole == 0 ? 0 : wait.getAsDouble() / whole);
  }

  /** Utilisation rho: busy workers / workers asked for. */
  public double utilisation() {
    return size.busyMean() / size.workersAsked();
  }

  /** Time that workers were inside a task, in nanoseconds: busyMean * window length. */
  public double busyNanos() {
    return size.busyMean() * window.lengthNanos();
  }

  /**
   * Time that workers were blocked inside a task, in nanoseconds: busy - CPU - run-queue wait,
   * never below 0; empty unless both sensors are there.
   */
  public OptionalDouble blockedNanos() {
    if (times.cpuNanosSum().isEmpty() || times.runQueueWaitNanosSum().isEmpty()) {
      return OptionalDouble.empty();
    }
    double running =
        (double) times.cpuNanosSum().getAsLong() + times.runQueueWaitNanosSum().getAsLong();
    return OptionalDouble.of(Math.max(0, busyNanos() - running));
  }

  /**
   * Blocking coefficient W/S (Goetz 2006, section 8.2): blocked time / CPU time; empty unless both
   * sensors are there and some CPU time was used.
   */
  public OptionalDouble blockingCoefficient() {
    OptionalDouble blocked = blockedNanos();
    if (blocked.isEmpty() || times.cpuNanosSum().getAsLong() <= 0) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(blocked.getAsDouble() / times.cpuNanosSum().getAsLong());
  }

  /** Demand (offered load, in Erlang): lambda * S; empty when no task was completed. */
  public OptionalDouble demand() {
    OptionalDouble service = meanServiceSeconds();
    return service.isEmpty()
        ? service
        : OptionalDouble.of(arrivalRatePerSecond() * service.getAsDouble());
  }

  private static OptionalDouble mean(long nanosSum, long count) {
    return count == 0 ? OptionalDouble.empty() : OptionalDouble.of(nanosSum / 1e9 / count);
  }
}
