package dev.flyball.policy;

import static dev.flyball.base.Require.countAtLeast;
import static dev.flyball.base.Require.finiteAtLeast;

import dev.flyball.base.Require;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A builder of observations. Defaults: each count and sum is 0, each sensor is empty, and the
 * target has one worker on one core.
 *
 * <p>Not thread-safe. {@link Observation} gives the meaning, unit and range of each figure; {@link
 * #build()} checks the ranges.
 */
public final class ObservationBuilder {

  // Read and written by ObservationFigures too.
  long startNanos;
  long lengthNanos = 1;
  int workersTarget = 1;
  int workersCurrent = 1;
  double workersMean = 1;
  double busyMean;
  double queuedMean;
  long queuedAtEnd;
  long arrived;
  long started;
  long completed;
  long failed;
  long retried;
  long rejected;
  long shed;
  long serviceNanosSum;
  long referenceNanosSum;
  long waitNanosSum;
  long responseNanosSum;
  OptionalLong cpuNanosSum = OptionalLong.empty();
  OptionalLong runQueueWaitNanosSum = OptionalLong.empty();
  Quantiles responseQuantiles = Quantiles.EMPTY;
  Quantiles waitQuantiles = Quantiles.EMPTY;
  OptionalDouble referenceSquaresSum = OptionalDouble.empty();
  long knownTasks;
  long firstNanosSum;
  long recentNanosSum;
  long offeredReferenceNanosSum;
  long deadlineTasks;
  double deadlineShareSum;
  double cores = 1;
  OptionalDouble processBusyCores = OptionalDouble.empty();
  OptionalDouble hostBusyCores = OptionalDouble.empty();
  PerTask perTask = PerTask.NONE;
  private final SortedMap<String, Double> signals = new TreeMap<>();

  ObservationBuilder() {}

  ObservationBuilder(Observation of) {
    window(of.window().startNanos(), of.window().lengthNanos());
    workers(of.size().workersTarget(), of.size().workersCurrent(), of.size().workersMean());
    busy(of.size().busyMean()).queued(of.size().queuedMean(), of.size().queuedAtEnd());
    arrived(of.flow().arrived()).started(of.flow().started()).completed(of.flow().completed());
    failed(of.flow().failed())
        .retried(of.flow().retried())
        .rejected(of.flow().rejected())
        .shed(of.flow().shed());
    Observation.Times times = of.times();
    serviceNanos(times.serviceNanosSum()).waitNanos(times.waitNanosSum());
    responseNanos(times.responseNanosSum());
    referenceNanos(times.referenceNanosSum(), times.referenceSquaresSum());
    cpuNanos(times.cpuNanosSum()).runQueueWaitNanos(times.runQueueWaitNanosSum());
    responseQuantiles(times.responseQuantiles()).waitQuantiles(times.waitQuantiles());
    Observation.Offered offered = of.offered();
    offered(
        offered.knownTasks(),
        offered.firstNanosSum(),
        offered.recentNanosSum(),
        offered.referenceNanosSum());
    deadlines(offered.deadlineTasks(), offered.deadlineShareSum());
    cores(of.host().cores());
    processBusyCores(of.host().processBusyCores()).hostBusyCores(of.host().hostBusyCores());
    perTask(of.perTask());
    signals.putAll(of.signals());
  }

  /**
   * The time of the window: its start on the target's clock, and its length above 0, in
   * nanoseconds.
   */
  public ObservationBuilder window(long start, long length) {
    startNanos = start;
    lengthNanos = length;
    return this;
  }

  /**
   * The numbers of workers.
   *
   * @param target the requested size at the end of the window, at least 1
   * @param current existing workers at the end of the window
   * @param mean existing workers, averaged over the window's time
   */
  public ObservationBuilder workers(int target, int current, double mean) {
    workersTarget = target;
    workersCurrent = current;
    workersMean = mean;
    return this;
  }

  /** A size that is requested and exists during the whole window, in workers, at least 1. */
  public ObservationBuilder workers(int size) {
    return workers(size, size, size);
  }

  /** Workers that run a task, averaged over the window's time. */
  public ObservationBuilder busy(double mean) {
    busyMean = mean;
    return this;
  }

  /** Queued tasks: averaged over the window's time, and at its end. */
  public ObservationBuilder queued(double mean, long atEnd) {
    queuedMean = mean;
    queuedAtEnd = atEnd;
    return this;
  }

  /** Accepted tasks; rejected tasks do not count. */
  public ObservationBuilder arrived(long tasks) {
    arrived = tasks;
    return this;
  }

  /** Tasks that a worker started. */
  public ObservationBuilder started(long tasks) {
    started = tasks;
    return this;
  }

  /** Tasks that ended, with or without an exception. */
  public ObservationBuilder completed(long tasks) {
    completed = tasks;
    return this;
  }

  /** Tasks that ended with an exception; the completed tasks include them. */
  public ObservationBuilder failed(long tasks) {
    failed = tasks;
    return this;
  }

  /** Further attempts at tasks that had failed. Default: 0. */
  public ObservationBuilder retried(long attempts) {
    retried = attempts;
    return this;
  }

  /** Rejected tasks. */
  public ObservationBuilder rejected(long tasks) {
    rejected = tasks;
    return this;
  }

  /** Tasks that the rule for who gets in turned away, rejected or accepted before. */
  public ObservationBuilder shed(long tasks) {
    shed = tasks;
    return this;
  }

  /** Start to end, in nanoseconds, summed over the tasks completed. */
  public ObservationBuilder serviceNanos(long sum) {
    serviceNanosSum = sum;
    return this;
  }

  /** Arrival to start, in nanoseconds, summed over the tasks started. */
  public ObservationBuilder waitNanos(long sum) {
    waitNanosSum = sum;
    return this;
  }

  /** Arrival to end, in nanoseconds, summed over the tasks completed. */
  public ObservationBuilder responseNanos(long sum) {
    responseNanosSum = sum;
    return this;
  }

  /**
   * Reference service times of the completed tasks' kinds.
   *
   * @param sum the sum in nanoseconds
   * @param squaresSum the sum of their squares, in square nanoseconds; empty if unknown
   */
  public ObservationBuilder referenceNanos(long sum, OptionalDouble squaresSum) {
    Objects.requireNonNull(squaresSum, "squaresSum must not be null");
    referenceNanosSum = sum;
    referenceSquaresSum = squaresSum;
    return this;
  }

  /** Processor time that the workers used, in nanoseconds; empty if it cannot be measured. */
  public ObservationBuilder cpuNanos(OptionalLong sum) {
    Objects.requireNonNull(sum, "sum must not be null");
    cpuNanosSum = sum;
    return this;
  }

  /**
   * Time in which the workers were ready to run but had no processor, in nanoseconds; empty if it
   * cannot be measured.
   */
  public ObservationBuilder runQueueWaitNanos(OptionalLong sum) {
    Objects.requireNonNull(sum, "sum must not be null");
    runQueueWaitNanosSum = sum;
    return this;
  }

  /** Quantiles of the time from arrival to end, over the tasks completed. */
  public ObservationBuilder responseQuantiles(Quantiles ofCompleted) {
    Objects.requireNonNull(ofCompleted, "ofCompleted must not be null");
    responseQuantiles = ofCompleted;
    return this;
  }

  /** Quantiles of the time from arrival to start, over the tasks started. */
  public ObservationBuilder waitQuantiles(Quantiles ofStarted) {
    Objects.requireNonNull(ofStarted, "ofStarted must not be null");
    waitQuantiles = ofStarted;
    return this;
  }

  /**
   * The profiled service times of the arrived tasks, summed in nanoseconds.
   *
   * @param known the number of arrived tasks of a kind with a known service time
   * @param firstSum the sum with the service time of each kind's first task
   * @param recentSum the sum with each kind's decaying average
   * @param referenceSum the sum with each kind's reference
   */
  public ObservationBuilder offered(long known, long firstSum, long recentSum, long referenceSum) {
    knownTasks = known;
    firstNanosSum = firstSum;
    recentNanosSum = recentSum;
    offeredReferenceNanosSum = referenceSum;
    return this;
  }

  /**
   * The deadlines of the tasks that came, those turned away included.
   *
   * @param tasks the number of tasks with a deadline
   * @param shareSum the share of the time to their deadline that they are expected to be served
   *     for, summed
   */
  public ObservationBuilder deadlines(long tasks, double shareSum) {
    deadlineTasks = tasks;
    deadlineShareSum = shareSum;
    return this;
  }

  /** Processors that this process may use, within its quota; above 0. */
  public ObservationBuilder cores(double usable) {
    cores = usable;
    return this;
  }

  /**
   * Processors that this process kept busy, averaged over the window; empty if it cannot be
   * measured.
   */
  public ObservationBuilder processBusyCores(OptionalDouble mean) {
    Objects.requireNonNull(mean, "mean must not be null");
    processBusyCores = mean;
    return this;
  }

  /**
   * Processors that were busy with anything, averaged over the window; empty if it cannot be
   * measured.
   */
  public ObservationBuilder hostBusyCores(OptionalDouble mean) {
    Objects.requireNonNull(mean, "mean must not be null");
    hostBusyCores = mean;
    return this;
  }

  /** What an average completed task was like. */
  public ObservationBuilder perTask(PerTask figures) {
    Objects.requireNonNull(figures, "figures must not be null");
    perTask = figures;
    return this;
  }

  /** A figure that only some targets have; replaces a signal of the same name. */
  public ObservationBuilder signal(String name, double value) {
    signals.put(Objects.requireNonNull(name, "signal must not be null"), value);
    return this;
  }

  /** Several signals, by name. */
  public ObservationBuilder signals(Map<String, Double> more) {
    Objects.requireNonNull(more, "more must not be null");
    more.forEach(this::signal);
    return this;
  }

  /**
   * Makes the observation.
   *
   * @throws IllegalArgumentException when a figure is out of its range; the message names it
   */
  public Observation build() {
    return new Observation(
        new WindowFigures(startNanos, lengthNanos),
        new SizeFigures(
            workersTarget, workersCurrent, workersMean, busyMean, queuedMean, queuedAtEnd),
        new FlowFigures(arrived, started, completed, failed, retried, rejected, shed),
        new TimesFigures(
            serviceNanosSum,
            referenceNanosSum,
            waitNanosSum,
            responseNanosSum,
            cpuNanosSum,
            runQueueWaitNanosSum,
            responseQuantiles,
            waitQuantiles,
            referenceSquaresSum),
        new OfferedFigures(
            knownTasks,
            firstNanosSum,
            recentNanosSum,
            offeredReferenceNanosSum,
            deadlineTasks,
            deadlineShareSum),
        new HostFigures(cores, processBusyCores, hostBusyCores),
        perTask,
        signals);
  }

  record WindowFigures(long startNanos, long lengthNanos) implements Observation.Window {
    WindowFigures {
      if (lengthNanos <= 0) {
        throw new IllegalArgumentException("lengthNanos must be above 0 but was " + lengthNanos);
      }
    }
  }

  record SizeFigures(
      int workersTarget,
      int workersCurrent,
      double workersMean,
      double busyMean,
      double queuedMean,
      long queuedAtEnd)
      implements Observation.Size {
    SizeFigures {
      Require.atLeast("workersTarget", 1, workersTarget);
      Require.atLeast("workersCurrent", 0, workersCurrent);
      finiteAtLeast("workersMean", 0, workersMean);
      finiteAtLeast("busyMean", 0, busyMean);
      finiteAtLeast("queuedMean", 0, queuedMean);
      countAtLeast("queuedAtEnd", 0, queuedAtEnd);
    }
  }

  record FlowFigures(
      long arrived,
      long started,
      long completed,
      long failed,
      long retried,
      long rejected,
      long shed)
      implements Observation.Flow {
    FlowFigures {
      countAtLeast("arrived", 0, arrived);
      countAtLeast("started", 0, started);
      countAtLeast("completed", 0, completed);
      countAtLeast("failed", 0, failed);
      countAtLeast("retried", 0, retried);
      countAtLeast("rejected", 0, rejected);
      countAtLeast("shed", 0, shed);
    }
  }

  record TimesFigures(
      long serviceNanosSum,
      long referenceNanosSum,
      long waitNanosSum,
      long responseNanosSum,
      OptionalLong cpuNanosSum,
      OptionalLong runQueueWaitNanosSum,
      Quantiles responseQuantiles,
      Quantiles waitQuantiles,
      OptionalDouble referenceSquaresSum)
      implements Observation.Times {
    TimesFigures {
      countAtLeast("serviceNanosSum", 0, serviceNanosSum);
      countAtLeast("referenceNanosSum", 0, referenceNanosSum);
      countAtLeast("waitNanosSum", 0, waitNanosSum);
      countAtLeast("responseNanosSum", 0, responseNanosSum);
      cpuNanosSum.ifPresent(nanos -> countAtLeast("cpuNanosSum", 0, nanos));
      runQueueWaitNanosSum.ifPresent(nanos -> countAtLeast("runQueueWaitNanosSum", 0, nanos));
      Objects.requireNonNull(responseQuantiles, "responseQuantiles must not be null");
      Objects.requireNonNull(waitQuantiles, "waitQuantiles must not be null");
      referenceSquaresSum.ifPresent(squares -> finiteAtLeast("referenceSquaresSum", 0, squares));
    }
  }

  record OfferedFigures(
      long knownTasks,
      long firstNanosSum,
      long recentNanosSum,
      long referenceNanosSum,
      long deadlineTasks,
      double deadlineShareSum)
      implements Observation.Offered {
    OfferedFigures {
      countAtLeast("knownTasks", 0, knownTasks);
      countAtLeast("firstNanosSum", 0, firstNanosSum);
      countAtLeast("recentNanosSum", 0, recentNanosSum);
      countAtLeast("referenceNanosSum", 0, referenceNanosSum);
      countAtLeast("deadlineTasks", 0, deadlineTasks);
      finiteAtLeast("deadlineShareSum", 0, deadlineShareSum);
    }
  }

  record HostFigures(double cores, OptionalDouble processBusyCores, OptionalDouble hostBusyCores)
      implements Observation.Host {
    HostFigures {
      Require.above("cores", 0, cores);
      processBusyCores.ifPresent(busy -> finiteAtLeast("processBusyCores", 0, busy));
      hostBusyCores.ifPresent(busy -> finiteAtLeast("hostBusyCores", 0, busy));
    }
  }
}
