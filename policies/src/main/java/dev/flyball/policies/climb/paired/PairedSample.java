package dev.flyball.policies.climb.paired;

import dev.flyball.policy.Observation;
import dev.flyball.policy.part.Sensor;
import dev.flyball.policy.part.Windows;

/**
 * The measurement of one size over one stretch of time.
 *
 * @param workers the size
 * @param nanos how long the stretch was
 * @param throughput tasks completed per second, above 0
 * @param responseSeconds the mean response time by Little's law: tasks in the system / throughput
 * @param tasks tasks completed
 * @param clients clients that were there; no more workers than that make sense
 */
record PairedSample(
    int workers,
    long nanos,
    double throughput,
    double responseSeconds,
    double tasks,
    double clients) {

  /** Where no task has ended, half a task is taken to have, for a ratio needs something. */
  static PairedSample of(Observation seen) {
    double tasks = Math.max(0.5, seen.flow().completed());
    double throughput = tasks / seen.window().seconds();
    return new PairedSample(
        seen.size().workersTarget(),
        seen.window().lengthNanos(),
        throughput,
        Windows.finite(seen.inSystemMean()) / throughput,
        tasks,
        Sensor.clients(seen));
  }

  /** How much more throughput this is than that, as the logarithm of the ratio. */
  double gainOver(PairedSample other) {
    return StrictMath.log(throughput / other.throughput);
  }

  /** How much longer responses take than there, as the logarithm of the ratio; 0 if not known. */
  double slownessOver(PairedSample other) {
    boolean known = responseSeconds > 0 && other.responseSeconds > 0;
    return known ? StrictMath.log(responseSeconds / other.responseSeconds) : 0;
  }
}
