package dev.flyball.policies.climb;

import dev.flyball.base.Require;
import dev.flyball.base.Workers;
import dev.flyball.policy.Observation;
import dev.flyball.policy.spec.Parameter;
import dev.flyball.policy.spec.PolicyEntry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The settings of {@link HillClimb}, with the defaults of its source.
 *
 * @param wavePeriod samples in a wave of the size, an even number: half of them low, half high
 * @param waveHistory waves that are looked at
 * @param waveMagnitudeMax the highest wave, in workers
 * @param waveFactor how much higher the wave is than the noise demands
 * @param bias the share of a worker's fair part of the throughput that it must bring
 * @param signalToNoise the ratio at which a signal is fully believed
 * @param workersPerSecondMax how fast the size may change
 * @param workersPerSampleMax how far it may rise at one sample
 * @param sampleNanosMin the shortest interval between two samples
 * @param sampleNanosMax the longest
 * @param noiseSmoothing the weight of the newest measurement of the noise
 * @param gainExponent how much slower a weak signal is followed than a strong one
 * @param edgeErrorMax the error of a sample's throughput from unfinished tasks that is tolerated
 * @param cpuMax the share of the processors from which on the size does not rise
 * @param floor the smallest size; empty for the number of processors
 * @param ceiling the largest size
 */
record HillClimbSettings(
    int wavePeriod,
    int waveHistory,
    int waveMagnitudeMax,
    double waveFactor,
    double bias,
    double signalToNoise,
    double workersPerSecondMax,
    double workersPerSampleMax,
    long sampleNanosMin,
    long sampleNanosMax,
    double noiseSmoothing,
    double gainExponent,
    double edgeErrorMax,
    double cpuMax,
    OptionalInt floor,
    int ceiling) {

  private static final Parameter<Integer> WAVE_PERIOD =
      Parameter.count("wave-period", 2, "4", "samples in a wave of the size, an even number");
  private static final Parameter<Integer> WAVE_HISTORY =
      Parameter.count("wave-history", 2, "8", "waves that are looked at");
  private static final Parameter<Integer> WAVE_MAX =
      Parameter.workers("wave-max", "20", "the highest wave, in workers");
  private static final Parameter<Double> WAVE_FACTOR =
      Parameter.share("wave-factor", "100%", "how much higher the wave is than the noise demands");
  private static final Parameter<Double> BIAS =
      Parameter.share("bias", "0.15", "the share of its fair part that one more worker must bring");
  private static final Parameter<Double> SIGNAL =
      Parameter.positive("signal-to-noise", "3", "the ratio at which a signal is fully believed");
  private static final Parameter<Double> PER_SECOND =
      Parameter.positive("per-second", "4", "how fast the size may change, in workers per second");
  private static final Parameter<Double> PER_SAMPLE =
      Parameter.positive("per-sample", "20", "how far it may rise at one sample, in workers");
  private static final Parameter<Duration> SAMPLE_MIN =
      Parameter.duration("sample-min", "10ms", "the shortest interval between two samples");
  private static final Parameter<Duration> SAMPLE_MAX =
      Parameter.duration("sample-max", "200ms", "the longest interval between two samples");
  private static final Parameter<Double> SMOOTHING =
      Parameter.share("noise-smoothing", "0.01", "the weight of the newest measurement of noise");
  private static final Parameter<Double> EXPONENT =
      Parameter.positive("gain-exponent", "2", "how much slower a weak signal is followed");
  private static final Parameter<Double> EDGE =
      Parameter.share("edge-error", "0.15", "the error from unfinished tasks that is tolerated");
  private static final Parameter<Double> CPU =
      Parameter.share("cpu-max", "95%", "the use of the processors from which it does not rise");
  private static final Parameter<Optional<Integer>> FLOOR =
      Parameter.workers("floor", "none", "the smallest size, or none for one worker a core")
          .orUnset();
  private static final Parameter<Integer> CEILING =
      Parameter.workers("ceiling", "32767", "the largest size, in workers");

  static final Parameter<Long> SEED = Parameter.seed();

  static final List<Parameter<?>> PARAMETERS =
      List.of(
          WAVE_PERIOD,
          WAVE_HISTORY,
          WAVE_MAX,
          WAVE_FACTOR,
          BIAS,
          SIGNAL,
          PER_SECOND,
          PER_SAMPLE,
          SAMPLE_MIN,
          SAMPLE_MAX,
          SMOOTHING,
          EXPONENT,
          EDGE,
          CPU,
          FLOOR,
          CEILING,
          SEED);

  HillClimbSettings {
    Require.between("wave-period", 2, 1000, wavePeriod);
    if (wavePeriod % 2 != 0) {
      throw new IllegalArgumentException("wave-period must be even but was " + wavePeriod);
    }
    Require.between("wave-history", 2, 1000, waveHistory);
    Require.atLeast("wave-max", 1, waveMagnitudeMax);
    Require.above("signal-to-noise", 0, signalToNoise);
    Require.above("sample-min", 0, sampleNanosMin);
    if (sampleNanosMax < sampleNanosMin) {
      throw new IllegalArgumentException(
          "sample-max must be at least sample-min ("
              + sampleNanosMin
              + " ns) but was "
              + sampleNanosMax
              + " ns");
    }
    Require.atLeast("ceiling", floor.orElse(1), ceiling);
  }

  static HillClimbSettings of(PolicyEntry.Given given) {
    Optional<Integer> floor = given.value(FLOOR);
    return new HillClimbSettings(
        given.value(WAVE_PERIOD),
        given.value(WAVE_HISTORY),
        given.value(WAVE_MAX),
        given.value(WAVE_FACTOR),
        given.value(BIAS),
        given.value(SIGNAL),
        given.value(PER_SECOND),
        given.value(PER_SAMPLE),
        given.value(SAMPLE_MIN).toNanos(),
        given.value(SAMPLE_MAX).toNanos(),
        given.value(SMOOTHING),
        given.value(EXPONENT),
        given.value(EDGE),
        given.value(CPU),
        floor.isPresent() ? OptionalInt.of(floor.get()) : OptionalInt.empty(),
        given.value(CEILING));
  }

  int samplesMax() {
    return wavePeriod * waveHistory;
  }

  /** The smallest size: what was set, else one worker a core; never above the largest. */
  int floor(Observation seen) {
    return Math.min(ceiling, floor.orElse(Workers.roundedUp(seen.host().cores())));
  }
}
