package dev.flyball.policy;

import java.util.Collections;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The figures of one window of a target's life, each with its unit in its name.
 *
 * <p>A figure that a target cannot measure is empty, never a silent zero. Each derived figure is
 * one method here, with its formula.
 *
 * <p>A {@link ObservationBuilder builder} makes an observation and names every figure. The groups
 * can be read but not implemented. So a later version can add a figure, and code that reads or
 * builds observations still compiles and runs.
 */
public final class Observation {

  private final Window window;
  private final Size size;
  private final Flow flow;
  private final Times times;
  private final Offered offered;
  private final Host host;
  private final PerTask perTask;
  private final SortedMap<String, Double> signals;

  Observation(
      Window window,
      Size size,
      Flow flow,
      Times times,
      Offered offered,
      Host host,
      PerTask perTask,
      SortedMap<String, Double> signals) {
    this.window = window;
    this.size = size;
    this.flow = flow;
    this.times = times;
    this.offered = offered;
    this.host = host;
    this.perTask = perTask;
    this.signals = Collections.unmodifiableSortedMap(new TreeMap<>(signals));
  }

  /**
   * Begins an observation. Defaults: an idle window of a target with one worker, on one core,
   * without any sensor.
   *
   * @param startNanos the start of the window on the target's clock, in nanoseconds from an
   *     arbitrary origin
   * @param lengthNanos the length of the window in nanoseconds, above 0
   */
  public static ObservationBuilder of(long startNanos, long lengthNanos) {
    return new ObservationBuilder().window(startNanos, lengthNanos);
  }

  /** A builder that holds all figures of this observation. */
  public ObservationBuilder toBuilder() {
    return new ObservationBuilder(this);
  }

  /** The time of the window. */
  public Window window() {
    return window;
  }

  /** The numbers of workers, busy workers and queued tasks. */
  public Size size() {
    return size;
  }

  /** The numbers of tasks that arrived, started and ended. */
  public Flow flow() {
    return flow;
  }

  /** The sums of times, and their quantiles. */
  public Times times() {
    return times;
  }

  /**
   * The work that the arrived tasks bring, as far as the service times of their kinds are known.
   */
  public Offered offered() {
    return offered;
  }

  /** The processors behind the workers. */
  public Host host() {
    return host;
  }

  /** What an average completed task was like, as far as the target can tell. */
  public PerTask perTask() {
    return perTask;
  }

  /** Figures that only some targets have, by name: {@code "framesPerSecond"}, ... */
  public SortedMap<String, Double> signals() {
    return signals;
  }

  /** The time of the window. */
  public sealed interface Window permits ObservationBuilder.WindowFigures {
    /** The start of the window on the target's clock, in nanoseconds from an arbitrary origin. */
    long startNanos();

    /** The length of the window in nanoseconds, above 0. */
    long lengthNanos();

    /** The end of the window on the target's clock, in nanoseconds from the same origin. */
    default long endNanos() {
      return startNanos() + lengthNanos();
    }

    /** The length of the window in seconds, above 0. */
    default double seconds() {
      return lengthNanos() / 1e9;
    }
  }

  /** The numbers of workers and tasks. */
  public sealed interface Size permits ObservationBuilder.SizeFigures {
    /** The requested size at the end of the window, in workers, at least 1. */
    int workersTarget();

    /** Existing workers at the end of the window. */
    int workersCurrent();

    /** Existing workers, averaged over the window's time. */
    double workersMean();

    /** Workers that run a task, averaged over the window's time (not sampled). */
    double busyMean();

    /** Queued tasks, averaged over the window's time. */
    double queuedMean();

    /** Queued tasks at the end of the window. */
    long queuedAtEnd();
  }

  /** The numbers of tasks that arrived, started and ended during the window. */
  public sealed interface Flow permits ObservationBuilder.FlowFigures {
    /** Accepted tasks; rejected tasks do not count. */
    long arrived();

    /** Tasks that a worker started. */
    long started();

    /** Tasks that ended, with or without an exception. */
    long completed();

    /** Tasks that ended with an exception; the completed tasks include them. */
    long failed();

