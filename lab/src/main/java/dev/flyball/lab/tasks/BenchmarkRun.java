package dev.flyball.lab.tasks;

import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;

/**
 * The outcome of one run.
 *
 * @param executor the name of the executor
 * @param latenciesNanos per task, in the order of submission, from just before it was submitted to
 *     its first instruction
 * @param totalNanos from the first submission to the end of the last task
 * @param latestSubmitNanos by how much the latest submission was behind its plan
 * @param lateNanosMean by how much submissions were behind their plan, on average: an executor's
 *     work in the submitting thread delays the tasks that follow, and is in no latency
 * @param threadsStarted threads that were started, before or for the tasks; empty if they cannot be
 *     counted
 * @param samples the course of the run, at equal gaps
 */
public record BenchmarkRun(
    String executor,
    List<Long> latenciesNanos,
    long totalNanos,
    long latestSubmitNanos,
    double lateNanosMean,
    OptionalInt threadsStarted,
    List<Sample> samples) {

  public BenchmarkRun {
    latenciesNanos = List.copyOf(latenciesNanos);
    samples = List.copyOf(samples);
  }

  /**
   * A run at one moment.
   *
   * @param atNanos when, from the first submission on
   * @param active tasks that run
   * @param inSystem tasks submitted that have not ended
   * @param threads threads of the executor; empty where they cannot be counted
   * @param asked threads that a policy wants; empty where there is none
   * @param busyCores processors that the process used since the sample before; NaN where unknown
   */
  public record Sample(
      long atNanos,
      int active,
      int inSystem,
      OptionalInt threads,
      OptionalInt asked,
      double busyCores) {}

  /** From its planned submission to its first instruction, the mean over the tasks. */
  public double meanMillisFromPlan() {
    return meanMillis() + lateNanosMean / 1e6;
  }

  /** Processors that the process used on average; NaN where unknown. */
  public double coresUsed() {
    double used = 0;
    long beforeNanos = 0;
    for (Sample sample : samples) {
      used += sample.busyCores() * (sample.atNanos() - beforeNanos);
      beforeNanos = sample.atNanos();
    }
    return used / beforeNanos;
  }

  public double meanMillis() {
    return latenciesNanos.stream().mapToLong(nanos -> nanos).average().orElseThrow() / 1e6;
  }

  /** Such a latency that so large a share of the tasks had none longer. */
  public double quantileMillis(double share) {
    List<Long> sorted = latenciesNanos.stream().sorted().toList();
    int rank = (int) StrictMath.ceil(share * sorted.size()) - 1;
    return sorted.get(Math.max(0, rank)) / 1e6;
  }

  public double maxMillis() {
    return Collections.max(latenciesNanos) / 1e6;
  }

  public double minMillis() {
    return Collections.min(latenciesNanos) / 1e6;
  }

  public double totalSeconds() {
    return totalNanos / 1e9;
  }

  /** Threads that were started; NaN where they cannot be counted. */
  public double started() {
    return threadsStarted.isPresent() ? threadsStarted.getAsInt() : Double.NaN;
  }

  /** The most threads that a sample saw; NaN where they cannot be counted. */
  public double threadsMax() {
    return samples.stream()
        .filter(sample -> sample.threads().isPresent())
        .mapToDouble(sample -> sample.threads().getAsInt())
        .max()
        .orElse(Double.NaN);
  }
}
