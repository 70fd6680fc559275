package dev.flyball.policy;

import static dev.flyball.base.Require.atLeast;

/**
 * The smallest and the largest allowed number of workers.
 *
 * @param min the smallest number of workers, at least 1
 * @param max the largest number of workers, at least {@code min}
 */
public record Limits(int min, int max) {

  /** No limits: one worker and more, up to the largest int. */
  public static final Limits NONE = new Limits(1, Integer.MAX_VALUE);

  /** Checks that min is at least 1 and max at least min. */
  public Limits {
    atLeast("min", 1, min);
    if (max < min) {
      throw new IllegalArgumentException("max must be at least min (" + min + ") but was " + max);
    }
  }

  /** The limits from {@code min} to {@code max} workers. */
  public static Limits of(int min, int max) {
    return new Limits(min, max);
  }

  /** The nearest allowed number of workers. */
  public int clamp(int workers) {
    return Math.max(min, Math.min(max, workers));
  }

  /**
   * The advice itself if it lies within the limits; otherwise the nearest allowed advice, with the
   * limits added to its reason.
   */
  public Advice apply(Advice advice) {
    int allowed = clamp(advice.workers());
    if (allowed == advice.workers()) {
      return advice;
    }
    return advice.changed(
        allowed,
        Reason.by(
            "limits",
            "limits %s allow %{allowed}d of %{wanted}d",
            this,
            allowed,
            advice.workers()));
  }

  @Override
  public String toString() {
    return min + ".." + (max == Integer.MAX_VALUE ? "" : String.valueOf(max));
  }
}
