package dev.flyball.dataflow.measure;

import dev.flyball.base.Require;
import java.util.List;
import java.util.OptionalDouble;

/**
 * All trials of a node with one number of threads.
 *
 * @param threads the number
 * @param trials at least one
 */
public record ThreadsReading(int threads, List<TrialReading> trials) {
  public ThreadsReading {
    trials = List.copyOf(trials);
    Require.atLeast("number of trials", 1, trials.size());
  }

  /** The threads' total rate. */
  public Estimate perSecond() {
    return Estimate.of(trials.stream().map(TrialReading::perSecond).toList());
  }

  /** Whether that rate is known so well: half the interval's width as a part of the mean. */
  public boolean within(double precision) {
    return perSecond().relative().orElse(Double.POSITIVE_INFINITY) <= precision;
  }

  /** The processor time of a record; empty where it is not measured. */
  public OptionalDouble cpuSeconds() {
    return trials.stream().allMatch(trial -> trial.cpuSeconds().isPresent())
        ? trials.stream().mapToDouble(trial -> trial.cpuSeconds().orElse(0)).average()
        : OptionalDouble.empty();
  }

  /**
   * The share of the threads' time in which they were ready to run and had no processor, on
   * average; empty where it is not measured.
   */
  public OptionalDouble readyShare() {
    return trials.stream().allMatch(trial -> trial.readyShare().isPresent())
        ? trials.stream().mapToDouble(trial -> trial.readyShare().orElse(0)).average()
        : OptionalDouble.empty();
  }

  /**
   * The squared coefficient of variation of service times: the median of the trials, for a single
   * long pause of the machine in one of them is not the node's.
   */
  public double variation() {
    List<Double> sorted = trials.stream().map(TrialReading::variation).sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }
}
