package dev.flyball.policies.climb.wave;

import dev.flyball.base.Workers;
import java.util.OptionalInt;

/**
 * The jumps forward so far and the real parts that led to them, by which a jump down is scaled.
 *
 * <p>A wave goes upward only: a rise is followed by a jump onto its crest, which has just proved
 * better. Of a fall it is not known how far down is better; so the jump down is as many workers per
 * unit of real part as the jumps forward were.
 *
 * @param workers the jumps forward, summed
 * @param real their real parts, summed
 */
record WaveJumps(double workers, double real) {

  static final WaveJumps NONE = new WaveJumps(0, 0);

  WaveJumps with(int jump, double progress) {
    return new WaveJumps(workers + jump, real + Math.abs(progress));
  }

  /** How many workers a fall of this real part goes down; empty before any jump forward. */
  OptionalInt down(double progress) {
    return real > 0
        ? OptionalInt.of(Workers.rounded(Math.abs(progress) * workers / real))
        : OptionalInt.empty();
  }
}
