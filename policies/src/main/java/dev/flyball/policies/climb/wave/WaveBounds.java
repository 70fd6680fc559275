package dev.flyball.policies.climb.wave;

import java.util.OptionalInt;

/**
 * The interval of sizes that holds the optimum, as far as it is known.
 *
 * <p>A wave that shows a rise says that the optimum lies above its foot; one that shows a fall,
 * that it lies below its crest; one that shows neither, that the curve is flat from its foot on.
 *
 * @param lower the optimum is larger than this, in workers; empty while nothing says so
 * @param upper the optimum is at most this, in workers; empty while nothing says so
 * @param flat whether the curve is flat from {@code upper} on, so that {@code upper} is as good as
 *     anything above
 */
record WaveBounds(OptionalInt lower, OptionalInt upper, boolean flat) {

  static final WaveBounds NONE = new WaveBounds(OptionalInt.empty(), OptionalInt.empty(), false);

  WaveBounds above(int foot) {
    return new WaveBounds(OptionalInt.of(Math.max(foot, lower.orElse(0))), upper, flat);
  }

  WaveBounds below(int crest) {
    return new WaveBounds(lower, OptionalInt.of(Math.min(crest, upper.orElse(crest))), false);
  }

  WaveBounds flatFrom(int foot) {
    return new WaveBounds(lower, OptionalInt.of(foot), true);
  }

  boolean closed() {
    return lower.isPresent() && upper.isPresent();
  }

  /** How far the bounds are apart; only where both are known. */
  int width() {
    return upper.orElse(0) - lower.orElse(0);
  }

  /** The optimum, once the bounds are near enough: the knee, or the middle where there is a top. */
  int optimum() {
    int top = upper.orElse(1);
    return flat ? top : top - width() / 2;
  }

  @Override
  public String toString() {
    return "("
        + (lower.isPresent() ? lower.getAsInt() : "?")
        + ", "
        + (upper.isPresent() ? upper.getAsInt() : "?")
        + (flat ? " flat]" : "]");
  }
}
