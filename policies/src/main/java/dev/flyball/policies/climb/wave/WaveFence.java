package dev.flyball.policies.climb.wave;

import java.util.OptionalInt;

/**
 * The sizes that others allow, as they showed by not following: a limit, a freeze.
 *
 * <p>It is forgotten after a while, so that a search notices a limit that was lifted.
 *
 * @param floor nothing smaller was granted; empty while nothing says so
 * @param ceiling nothing larger was granted; empty while nothing says so
 * @param samplesLeft until it is forgotten
 */
record WaveFence(OptionalInt floor, OptionalInt ceiling, int samplesLeft) {

  static final WaveFence NONE = new WaveFence(OptionalInt.empty(), OptionalInt.empty(), 0);

  /** After one more sample in which nothing was refused. */
  WaveFence older() {
    return samplesLeft <= 1 ? NONE : new WaveFence(floor, ceiling, samplesLeft - 1);
  }

  /** After {@code granted} was granted where {@code asked} was asked for. */
  WaveFence after(int asked, int granted, int samples) {
    return granted < asked
        ? new WaveFence(floor, OptionalInt.of(granted), samples)
        : new WaveFence(OptionalInt.of(granted), ceiling, samples);
  }

  /** Whether there is a single size that is allowed. */
  boolean shut() {
    return floor.isPresent() && ceiling.isPresent() && floor.getAsInt() >= ceiling.getAsInt();
  }

  /** The wave, moved to where foot and crest are allowed. */
  Wave fitted(Wave wave) {
    int top = ceiling.orElse(Integer.MAX_VALUE);
    if (wave.foot() >= floor.orElse(1) && wave.crest() <= top) {
      return wave;
    }
    int foot =
        Math.max(floor.orElse(1), Math.min(wave.foot(), top - Math.min(top, wave.magnitude())));
    return Wave.at(foot, Math.max(1, Math.min(wave.magnitude(), top - foot)));
  }

  /** The bounds of the optimum, those of what is allowed among them. */
  WaveBounds within(WaveBounds bounds) {
    WaveBounds low =
        floor.isPresent() && floor.getAsInt() > 1 ? bounds.above(floor.getAsInt() - 1) : bounds;
    return ceiling.isPresent() && ceiling.getAsInt() < low.upper().orElse(Integer.MAX_VALUE)
        ? low.flatFrom(ceiling.getAsInt())
        : low;
  }
}
