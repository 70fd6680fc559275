package dev.flyball.policy;

import dev.flyball.policy.standard.Stretch;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * A builder of observations for tests: an idle window of one second at 10 workers on 4 cores, with
 * no sensors, and whatever is said to be different.
 */
public final class Seen {

  private static final double NANOS = 1e9;

  private long startNanos;
  private long lengthNanos = 1_000_000_000;
  private int asked = 10;
  private int alive = 10;
  private OptionalDouble aliveMean = OptionalDouble.empty();
  private double busy;
  private double queuedMean;
  private long queued;
  private long arrived;
  private long started;
  private long completed;
  private long failed;
  private long rejected;
  private long serviceNanos;
  private long referenceNanos;
  private OptionalDouble referenceSquares = OptionalDouble.empty();
  private long waitNanos;
  private OptionalLong cpuNanos = OptionalLong.empty();
  private OptionalLong runQueueNanos = OptionalLong.empty();
  private Quantiles waitQuantiles = Quantiles.EMPTY;
  private Observation.Offered offered = Observation.Offered.UNKNOWN;
  private double cores = 4;
  private OptionalDouble processBusy = OptionalDouble.empty();
  private OptionalDouble hostBusy = OptionalDouble.empty();
  private final TreeMap<String, Double> signals = new TreeMap<>();

  private Seen() {}

  /** How many of so many per second fall into a window of so many seconds: no fraction is lost. */
  public static long count(int window, double seconds, double perSecond) {
    return Math.round(perSecond * seconds * (window + 1))
        - Math.round(perSecond * seconds * window);
  }

  public static Seen idle() {
    return new Seen();
  }

  /** A steady window: as many tasks ended as arrived, each of the given length, none waited. */
  public static Seen steady(long tasks, double serviceSeconds) {
    return idle()
        .flow(tasks, tasks, tasks)
        .service(tasks * serviceSeconds)
        .busy(tasks * serviceSeconds);
  }

  public Seen at(double startSeconds, double lengthSeconds) {
    startNanos = (long) (startSeconds * NANOS);
    lengthNanos = (long) (lengthSeconds * NANOS);
    return this;
  }

  /** The size asked for, all of it alive. */
  public Seen workers(int workers) {
    asked = workers;
    alive = workers;
    return this;
  }

  public Seen alive(int workers) {
    alive = workers;
    return this;
  }

  /**
   * The workers that exist, averaged over the window, where that is not their number at its end.
   */
  public Seen workersMean(double mean) {
    aliveMean = OptionalDouble.of(mean);
    return this;
  }

  public Seen busy(double mean) {
    busy = mean;
    return this;
  }

  public Seen queue(double mean, long atEnd) {
    queuedMean = mean;
    queued = atEnd;
    return this;
  }

  public Seen flow(long arrivedTasks, long startedTasks, long completedTasks) {
    arrived = arrivedTasks;
    started = startedTasks;
    completed = completedTasks;
    return this;
  }

  /** Of the completed tasks, those that failed. */
  public Seen failed(long tasks) {
    failed = tasks;
    return this;
  }

  public Seen rejected(long tasks) {
    rejected = tasks;
    return this;
  }

  /** The service times of the completed tasks, summed. */
  public Seen service(double secondsSum) {
    serviceNanos = (long) (secondsSum * NANOS);
    return this;
  }

  /** The reference service times of the completed tasks, summed. */
  public Seen reference(double secondsSum) {
    referenceNanos = (long) (secondsSum * NANOS);
    return this;
  }

  /** The squares of the same reference service times, summed, in square seconds. */
  public Seen squares(double squareSecondsSum) {
    referenceSquares = OptionalDouble.of(squareSecondsSum * NANOS * NANOS);
    return this;
  }

  /** The waits of the started tasks, summed. */
  public Seen waits(double secondsSum) {
    waitNanos = (long) (secondsSum * NANOS);
    return this;
  }

  public Seen waitQuantiles(Quantiles ofStarted) {
    waitQuantiles = ofStarted;
    return this;
  }

  /** The profiled service times of the arrived tasks, summed; they have no reference. */
  public Seen offered(long known, double firstSecondsSum, double recentSecondsSum) {
    return offered(known, firstSecondsSum, recentSecondsSum, 0);
  }

  public Seen offered(
      long known, double firstSecondsSum, double recentSecondsSum, double referenceSecondsSum) {
    offered =
        new Observation.Offered(
            known,
            (long) (firstSecondsSum * NANOS),
            (long) (recentSecondsSum * NANOS),
            (long) (referenceSecondsSum * NANOS));
    return this;
  }

  /** CPU time and run-queue wait of the workers, summed. */
  public Seen sensors(double cpuSeconds, double runQueueSeconds) {
    cpuNanos = OptionalLong.of((long) (cpuSeconds * NANOS));
    runQueueNanos = OptionalLong.of((long) (runQueueSeconds * NANOS));
    return this;
  }

  public Seen cores(double usable) {
    cores = usable;
    return this;
  }

  public Seen processBusyCores(double mean) {
    processBusy = OptionalDouble.of(mean);
    return this;
  }

  public Seen hostBusyCores(double mean) {
    hostBusy = OptionalDouble.of(mean);
    return this;
  }

  /** What only some targets have, by name. */
  public Seen signal(String name, double value) {
    signals.put(name, value);
    return this;
  }

  /** The window as the default policy reads it. */
  public Stretch stretch() {
    return Stretch.of(build(), true);
  }

  public Observation build() {
    return new Observation(
        new Observation.Window(startNanos, lengthNanos),
        new Observation.Size(asked, alive, aliveMean.orElse(alive), busy, queuedMean, queued),
        new Observation.Flow(arrived, started, completed, failed, rejected),
        new Observation.Times(
            serviceNanos,
            referenceNanos,
            waitNanos,
            serviceNanos + waitNanos,
            cpuNanos,
            runQueueNanos,
            Quantiles.EMPTY,
            waitQuantiles,
            referenceSquares),
        offered,
        new Observation.Host(cores, processBusy, hostBusy),
        signals);
  }
}
