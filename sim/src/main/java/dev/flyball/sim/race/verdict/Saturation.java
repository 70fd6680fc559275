package dev.flyball.sim.race.verdict;

import dev.flyball.base.Require;
import dev.flyball.sim.Outcome;
import dev.flyball.sim.PoolOutcome;
import dev.flyball.sim.PoolOutcome.Sample;
import java.util.List;

/**
 * The saturation of a run: how long tasks waited while every worker was busy.
 *
 * <p>A run is cut into slices of a 240th of the scenario's length. A pool was saturated in a slice
 * when its workers were busy for at least 95 % of their time and, averaged over the slice, at least
 * one task waited. A run is saturated when that was so for more than half of the time in which
 * tasks arrived, in one of its pools at least.
 *
 * <p>Applied to the oracle, this separates two kinds of scenarios. If the oracle is saturated, no
 * size keeps up, and the size decides the throughput. If it is not, throughput is the rate of
 * arrivals for every contender that keeps up, and the difference is how long tasks take. The line
 * between them is wide: in the catalogue the oracle is saturated for over 55 % of the time in three
 * scenarios, and for below 25 % in all others.
 */
public final class Saturation {

  /** Of the time, from where on a run is saturated. */
  public static final double SHARE = 0.5;

  /** What it means, in words. */
  public static final String MEANING =
      "The oracle is saturated where, for more than half of the time in which tasks arrive, all its"
          + " workers are busy and tasks wait: no size would keep up there, so throughput is"
          + " compared. Elsewhere whoever keeps up has the throughput of the arrivals, so the"
          + " response time is compared.";

  private static final double BUSY = 0.95;
  private static final double QUEUED = 1;

  private Saturation() {}

  /**
   * The share of the time in which a run was saturated, in its worst pool.
   *
   * @throws IllegalArgumentException when the run was not watched, so that the share is unknown
   */
  static double share(Outcome watched) {
    double worst = 0;
    for (PoolOutcome pool : watched.pools()) {
      worst = Math.max(worst, share(pool.samples(), watched.lengthNanos()));
    }
    return worst;
  }

  private static double share(List<Sample> samples, long lengthNanos) {
    int all = 0;
    int saturated = 0;
    for (Sample sample : samples) {
      if (sample.atNanos() <= lengthNanos) {
        all++;
        saturated += isSaturated(sample) ? 1 : 0;
      }
    }
    Require.atLeast("number of samples", 1, all);
    return (double) saturated / all;
  }

  private static boolean isSaturated(Sample sample) {
    return sample.busyMean() >= BUSY * sample.workersMean() && sample.queuedMean() >= QUEUED;
  }
}
