package dev.flyball.admission.line;

import dev.flyball.admission.Arrival;
import dev.flyball.admission.Importance;
import dev.flyball.measure.AdmissionCount;
import dev.flyball.measure.ArrivalMeter;
import dev.flyball.measure.KindProfile;

/**
 * The work that has lately come to a pool, by importance, and what a task takes on average.
 *
 * <p>The work decays with time; the mean is one over the tasks that come, so that it follows a
 * change of what comes before any of that has ended.
 *
 * <p>Not thread-safe.
 */
final class Arrivals {

  /** Time over which the load is averaged: long beside a burst, short beside a change. */
  static final double LOAD_NANOS = 1e9;

  /** Decays are gathered for as long: an exponential costs more than all the rest of an arrival. */
  private static final long STEP_NANOS = 1_000_000;

  /** A task whose deadline is over as it comes is no reason for a mean without bounds. */
  private static final double SHARE_MAX = 10;

  private static final double MEAN_WEIGHT = 1.0 / 32;

  private final double[] offeredNanos = new double[Importance.values().length];
  private long decayedNanos;
  private boolean begun;
  private double meanNanos;
  private boolean known;
  private long deadlineTasks;
  private double deadlineShareSum;
  private final ArrivalMeter turnedAway = new ArrivalMeter();

  /**
   * Tasks have come, whether they are let in or not.
   *
   * @param tasks how many this one stands for
   * @param deadlineNanos when their results are of no use any more; {@link Arrival#NO_DEADLINE} for
   *     never
   */
  void came(KindProfile kind, Importance importance, int tasks, long deadlineNanos, long nowNanos) {
    long recentNanos = kind.recentNanos();
    if (recentNanos != KindProfile.UNKNOWN) {
      meanNanos =
          known
              ? meanNanos + Math.min(1, tasks * MEAN_WEIGHT) * (recentNanos - meanNanos)
              : recentNanos;
      known = true;
    }
    if (!begun) {
      begun = true;
      decayedNanos = nowNanos;
    }
    if (nowNanos - decayedNanos >= STEP_NANOS) {
      double kept = StrictMath.exp((decayedNanos - nowNanos) / LOAD_NANOS);
      for (int i = 0; i < offeredNanos.length; i++) {
        offeredNanos[i] *= kept;
      }
      decayedNanos = nowNanos;
    }
    double serviceNanos = serviceNanos(kind);
    offeredNanos[importance.ordinal()] += tasks * serviceNanos;
    if (deadlineNanos != Arrival.NO_DEADLINE && serviceNanos > 0) {
      deadlineTasks += tasks;
      deadlineShareSum +=
          tasks * Math.min(SHARE_MAX, serviceNanos / Math.max(1, deadlineNanos - nowNanos));
    }
  }

  /** One of the tasks that have come was turned away at once. */
  void turnedAway(KindProfile kind) {
    turnedAway.offered(kind, 1);
  }

  /** The counts so far, with that of the tasks that were shed, which is kept elsewhere. */
  AdmissionCount count(long shed) {
    return new AdmissionCount(shed, deadlineTasks, deadlineShareSum, turnedAway.copy());
  }

  /** The work of that importance that comes in {@link #LOAD_NANOS}, in nanoseconds of a worker. */
  double offeredNanos(int importance) {
    return offeredNanos[importance];
  }

  /** Whether any service time is known. */
  boolean isKnown() {
    return known;
  }

  /** How long a task takes on average; 0 while nothing is known. */
  double meanNanos() {
    return meanNanos;
  }

  /** How long a task of this kind is expected to take; as any task where the kind is unknown. */
  double serviceNanos(KindProfile kind) {
    long recentNanos = kind.recentNanos();
    return recentNanos == KindProfile.UNKNOWN ? meanNanos : recentNanos;
  }

  /** How long it takes where it takes long. */
  double longNanos(KindProfile kind) {
    long recentNanos = kind.recentNanos();
    return recentNanos == KindProfile.UNKNOWN ? meanNanos : recentNanos + kind.deviationNanos();
  }
}
