package dev.flyball.sim;

import dev.flyball.policy.Observation;
import java.util.List;

/**
 * The outcome of one pool in one run.
 *
 * @param pool the pool's name
 * @param whole the whole run as one window: flows, times, quantiles, means over time
 * @param completedInLength tasks that ended while tasks still arrived
 * @param inSystemNanos the tasks in the system integrated over time, up to the run's end; by
 *     Little's law this equals the sum of all response times
 * @param unfinished tasks that were still waiting or running when the run ended
 * @param account the outcome of the tasks as their clients see it
 * @param workersMax the maximum number of workers alive at once
 * @param workersRefused how often a wanted worker did not fit into memory
 * @param sizes the requested size, whenever it changed; the first from the beginning on
 * @param samples the pool over time; empty unless they were requested
 */
public record PoolOutcome(
    String pool,
    Observation whole,
    long completedInLength,
    long inSystemNanos,
    long unfinished,
    Account account,
    int workersMax,
    long workersRefused,
    List<Contender.SizeAt> sizes,
    List<Sample> samples) {

  public PoolOutcome {
    sizes = List.copyOf(sizes);
    samples = List.copyOf(samples);
  }

  /**
   * The outcome of the tasks as their clients see it; all attempts of one task count once.
   *
   * @param aloneNanos the time that the tasks would have taken alone, summed, at most nine tenths
   *     of {@link #LOSS_NANOS} each: the time that no sizes avoid. If tasks are retried it holds
   *     for the mean, since each attempt is drawn anew. NaN if it is not measured
   * @param lost tasks that in the end were rejected, took too long, or still had to be retried
   * @param good tasks that ended well within their deadline; NaN if it is not measured
   * @param retries the number of retries
   * @param kinds the same kind by kind, in the scenario's order; empty if it is not measured
   * @param seconds the same by the second in which a task came first, up to the last in which one
   *     came; empty if it is not measured
   */
  public record Account(
      double aloneNanos,
      long lost,
      double good,
      long retries,
      List<KindAccount> kinds,
      List<SecondAccount> seconds) {

    /** The cost of a lost task, as time in the system. */
    public static final long LOSS_NANOS = 10_000_000_000L;

    public Account {
      kinds = List.copyOf(kinds);
      seconds = List.copyOf(seconds);
    }

    /** The outcome of tasks whose kinds were not told apart. */
    public Account(double aloneNanos, long lost, double good, long retries) {
      this(aloneNanos, lost, good, retries, List.of(), List.of());
    }
  }

  /**
   * The outcome of the tasks of one kind, as their clients see it.
   *
   * @param kind its name
   * @param offered tasks that came
   * @param good tasks that ended well within their deadline
   * @param lost tasks that in the end were rejected, or took too long
   */
  public record KindAccount(String kind, long offered, long good, long lost) {}

  /**
   * The outcome of the tasks that came first within one second, as their clients see it.
   *
   * @param offered tasks that came
   * @param good tasks that ended well within their deadline
   * @param turnedAway tasks that in the end were turned away, when they came or later
   */
  public record SecondAccount(long offered, long good, long turnedAway) {

    /** The second in which nothing came. */
    public static final SecondAccount NONE = new SecondAccount(0, 0, 0);

    /** The same second of two pools. */
    public SecondAccount plus(SecondAccount other) {
      return new SecondAccount(
          offered + other.offered, good + other.good, turnedAway + other.turnedAway);
    }
  }

  /**
   * A moment of the run, for pictures; each figure covers the time since the previous sample.
   *
   * @param atNanos when
   * @param workersTarget the requested size
   * @param workersMean workers alive, averaged
   * @param busyMean workers that ran a task, averaged
   * @param queuedMean tasks that waited, averaged
   * @param arrivedPerSecond arrivals
   * @param completedPerSecond tasks ended
   * @param waitMeanNanos the mean wait of tasks started; NaN when none was
   * @param why the reason of the last decision
   */
  public record Sample(
      long atNanos,
      int workersTarget,
      double workersMean,
      double busyMean,
      double queuedMean,
      double arrivedPerSecond,
      double completedPerSecond,
      double waitMeanNanos,
      String why) {

    /** The sample of a window. */
    public static Sample of(long atNanos, Observation seen, String why) {
      return new Sample(
          atNanos,
          seen.size().workersTarget(),
          seen.size().workersMean(),
          seen.size().busyMean(),
          seen.size().queuedMean(),
          seen.arrivalRatePerSecond(),
          seen.throughputPerSecond(),
          1e9 * seen.meanWaitSeconds().orElse(Double.NaN),
          why);
    }
  }

  /** Tasks that arrived, including those rejected, each counted once. */
  public long offered() {
    return whole.flow().arrived() + whole.flow().rejected() - account.retries();
  }

  /** Tasks that were rejected, took too long or never finished, after all retries. */
  public long lost() {
    return account.lost() + unfinished;
  }

  /** Tasks that ended well. */
  public long succeeded() {
    return whole.flow().completed() - whole.flow().failed();
  }

  /** The sum of the workers' lifetimes, in nanoseconds. */
  public double workerNanos() {
    return whole.size().workersMean() * whole.window().lengthNanos();
  }

  /** The number of changes of size. */
  public int resizes() {
    return sizes.size() - 1;
  }
}
