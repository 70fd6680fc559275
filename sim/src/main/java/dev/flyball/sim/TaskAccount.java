package dev.flyball.sim;

import dev.flyball.sim.scenario.Kind;
import dev.flyball.sim.scenario.RetryRule;
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

  private final double speedMax;
  private final List<Kind> kinds;
  private final long[] offered;
  private final long[] good;
  private final long[] lost;
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
  void answered(int kind, boolean well, boolean isLost, boolean inTime) {
    good[kind] += well && inTime ? 1 : 0;
    lost[kind] += isLost ? 1 : 0;
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
            .toList());
  }
}