    /**
     * Further attempts at tasks that had failed, by a target that tries again itself, as a stage of
     * a pipeline does; 0 for all others. A task that is tried again counts once in all other
     * figures, so the attempts are the completed tasks and these.
     */
    long retried();

    /** Rejected tasks. */
    long rejected();

    /**
     * Tasks that the rule for who gets in turned away, because more came than could be done in
     * time: the rejected ones among them, and those that had been accepted and then waited in vain.
     * Not those for which there was no room to wait.
     */
    long shed();
  }

  /** The sums of times, and their quantiles. */
  public sealed interface Times permits ObservationBuilder.TimesFigures {
    /** Start to end in nanoseconds, summed over the tasks completed in the window. */
    long serviceNanosSum();

    /**
     * The work done: the reference service times of the completed tasks' kinds, summed, in
     * nanoseconds; 0 if the target does not distinguish kinds, and then it means nothing.
     */
    long referenceNanosSum();

    /** Arrival to start (the "dead time") in nanoseconds, summed over the tasks started. */
    long waitNanosSum();

    /** Arrival to end in nanoseconds, summed over the tasks completed. */
    long responseNanosSum();

    /** Processor time that the workers used, in nanoseconds; empty if it cannot be measured. */
    OptionalLong cpuNanosSum();

    /**
     * Time in which the workers were ready to run but had no processor, in nanoseconds; empty if it
     * cannot be measured.
     */
    OptionalLong runQueueWaitNanosSum();

    /** Quantiles of the time from arrival to end, over the tasks completed. */
    Quantiles responseQuantiles();

    /** Quantiles of the time from arrival to start, over the tasks started. */
    Quantiles waitQuantiles();

    /**
     * The squared reference service times of the completed tasks, summed, in square nanoseconds.
     * sum^2 / sum of squares is the effective sample size: the number of tasks of equal length that
     * would give as good a sample. Empty if the target does not measure it.
     */
    OptionalDouble referenceSquaresSum();
  }

  /** The work that arrived: the profiled service times of the arrived tasks, summed. */
  public sealed interface Offered permits ObservationBuilder.OfferedFigures {
    /** The number of arrived tasks of a kind with a known service time. */
    long knownTasks();

    /**
     * The sum in nanoseconds, with the service time of each kind's first task (the total_ST of
     * Bahadur et al. 2022, Eq. 1).
     */
    long firstNanosSum();

    /** The sum in nanoseconds, with each kind's decaying average of the service time. */
    long recentNanosSum();

    /**
     * The sum in nanoseconds, with each kind's reference: the mean of its first tasks, which then
     * never changes. It is work in the unit of {@link Times#referenceNanosSum}.
     */
    long referenceNanosSum();

    /** Tasks that came with a deadline, those turned away included. */
    long deadlineTasks();

    /**
     * The share of the time to their deadline that they are expected to be served for, above 1 for
     * one that takes longer, summed: 0.2 for one that takes 200 ms and has a second.
     */
    double deadlineShareSum();
  }

  /** The processors behind the workers. */
  public sealed interface Host permits ObservationBuilder.HostFigures {
    /** Processors that this process may use, within its quota; above 0. */
    double cores();

    /** Processors that this process kept busy, averaged over the window. */
    OptionalDouble processBusyCores();

    /** Processors that were busy with anything, averaged over the window. */
    OptionalDouble hostBusyCores();
  }

  /** The same window with one more signal; replaces a signal of the same name. */
  public Observation with(String signal, double value) {
    return toBuilder().signal(signal, value).build();
  }

  /** Arrival rate lambda: accepted tasks per second. */
  public double arrivalRatePerSecond() {
    return flow.arrived() / window.seconds();
  }

  /** Throughput X: tasks completed per second (the seed's "retirement rate"). */
  public double throughputPerSecond() {
    return flow.completed() / window.seconds();
  }

  /** Mean service time S of the completed tasks; empty if none completed. */
  public OptionalDouble meanServiceSeconds() {
    return mean(times.serviceNanosSum(), flow.completed());
  }

  /**
   * Inflation: service time / reference service time, both summed over the completed tasks. It is
   * the factor by which tasks took longer than their kinds' reference. A change of speed moves it,
   * a change of the mix of kinds does not. Compare it with other windows, not with 1: a reference
   * learned on a cold or loaded target is too long, so values below 1 are possible. Empty if no
   * task completed, or their references are unknown.
   */
  public OptionalDouble inflation() {
    return times.referenceNanosSum() == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of((double) times.serviceNanosSum() / times.referenceNanosSum());
  }

