package dev.flyball.policies.climb.wave;

import static dev.flyball.base.Require.above;
import static dev.flyball.base.Require.atLeast;
import static dev.flyball.base.Require.finiteAtLeast;

/**
 * The ten parameters of {@link WaveClimb} that its source prints.
 *
 * @param enabled {@code hcm_hillclimbing_enabled}: whether the size is changed at all
 * @param logged {@code hcm_log_enabled}: whether each reason has all figures
 * @param wavePeriod {@code wave_period}: samples in one wave, at least 2
 * @param samplesToWavePeriodRatio {@code samples_to_wave_period_ratio}: waves in a full vector, at
 *     least 1
 * @param intervalNanos {@code hcm_period}: the length of a sample in nanoseconds, above 0
 * @param minAcceptedThroughput {@code min_accepted_throughput}: completions per second below which
 *     the search is suspended
 * @param eps {@code hcm_eps}: the optimum is found when its bounds are nearer than this, in workers
 * @param valuableDiff {@code hcm_valuable_diff}: the share by which figures differ that are not the
 *     same, above 0
 * @param valuableProgress {@code hcm_ccs_valuable_progress}: the sum of real parts that moves the
 *     size, above 0
 * @param maxMagnitude {@code hcm_max_thread_wave_magnitude}: the highest wave, in workers
 */
record WaveParameters(
    boolean enabled,
    boolean logged,
    int wavePeriod,
    int samplesToWavePeriodRatio,
    long intervalNanos,
    double minAcceptedThroughput,
    int eps,
    double valuableDiff,
    double valuableProgress,
    int maxMagnitude) {

  private static final int VECTOR_MAX = 4096;

  /** The printed defaults. */
  static final WaveParameters PRINTED =
      new WaveParameters(false, false, 4, 8, 2_000_000_000L, 300, 5, 0.2, 0.2, 80);

  WaveParameters {
    atLeast("wavePeriod", 2, wavePeriod);
    atLeast("samplesToWavePeriodRatio", 1, samplesToWavePeriodRatio);
    long samples = (long) wavePeriod * samplesToWavePeriodRatio;
    if (samples > VECTOR_MAX) {
      throw new IllegalArgumentException(
          "wavePeriod * samplesToWavePeriodRatio must be at most "
              + VECTOR_MAX
              + " but was "
              + samples);
    }
    above("intervalNanos", 0, intervalNanos);
    finiteAtLeast("minAcceptedThroughput", 0, minAcceptedThroughput);
    atLeast("eps", 1, eps);
    above("valuableDiff", 0, valuableDiff);
    above("valuableProgress", 0, valuableProgress);
    atLeast("maxMagnitude", 1, maxMagnitude);
  }

  /** Samples in a full vector: 32 as printed. */
  int vectorLength() {
    return wavePeriod * samplesToWavePeriodRatio;
  }
}
