package dev.flyball.policies.climb.wave;

import static dev.flyball.base.Require.above;
import static dev.flyball.base.Require.atLeast;
import static dev.flyball.base.Require.between;
import static dev.flyball.base.Require.finiteAtLeast;

/**
 * What {@link WaveClimb} needs to know beyond the ten printed parameters: the first five are in the
 * text of its source, the others are ours.
 *
 * @param minMagnitude the wave a search begins with, in workers
 * @param falseTransition workers beyond the connections at which nothing can be optimal
 * @param falseJump connections per worker below which a jump upward is rejected
 * @param kneeWeight k1 of the flexible step
 * @param kneeDecay k2 of the flexible step, per worker
 * @param wavesMin whole waves before the first verdict, at least 1
 * @param steepDecline the share of a size's known throughput below which it is a steep decline
 * @param repeats how often in a row a change must be seen, at least 1
 * @param average samples averaged before they are compared with what is known, at least 1
 * @param waveShare the share of its foot that a wave has at least, from 0 to 1
 */
record WaveTuning(
    int minMagnitude,
    int falseTransition,
    double falseJump,
    double kneeWeight,
    double kneeDecay,
    int wavesMin,
    double steepDecline,
    int repeats,
    int average,
    double waveShare) {

  /** The printed figures where there are any, and what suits them. */
  static final WaveTuning USUAL = new WaveTuning(10, 20, 0.2, 0.36, 0.018, 2, 0.2, 2, 1, 0);

  WaveTuning {
    atLeast("minMagnitude", 1, minMagnitude);
    atLeast("falseTransition", 0, falseTransition);
    finiteAtLeast("falseJump", 0, falseJump);
    between("kneeWeight", 0, 0.5, kneeWeight);
    above("kneeDecay", 0, kneeDecay);
    atLeast("wavesMin", 1, wavesMin);
    finiteAtLeast("steepDecline", 0, steepDecline);
    atLeast("repeats", 1, repeats);
    between("average", 1, 10_000, average);
    between("waveShare", 0, 1, waveShare);
  }

  /** The wave with which a search begins at a size. */
  int firstMagnitude(int foot) {
    return Math.max(minMagnitude, (int) (waveShare * foot));
  }

  /**
   * The next size on the way down a plateau: {@code size * (0.5 + k1 * exp(-k2 * size))}, cut to a
   * whole number.
   *
   * <p>The printed k1 = 0.36 and k2 = 0.018 belong to the points (10; 8) and (20; 15): 8.007 and
   * 15.023. Exactly it would be k2 = ln(1.2) / 10 = 0.01823, and k1 = 0.36 as printed. It is cut,
   * not rounded, for rounding would stay at 3 (2.52) for ever.
   */
  int downThePlateau(int size) {
    return Math.max(1, (int) (size * (0.5 + kneeWeight * StrictMath.exp(-kneeDecay * size))));
  }
}
