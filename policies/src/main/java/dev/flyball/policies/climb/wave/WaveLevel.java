package dev.flyball.policies.climb.wave;

import dev.flyball.policy.Reason;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What the workload was like when its optimum was found, and what it has been like since it was
 * last compared: the watch that the optimized state keeps.
 *
 * @param then the figures that were fixed
 * @param now the figures that are not compared yet
 */
record WaveLevel(Figures then, Figures now) {

  static final WaveLevel EMPTY = new WaveLevel(Figures.NONE, Figures.NONE);

  /**
   * Means over samples.
   *
   * @param samples how many
   * @param throughput tasks completed per second
   * @param connections connected clients
   * @param answered samples in which a task ended
   * @param latencySeconds mean response time, over the samples in which a task ended
   */
  record Figures(
      int samples, double throughput, double connections, int answered, double latencySeconds) {

    static final Figures NONE = new Figures(0, 0, 0, 0, 0);

    Figures with(WaveSample sample) {
      OptionalDouble latency = sample.latencySeconds();
      int answers = answered + (latency.isPresent() ? 1 : 0);
      return new Figures(
          samples + 1,
          throughput + (sample.throughput() - throughput) / (samples + 1),
          connections + (sample.connections() - connections) / (samples + 1),
          answers,
          latency.isPresent()
              ? latencySeconds + (latency.getAsDouble() - latencySeconds) / answers
              : latencySeconds);
    }
  }

  WaveLevel with(WaveSample sample, int average) {
    return then.samples() < average
        ? new WaveLevel(then.with(sample), now)
        : new WaveLevel(then, now.with(sample));
  }

  /** The same with what was compared forgotten. */
  WaveLevel compared() {
    return new WaveLevel(then, Figures.NONE);
  }

  boolean ready(int average) {
    return now.samples() >= average;
  }

  /** Which figure left the tolerance, in words; empty when all are as they were. */
  Optional<Reason> deviation(double tolerance) {
    return deviation("throughput", "/s", then.throughput(), now.throughput(), tolerance)
        .or(() -> deviation("connections", "", then.connections(), now.connections(), tolerance))
        .or(() ->
            then.answered() == 0 || now.answered() == 0
                ? Optional.empty()
                : deviation(
                    "latency", " s", then.latencySeconds(), now.latencySeconds(), tolerance));
  }

  private static Optional<Reason> deviation(
      String name, String unit, double was, double is, double tolerance) {
    if (!(Math.abs(is - was) > tolerance * was)) {
      return Optional.empty();
    }
    return Optional.of(Reason.of("%s %.4g -> %.4g%s", name, was, is, unit));
  }
}
