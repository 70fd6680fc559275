package dev.flyball.policy;

import java.util.List;
import java.util.function.ToDoubleFunction;

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
  private static final double LEAST_POWER = 1e-24;

  /** The spectrum of whole waves. */
  static WaveSpectrum of(List<WavePair> pairs, int period) {
    double sizeMean = pairs.stream().mapToDouble(WavePair::size).average().orElse(0);
    double flowMean = pairs.stream().mapToDouble(WavePair::throughput).average().orElse(0);
    if (!(sizeMean > 0 && flowMean > 0 && flowMean < Double.MAX_VALUE)) {
      return NOTHING;
    }
    int waves = pairs.size() / period;
    Harmonic size = Harmonic.of(pairs, waves, pair -> pair.size() / sizeMean);
    Harmonic flow = Harmonic.of(pairs, waves, pair -> pair.throughput() / flowMean);
    return size.power() <= LEAST_POWER ? NOTHING : new WaveSpectrum(flow.realOver(size));
  }

  /** One complex number. */
  private record Harmonic(double re, double im) {

    /** The Fourier coefficient at {@code waves} whole waves in the vector. */
    static Harmonic of(List<WavePair> pairs, int waves, ToDoubleFunction<WavePair> value) {
      double re = 0;
      double im = 0;
      for (int i = 0; i < pairs.size(); i++) {
        // The angle is reduced in whole numbers first, so that a long vector costs no accuracy.
        int step = (int) ((long) i * waves % pairs.size());
        double angle = 2 * StrictMath.PI * step / pairs.size();
        double v = value.applyAsDouble(pairs.get(i));
        re += v * StrictMath.cos(angle);
        im -= v * StrictMath.sin(angle);
      }
      return new Harmonic(re / pairs.size(), im / pairs.size());
    }

    double power() {
      return re * re + im * im;
    }

    double realOver(Harmonic other) {
      return (re * other.re + im * other.im) / other.power();
    }
  }
}
