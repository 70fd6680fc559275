package dev.flyball.dataflow.policy;

import java.util.OptionalDouble;

/**
 * How much shorter a response time is planned than the goal, because records take longer than plans
 * say; an immutable value.
 *
 * <p>A plan knows the queues, and not that threads wait for a processor, that a burst is longer
 * than Poisson's, or that a batch is held back. So what was measured corrects it, in the long run:
 *
 * <pre>{@code
 * planned for = goal * factor
 * factor      : factor / ratio^0.5 after a window above the goal; by a tenth at least, at most halved
 *               factor * 1.005      after one below seven tenths of it, at most 1
 * }</pre>
 *
 * <p>Quick to tighten and slow to loosen: the goal is for nearly all windows, and their figures
 * scatter. Where all others are far below the goal, one window in twenty above it is in balance.
 *
 * @param factor from {@value #LEAST} to 1
 * @param planned whether the last plan was for this goal, and was followed: else what was measured
 *     says nothing about the factor
 */
record Tightening(double factor, boolean planned) {

  static final Tightening NONE = new Tightening(1, false);

  private static final double LEAST = 0.05;
  private static final double FAR_BELOW = 0.7;
  private static final double LOOSER = 1.005;
  private static final double TIGHTER = 0.9;
  private static final double HALF = 0.5;

  /** After a plan with that factor, or with none. */
  Tightening after(OptionalDouble reached) {
    return new Tightening(Math.max(factor, reached.orElse(factor)), reached.isPresent());
  }

  /** After a window. */
  Tightening seen(ResponseGoal window) {
    if (!planned || window.records() == 0) {
      return this;
    }
    double ratio = window.ratio();
    double next = factor;
    if (ratio > 1) {
      next = factor * Math.max(HALF, Math.min(TIGHTER, 1 / Math.sqrt(ratio)));
    } else if (ratio < FAR_BELOW) {
      next = factor * LOOSER;
    }
    return new Tightening(Math.max(LEAST, Math.min(1, next)), true);
  }
}
