package dev.flyball.admission.line;

import java.util.Map;
import java.util.TreeMap;

/**
 * What is known of how long tasks take, by kind: a decaying mean and a decaying mean deviation, as
 * TCP keeps them of round trips (Jacobson 1988, "Congestion Avoidance and Control").
 *
 * <p>Not thread-safe.
 */
final class ServiceTimes {

  /** Kinds beyond count as one, so that a caller with a kind for each task costs no memory. */
  private static final int KINDS_MAX = 1000;

  private static final double MEAN_WEIGHT = 1.0 / 8;
  private static final double DEVIATION_WEIGHT = 1.0 / 8;
  private static final double ALL_WEIGHT = 1.0 / 32;

  /** Of one kind, in nanoseconds. */
  private static final class Estimate {
    private double mean;
    private double deviation;
  }

  private final Map<String, Estimate> kinds = new TreeMap<>();
  private double all;
  private boolean known;

  void ended(String kind, long nanos) {
    all = known ? all + ALL_WEIGHT * (nanos - all) : nanos;
    known = true;
    Estimate estimate = kinds.get(kind);
    if (estimate == null) {
      if (kinds.size() < KINDS_MAX) {
        estimate = new Estimate();
        estimate.mean = nanos;
        kinds.put(kind, estimate);
      }
      return;
    }
    estimate.deviation += DEVIATION_WEIGHT * (Math.abs(nanos - estimate.mean) - estimate.deviation);
    estimate.mean += MEAN_WEIGHT * (nanos - estimate.mean);
  }

  /** How long a task of this kind is expected to take; as any task where the kind is unknown. */
  double mean(String kind) {
    Estimate estimate = kinds.get(kind);
    return estimate == null ? all : estimate.mean;
  }

  /** How long it takes where it takes long. */
  double meanAndDeviation(String kind) {
    Estimate estimate = kinds.get(kind);
    return estimate == null ? all : estimate.mean + estimate.deviation;
  }

  /** The mean over all tasks; 0 while there is none. */
  double meanOfAll() {
    return all;
  }
}
