package dev.flyball.policies.climb.wave;

import dev.flyball.policies.climb.Goertzel;
import dev.flyball.policies.climb.Series;
import java.util.List;

/**
 * What the first harmonics of two vectors say: does throughput follow the wave of the size?
 *
 * <p>The first harmonic of a vector v of n values, n whole waves of p samples, is {@code c = sum of
 * v[i] * exp(-2 pi i j / p) / n} (j the imaginary unit). Both vectors are taken relative to their
 * means, so the ratio has no unit: with throughput proportional to the size it is 1, with
 * throughput that does not care about the size 0; it is the elasticity {@code d ln X / d ln N}.
 *
 * <p>The ratio is that of throughput to size, as in the .NET pool, not size to throughput as the
 * source prints it. The sign of the real part, which decides the direction, is the same. But the
 * printed one grows without bound just where throughput does not answer, so there a sum of it would
 * reach any threshold at once; and as the size of a step it would be largest where there is least
 * to win.
 *
 * @param real the real part of the ratio
 */
record WaveSpectrum(double real) {

  private static final WaveSpectrum NOTHING = new WaveSpectrum(0);

  /** Below this the size did not move: what is left is rounding. */
  private static final double LEAST_WAVE = 1e-12;

  /** The spectrum of whole waves. */
  static WaveSpectrum of(List<WavePair> pairs, int period) {
    Series sizes = new Series(pairs.stream().map(pair -> (double) pair.size()).toList());
    Series flows = new Series(pairs.stream().map(WavePair::throughput).toList());
    double sizeMean = sizes.mean();
    double flowMean = flows.mean();
    if (!(sizeMean > 0 && flowMean > 0 && flowMean < Double.MAX_VALUE)) {
      return NOTHING;
    }
    Goertzel size = Goertzel.of(sizes, period).over(sizeMean);
    Goertzel flow = Goertzel.of(flows, period).over(flowMean);
    return size.magnitude() <= LEAST_WAVE ? NOTHING : new WaveSpectrum(flow.over(size).real());
  }
}