  /**
   * Work rate: reference service time of the completed tasks / window length, in seconds of work
   * per second. It is throughput in which each task is weighted by the length of its kind. 0 if no
   * task completed, or their references are unknown. A failed task counts as much as any other.
   */
  public double workRate() {
    return (double) times.referenceNanosSum() / window.lengthNanos();
  }

  /** Mean wait of the started tasks; empty if none started. */
  public OptionalDouble meanWaitSeconds() {
    return mean(times.waitNanosSum(), flow.started());
  }

  /** Mean response time W, arrival to end, of the completed tasks; empty if none completed. */
  public OptionalDouble meanResponseSeconds() {
    return mean(times.responseNanosSum(), flow.completed());
  }

  /** L: tasks in the system, waiting or running, averaged over time; measured, not derived. */
  public double inSystemMean() {
    return size.busyMean() + size.queuedMean();
  }

  /** Whether nothing happened: no task arrived, started or ended, and none waits or runs. */
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

  /** Dead-time ratio: wait / (wait + service), from the two means; empty if either is. */
  public OptionalDouble deadTimeRatio() {
    OptionalDouble wait = meanWaitSeconds();
    OptionalDouble service = meanServiceSeconds();
    if (wait.isEmpty() || service.isEmpty()) {
      return OptionalDouble.empty();
    }
    double whole = wait.getAsDouble() + service.getAsDouble();
    return OptionalDouble.of(whole == 0 ? 0 : wait.getAsDouble() / whole);
  }

  /** Utilisation rho: busy workers / requested workers. */
  public double utilisation() {
    return size.busyMean() / size.workersTarget();
  }

  /** Time that workers spent inside a task, in nanoseconds: busyMean * window length. */
  public double busyNanos() {
    return size.busyMean() * window.lengthNanos();
  }

  /**
   * Time that workers were blocked inside a task, in nanoseconds: busy - CPU - run-queue wait,
   * never below 0; empty without both sensors.
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
   * Blocking coefficient W/S (Goetz 2006, section 8.2): blocked time / CPU time; empty without both
   * sensors, or if no CPU time was used.
   */
  public OptionalDouble blockingCoefficient() {
    OptionalDouble blocked = blockedNanos();
    if (blocked.isEmpty() || times.cpuNanosSum().getAsLong() <= 0) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(blocked.getAsDouble() / times.cpuNanosSum().getAsLong());
  }

  /** Demand (offered load, in Erlang): lambda * S; empty if no task completed. */
  public OptionalDouble demand() {
    OptionalDouble service = meanServiceSeconds();
    return service.isEmpty()
        ? service
        : OptionalDouble.of(arrivalRatePerSecond() * service.getAsDouble());
  }

  private static OptionalDouble mean(long nanosSum, long count) {
    return count == 0 ? OptionalDouble.empty() : OptionalDouble.of(nanosSum / 1e9 / count);
  }

  /**
   * Every measured figure by its name, such as {@code size.busyMean}; a figure that the target
   * cannot measure is missing. {@link #ofFigures} makes an equal observation of them.
   */
  public SortedMap<String, Number> figures() {
    return ObservationFigures.of(this);
  }

  /**
   * Makes an observation from its figures by name; a missing count or sum is 0, a missing sensor is
   * empty.
   *
   * @throws IllegalArgumentException when a name is unknown, or a value out of its range
   */
  public static Observation ofFigures(SortedMap<String, ? extends Number> figures) {
    return ObservationFigures.read(figures);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Observation that
        && window.equals(that.window)
        && size.equals(that.size)
        && flow.equals(that.flow)
        && times.equals(that.times)
        && offered.equals(that.offered)
        && host.equals(that.host)
        && perTask.equals(that.perTask)
        && signals.equals(that.signals);
  }

  @Override
  public int hashCode() {
    return Objects.hash(window, size, flow, times, offered, host, perTask, signals);
  }

  /** The figures by name. */
  @Override
  public String toString() {
    return "Observation" + figures();
  }
}
