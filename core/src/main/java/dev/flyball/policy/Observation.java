package dev.flyball.policy;

import java.util.Collections;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One window of a target's life, as numbers, each with its unit in its name.
 *
 * <p>A figure that a target cannot measure is empty, never a silent zero. The derived figures are
 * methods here, once, with their formula.
 *
 * <p>An observation is made by a {@link ObservationBuilder builder}, which names every figure; the
 * groups can be read but not implemented. So a later version can add a figure, and code that reads
 * or fills in observations still compiles and runs.
 */
public final class Observation {

  private final Window window;
  private final Size size;
  private final Flow flow;
  private final Times times;
  private final Offered offered;
  private final Host host;
  private final SortedMap<String, Double> signals;

  Observation(
      Window window,
      Size size,
      Flow flow,
      Times times,
      Offered offered,
      Host host,
      SortedMap<String, Double> signals) {
    this.window = window;
    this.size = size;
    this.flow = flow;
    this.times = times;
    this.offered = offered;
    this.host = host;
    this.signals = Collections.unmodifiableSortedMap(new TreeMap<>(signals));
  }

  /**
   * Begins an observation: an idle window of a target with one worker, on one core, without any
   * sensor, until the builder is told otherwise.
   *
   * @param startNanos the start of the window on the target's clock, in nanoseconds from an
   *     arbitrary origin
   * @param lengthNanos its length in nanoseconds, above 0
   */
  public static ObservationBuilder of(long startNanos, long lengthNanos) {
    return new ObservationBuilder().window(startNanos, lengthNanos);
  }

  /** A builder that holds all figures of this observation. */
  public ObservationBuilder toBuilder() {
    return new ObservationBuilder(this);
  }

  /** When the window was. */
  public Window window() {
    return window;
  }

  /** How many workers, busy workers and queued tasks. */
  public Size size() {
    return size;
  }

  /** How many tasks came and went. */
  public Flow flow() {
    return flow;
  }

  /** Where the time went. */
  public Times times() {
    return times;
  }

  /** The work that the arrived tasks bring, as far as their kinds are known. */
  public Offered offered() {
    return offered;
  }

  /** The processors behind the workers. */
  public Host host() {
    return host;
  }

  /** Figures that only some targets have, by name: {@code "framesPerSecond"}, ... */
  public SortedMap<String, Double> signals() {
    return signals;
  }

  /** When the window was. */
  public sealed interface Window permits ObservationBuilder.WindowFigures {
    /** Its start on the target's clock, in nanoseconds from an arbitrary origin. */
    long startNanos();

    /** Its length in nanoseconds, above 0. */
    long lengthNanos();

    /** Its end on the target's clock, in nanoseconds from the same origin. */
    default long endNanos() {
      return startNanos() + lengthNanos();
    }

    /** Its length in seconds. */
    default double seconds() {
      return lengthNanos() / 1e9;
    }
  }

  /** How many workers and tasks. */
  public sealed interface Size permits ObservationBuilder.SizeFigures {
    /** The size that the target was asked to have, at the end of the window; at least 1. */
    int workersTarget();

    /** Workers that exist, at the end of the window. */
    int workersCurrent();

    /** Workers that exist, averaged over the window's time. */
    double workersMean();

    /** Workers that run a task, averaged over the window's time (not sampled). */
    double busyMean();

    /** Tasks that wait, averaged over the window's time. */
    double queuedMean();

    /** Tasks that wait, at the end of the window. */
    long queuedAtEnd();
  }

  /** How many tasks came and went during the window. */
  public sealed interface Flow permits ObservationBuilder.FlowFigures {
    /** Tasks taken in; rejected tasks are not among them. */
    long arrived();

    /** Tasks that a worker began. */
    long started();

    /** Tasks that ended, whether well or not. */
    long completed();

    /** Tasks that ended with an exception; they are among the completed. */
    long failed();

    /** Tasks that were turned away. */
    long rejected();
  }

  /** Where the time went. */
  public sealed interface Times permits ObservationBuilder.TimesFigures {
    /** Start to end, summed over the tasks completed in the window. */
    long serviceNanosSum();

    /**
     * The work done: the reference service times of the kinds of the same tasks, summed; 0 where
     * the target does not tell kinds apart, and then nothing follows from it.
     */
    long referenceNanosSum();

    /** Arrival to start (the "dead time"), summed over the tasks started. */
    long waitNanosSum();

    /** Arrival to end, summed over the tasks completed. */
    long responseNanosSum();

    /** Processor time that the workers used; empty where it cannot be measured. */
    OptionalLong cpuNanosSum();

    /**
     * Time that the workers were ready to run but had no processor; empty where it cannot be
     * measured.
     */
    OptionalLong runQueueWaitNanosSum();

    /** Quantiles of arrival to end, of the tasks completed. */
    Quantiles responseQuantiles();

    /** Quantiles of arrival to start, of the tasks started. */
    Quantiles waitQuantiles();

    /**
     * The squares of the reference service times of the tasks completed, summed, in square
     * nanoseconds: sum^2 / sum of squares is how many tasks of one length would be as much a
     * sample. Empty where the target does not say.
     */
    OptionalDouble referenceSquaresSum();
  }

  /** The work that arrived: the profiled service times of the tasks that arrived, summed. */
  public sealed interface Offered permits ObservationBuilder.OfferedFigures {
    /** How many of the arrived tasks were of a kind whose service time is known. */
    long knownTasks();

    /**
     * The sum where a kind's service time is that of its first task (the total_ST of Bahadur et al.
     * 2022, Eq. 1).
     */
    long firstNanosSum();

    /** The sum where a kind's service time is a decaying average. */
    long recentNanosSum();

    /**
     * The sum where a kind's service time is its reference, the mean of its first tasks, which is
     * never changed again: work in the unit of {@link Times#referenceNanosSum}.
     */
    long referenceNanosSum();
  }

  /** The processors behind the workers. */
  public sealed interface Host permits ObservationBuilder.HostFigures {
    /** Processors that this process may really use, a quota counted; above 0. */
    double cores();

    /** Processors that this process kept busy, averaged over the window. */
    OptionalDouble processBusyCores();

    /** Processors that were busy with anything, averaged over the window. */
    OptionalDouble hostBusyCores();
  }

  /** This window with one more signal, in the place of one of the same name. */
  public Observation with(String signal, double value) {
    return toBuilder().signal(signal, value).build();
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
    return size.busyMean() / size.workersTarget();
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

  /**
   * Every measured figure by its name, such as {@code size.busyMean}; a figure that the target
   * cannot measure is missing. {@link #ofFigures} makes the same observation of them again.
   */
  public SortedMap<String, Number> figures() {
    return ObservationFigures.of(this);
  }

  /**
   * The observation whose figures these are; a count or sum that is missing is 0, a sensor that is
   * missing is empty.
   *
   * @throws IllegalArgumentException when a name is not that of a figure, or a value not allowed
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
        && signals.equals(that.signals);
  }

  @Override
  public int hashCode() {
    return Objects.hash(window, size, flow, times, offered, host, signals);
  }

  /** The figures by name. */
  @Override
  public String toString() {
    return "Observation" + figures();
  }
}
