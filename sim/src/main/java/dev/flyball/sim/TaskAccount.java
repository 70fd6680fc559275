package dev.flyball.sim;

import dev.flyball.sim.scenario.Kind;
import dev.flyball.sim.scenario.RetryRule;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * The outcome of a pool's tasks as their clients see it: one task is one wish of a client, however
 * often it is tried.
 */
final class TaskAccount {

  /**
   * Less than the cost of a lost task, worker included, so that the sum is a cost that no sizes
   * avoid.
   */
  private static final double ALONE_NANOS_MAX = 0.9 * PoolOutcome.Account.LOSS_NANOS;

  private static final long SECOND_NANOS = 1_000_000_000;

  private final double speedMax;
  private final List<Kind> kinds;
  private final long[] offered;
  private final long[] good;
  private final long[] lost;
  private final List<long[]> seconds = new ArrayList<>(); // offered, good, turned away
  private double aloneNanos;
  private long retries;

  /**
   * @param kinds the kinds of its tasks
   * @param speedMax how many times as fast as described anything is at the fastest, at least 1
   */
  TaskAccount(List<Kind> kinds, double speedMax) {
    this.kinds = kinds;
    this.offered = new long[kinds.size()];
    this.good = new long[kinds.size()];
    this.lost = new long[kinds.size()];
    this.speedMax = speedMax;
  }

  /**
   * A task comes for the first time. One that is given up and tried again may be quicker then, so
   * it takes no longer than its time-out for certain.
   */
  void offered(Tasks tasks, int task, int steps) {
    int kind = tasks.kind[task];
    offered[kind]++;
    second(tasks.firstNanos[task])[0]++;
    RetryRule retryRule = kinds.get(kind).retryRule();
    double nanos = 0;
    int times = tasks.times(task);
    for (int step = 0; step < steps; step++) {
      nanos += tasks.stepNanos[times + step];
    }
    double certain = retryRule.retries() > 0 ? retryRule.timeoutNanos() : ALONE_NANOS_MAX;
    aloneNanos += Math.min(nanos / speedMax, Math.min(certain, ALONE_NANOS_MAX));
  }

  /** A task comes again. */
  void retried() {
    retries++;
  }

  /** A client has its last answer. */
  void answered(int kind, long firstNanos, Ending ending) {
    long[] second = second(firstNanos);
    switch (ending) {
      case GOOD -> {
        good[kind]++;
        second[1]++;
      }
      case LATE_OR_FAILED -> {}
      case TIMED_OUT -> lost[kind]++;
      case TURNED_AWAY -> {
        lost[kind]++;
        second[2]++;
      }
    }
  }

  /** What a client's last answer is. */
  enum Ending {
    GOOD,
    LATE_OR_FAILED,
    TIMED_OUT,
    TURNED_AWAY
  }

  private long[] second(long firstNanos) {
    int second = (int) (firstNanos / SECOND_NANOS);
    while (seconds.size() <= second) {
      seconds.add(new long[3]);
    }
    return seconds.get(second);
  }

  /** The sums at the end of a run, when some tasks were still waiting to be tried again. */
  PoolOutcome.Account total(int pausing) {
    return new PoolOutcome.Account(
        aloneNanos,
        LongStream.of(lost).sum() + pausing,
        LongStream.of(good).sum(),
        retries,
        IntStream.range(0, kinds.size())
            .mapToObj(kind ->
                new PoolOutcome.KindAccount(
                    kinds.get(kind).name(), offered[kind], good[kind], lost[kind]))
            .toList(),
        seconds.stream()
            .map(second -> new PoolOutcome.SecondAccount(second[0], second[1], second[2]))
            .toList());
  }
}
