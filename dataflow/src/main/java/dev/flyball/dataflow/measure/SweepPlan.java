package dev.flyball.dataflow.measure;

import dev.flyball.base.Durations;
import dev.flyball.base.Require;
import java.time.Duration;
import java.util.List;

/**
 * The plan for measuring a node.
 *
 * @param threads the numbers of threads to try, at least one, each above the one before
 * @param precision how narrow the confidence interval of each rate is to be: half its width as a
 *     part of the mean, above 0 and below 1
 * @param budget how long to measure the node at most; one trial of each number is made in any case
 */
public record SweepPlan(List<Integer> threads, double precision, Duration budget) {

  /** Repetitions below which no interval is believed. */
  public static final int REPETITIONS_MIN = 3;

  /** The most threads that one can try. */
  public static final int THREADS_MAX = 10_000;

  /** So many rounds, and one trial beforehand, fit into the budget. */
  private static final int ROUNDS = 6;

  private static final double WARM_UP_SHARE = 0.25;
  private static final Duration TRIAL_MAX = Duration.ofSeconds(2);

  public SweepPlan {
    threads = List.copyOf(threads);
    Require.atLeast("number of thread counts", 1, threads.size());
    Require.above("precision", 0, precision);
    Require.between("precision", 0, 1, precision);
    Durations.atMostAYear("budget", Require.positive("budget", budget));
    int before = 0;
    for (int count : threads) {
      Require.between("threads", 1, THREADS_MAX, count);
      if (count <= before) {
        throw new IllegalArgumentException(
            "threads must each be above the one before (" + before + ") but one was " + count);
      }
      before = count;
    }
  }

  /** How long a trial works before it measures. */
  public Duration warmUp() {
    return Duration.ofNanos(Math.round(WARM_UP_SHARE * trialNanos()));
  }

  /** How long a trial measures. */
  public Duration measured() {
    return Duration.ofNanos(Math.max(1, Math.round((1 - WARM_UP_SHARE) * trialNanos())));
  }

  private long trialNanos() {
    return Math.min(TRIAL_MAX.toNanos(), budget.toNanos() / (ROUNDS * threads.size() + 1));
  }
}
