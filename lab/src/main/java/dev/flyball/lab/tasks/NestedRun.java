package dev.flyball.lab.tasks;

import dev.flyball.sim.race.Aggregate;
import java.util.List;
import java.util.OptionalInt;

/**
 * The outcome of one run of nested work.
 *
 * @param load what was offered
 * @param executor the name of the executor
 * @param done requests that ended in time
 * @param failed requests that were refused or failed, such as for want of a thread
 * @param latenciesNanos per request, ascending, from the time at which it was to come; a request
 *     that did not end counts up to the end of the run
 * @param samples the course of the run, at equal gaps
 * @param last the samples of the load's last second
 */
public record NestedRun(
    NestedLoad load,
    String executor,
    int done,
    int failed,
    List<Long> latenciesNanos,
    List<Sample> samples,
    List<Sample> last) {

  public NestedRun {
    latenciesNanos = List.copyOf(latenciesNanos);
    samples = List.copyOf(samples);
    last = List.copyOf(last);
  }

  /**
   * A run at one moment.
   *
   * @param atNanos when, from the start on
   * @param alive threads of the executor
   * @param asked threads that a policy wants; empty where there is none
   */
  public record Sample(long atNanos, int alive, OptionalInt asked) {}

  public int offered() {
    return latenciesNanos.size();
  }

  public boolean allDone() {
    return done == offered();
  }

  /** Such a latency that so large a share of the offered requests had none longer. */
  public double quantileMillis(double share) {
    int rank = (int) StrictMath.ceil(share * offered()) - 1;
    return latenciesNanos.get(Math.max(0, rank)) / 1e6;
  }

  /** The most threads that a sample saw. */
  public int aliveMax() {
    return samples.stream().mapToInt(Sample::alive).max().orElse(0);
  }

  /** Threads in the load's last second, in the middle. */
  public double aliveLasting() {
    return Aggregate.MEDIAN.of(last, Sample::alive);
  }

  /** Threads that the policy wanted in the load's last second, in the middle; NaN without one. */
  public double askedLasting() {
    return Aggregate.MEDIAN.of(
        last, sample -> sample.asked().isPresent() ? sample.asked().getAsInt() : Double.NaN);
  }
}
