package dev.flyball.policy;

/**
 * What one size brought in one stretch of time.
 *
 * @param workers the size
 * @param throughput tasks completed per second, above 0
 * @param responseSeconds the mean response time by Little's law: tasks in the system / throughput
 * @param tasks tasks completed
 */
record PairedSample(int workers, double throughput, double responseSeconds, double tasks) {

  static PairedSample of(Observation seen) {
    double throughput = seen.throughputPerSecond();
    return new PairedSample(
        seen.size().workersAsked(),
        throughput,
        Math.min(1e300, seen.inSystemMean()) / throughput,
        seen.flow().completed());
  }

  /** How much more throughput this is than that, as the logarithm of the ratio. */
  double gainOver(double other) {
    return StrictMath.log(throughput / other);
  }
}
