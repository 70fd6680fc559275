package dev.flyball.policy;

import dev.flyball.policy.standard.window.Stretch;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * A builder of observations for tests, with times in seconds: an idle window of one second at 10
 * workers on 4 cores, with no sensors, and whatever is said to be different. The response time of a
 * task is its wait and its service time.
 */
public final class Seen {

  private static final double NANOS = 1e9;

  private final ObservationBuilder plan = Observation.of(0, 1_000_000_000).workers(10).cores(4);

  private int target = 10;
  private int current = 10;
  private OptionalDouble currentMean = OptionalDouble.empty();
  private long serviceNanos;
  private long waitNanos;
  private long referenceNanos;
  private OptionalDouble referenceSquares = OptionalDouble.empty();
  private long completed;
  private boolean timed = true;

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
    plan.window((long) (startSeconds * NANOS), (long) (lengthSeconds * NANOS));
    return this;
  }

  /** The size asked for; all these workers exist. */
  public Seen workers(int workers) {
    target = workers;
    return alive(workers);
  }

  public Seen alive(int workers) {
    current = workers;
    return this;
  }

  /**
   * The workers that exist, averaged over the window, where that is not their number at its end.
   */
  public Seen workersMean(double mean) {
    currentMean = OptionalDouble.of(mean);
    return this;
  }

  public Seen busy(double mean) {
    plan.busy(mean);
    return this;
  }

  public Seen queue(double mean, long atEnd) {
    plan.queued(mean, atEnd);
    return this;
  }

  public Seen flow(long arrivedTasks, long startedTasks, long completedTasks) {
    plan.arrived(arrivedTasks).started(startedTasks).completed(completedTasks);
    completed = completedTasks;
    return this;
  }

  /** Of the completed tasks, those that failed. */
  public Seen failed(long tasks) {
    plan.failed(tasks);
    return this;
  }

  public Seen rejected(long tasks) {
    plan.rejected(tasks);
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

  /** Only the sums of the times are known, as of a pool that others own. */
  public Seen untimed() {
    timed = false;
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
    plan.waitQuantiles(ofStarted);
    return this;
  }

  /** The profiled service times of the arrived tasks, summed; they have no reference. */
  public Seen offered(long known, double firstSecondsSum, double recentSecondsSum) {
    return offered(known, firstSecondsSum, recentSecondsSum, 0);
  }

  public Seen offered(
      long known, double firstSecondsSum, double recentSecondsSum, double referenceSecondsSum) {
    plan.offered(
        known,
        (long) (firstSecondsSum * NANOS),
        (long) (recentSecondsSum * NANOS),
        (long) (referenceSecondsSum * NANOS));
    return this;
  }

  /** CPU time and run-queue wait of the workers, summed. */
  public Seen sensors(double cpuSeconds, double runQueueSeconds) {
    plan.cpuNanos(OptionalLong.of((long) (cpuSeconds * NANOS)))
        .runQueueWaitNanos(OptionalLong.of((long) (runQueueSeconds * NANOS)));
    return this;
  }

  public Seen cores(double usable) {
    plan.cores(usable);
    return this;
  }

  public Seen processBusyCores(double mean) {
    plan.processBusyCores(OptionalDouble.of(mean));
    return this;
  }

  public Seen hostBusyCores(double mean) {
    plan.hostBusyCores(OptionalDouble.of(mean));
    return this;
  }

  /** What only some targets have, by name. */
  public Seen signal(String name, double value) {
    plan.signal(name, value);
    return this;
  }

  /** The window as the default policy reads it. */
  public Stretch stretch() {
    return Stretch.of(build(), true);
  }

  /** As if all had taken equally long. */
  private Quantiles quantiles() {
    long each = completed == 0 ? 0 : (serviceNanos + waitNanos) / completed;
    return Quantiles.of(completed, each, each, each, each, each);
  }

  public Observation build() {
    return plan.workers(target, current, currentMean.orElse(current))
        .serviceNanos(serviceNanos)
        .waitNanos(waitNanos)
        .responseNanos(serviceNanos + waitNanos)
        .responseQuantiles(timed ? quantiles() : Quantiles.EMPTY)
        .referenceNanos(referenceNanos, referenceSquares)
        .build();
  }
}
