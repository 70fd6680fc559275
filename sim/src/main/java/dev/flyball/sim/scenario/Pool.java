package dev.flyball.sim.scenario;

import dev.flyball.base.Require;
import dev.flyball.policy.Limits;
import java.util.List;

/**
 * A pool of workers: what arrives at it, of which kinds, and its own settings.
 *
 * @param name its name
 * @param phases what arrives, one phase after the other; the first begins at 0
 * @param kinds the kinds of its tasks; their shares add up to 1
 * @param initial the size it begins with, within the limits
 * @param limits the sizes that are allowed
 * @param queueCapacity how many tasks may wait that no worker is free for; a task beyond is turned
 *     away
 * @param idleNanos how long a worker stays without a task
 * @param threadStartNanos the processor time that starting a worker takes
 * @param periodNanos how often its governor observes it
 * @param deadlineNanos until when after its arrival a task's answer is of use to its client, unless
 *     its kind has a deadline of its own
 */
public record Pool(
    String name,
    List<Phase> phases,
    List<Kind> kinds,
    int initial,
    Limits limits,
    int queueCapacity,
    long idleNanos,
    long threadStartNanos,
    long periodNanos,
    long deadlineNanos) {

  /** The default largest size of a pool. */
  public static final int USUAL_MAX = 1000;

  private static final long DEADLINE_NANOS_MIN = 1_000_000_000;
  private static final double DEADLINE_SERVICE_TIMES = 5;

  private static final double SHARES_SLACK = 1e-9;

  /** A pool with the usual deadline: a second, or five mean service times where that is more. */
  public Pool(
      String name,
      List<Phase> phases,
      List<Kind> kinds,
      int initial,
      Limits limits,
      int queueCapacity,
      long idleNanos,
      long threadStartNanos,
      long periodNanos) {
    this(
        name,
        phases,
        kinds,
        initial,
        limits,
        queueCapacity,
        idleNanos,
        threadStartNanos,
        periodNanos,
        usualDeadlineNanos(kinds));
  }

  /** A second, or five mean service times where that is more. */
  static long usualDeadlineNanos(List<Kind> kinds) {
    return Math.max(DEADLINE_NANOS_MIN, (long) (DEADLINE_SERVICE_TIMES * meanServiceNanos(kinds)));
  }

  public Pool {
    Require.notBlank("name", name);
    phases = List.copyOf(phases);
    kinds = List.copyOf(kinds);
    Require.atLeast("number of kinds", 1, kinds.size());
    double sum = kinds.stream().mapToDouble(Kind::share).sum();
    Require.between("sum of the shares", 1 - SHARES_SLACK, 1 + SHARES_SLACK, sum);
    Require.between("initial", limits.min(), limits.max(), initial);
    Require.atLeast("queueCapacity", 0, queueCapacity);
    Require.above("idleNanos", 0, idleNanos);
    Require.countAtLeast("threadStartNanos", 0, threadStartNanos);
    Require.above("periodNanos", 0, periodNanos);
    Require.above("deadlineNanos", 0, deadlineNanos);
    long from = -1;
    for (Phase phase : phases) {
      if (phase.fromNanos() <= from) {
        throw new IllegalArgumentException(
            "phases must begin one after the other but one at "
                + phase.fromNanos()
                + " ns follows one at "
                + from
                + " ns");
      }
      from = phase.fromNanos();
    }
  }

  /** A pool with the usual settings: 10 workers, 1 to 1000, no bound, 500 ms idle, 1 s. */
  public static Pool of(String name, Source source, List<Kind> kinds) {
    return new Pool(
        name,
        List.of(new Phase(0, source)),
        kinds,
        10,
        Limits.of(1, USUAL_MAX),
        Integer.MAX_VALUE,
        500_000_000,
        0,
        1_000_000_000);
  }

  /** The same pool, observed by its governor as often as said. */
  Pool withPeriod(long nanos) {
    return new Pool(
        name,
        phases,
        kinds,
        initial,
        limits,
        queueCapacity,
        idleNanos,
        threadStartNanos,
        nanos,
        deadlineNanos);
  }

  /** Until when after its arrival the answer to a task of a kind is of use to its client. */
  public long deadlineNanos(Kind kind) {
    return kind.deadlineNanos().orElse(deadlineNanos);
  }

  /**
   * The mean time that a task keeps a worker when it never waits for another task, in nanoseconds.
   */
  public double meanServiceNanos() {
    return meanServiceNanos(kinds);
  }

  private static double meanServiceNanos(List<Kind> kinds) {
    return kinds.stream().mapToDouble(kind -> kind.share() * kind.meanNanos()).sum();
  }
}
