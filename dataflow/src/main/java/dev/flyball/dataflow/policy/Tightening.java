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
 * factor      : factor / ratio^0.5 after a window above the goal; by a tenth at least, at most
 *               halved; and a tenth below what the plan takes by its own account
 *               factor * 1.005      after one below seven tenths of it, at most 1
 * }</pre>
 *
 * <p>Quick to tighten and slow to loosen: the goal is for nearly all windows, and their figures
 * scatter. Where all others are far below the goal, one window in twenty above it is in balance.
 * Threads are whole, so a plan often takes much less than it was asked for. A tenth off what was
 * asked for would then change nothing: where one thread each took 20 ms by the plan, seven windows
 * above a goal of 39 ms went by before there was a second thread.
 *
 * @param factor from {@value #LEAST} to 1
 * @param expected what the last plan takes by its own account, as a share of the goal; empty where
 *     it was for something else or was not followed: then what was measured says nothing about it
 */
record Tightening(double factor, OptionalDouble expected) {

  static final Tightening NONE = new Tightening(1, OptionalDouble.empty());

  private static final double LEAST = 0.05;
  private static final double FAR_BELOW = 0.7;
  private static final double LOOSER = 1.005;
  private static final double TIGHTER = 0.9;
  private static final double HALF = 0.5;

  /** After a plan that takes so much of the goal, or that is for something else. */
  Tightening after(OptionalDouble takes) {
    double least = Math.min(1, takes.orElse(factor));
    return new Tightening(Math.max(factor, least), takes);
  }

  /** After a window. */
  Tightening seen(ResponseGoal window) {
    if (expected.isEmpty() || window.records() == 0) {
      return this;
    }
    double ratio = window.ratio();
    double next = factor;
    if (ratio > 1) {
      double tighter = factor * Math.max(HALF, Math.min(TIGHTER, 1 / Math.sqrt(ratio)));
      next = Math.min(tighter, TIGHTER * expected.getAsDouble());
    } else if (ratio < FAR_BELOW) {
      next = factor * LOOSER;
    }
    return new Tightening(Math.max(LEAST, Math.min(1, next)), expected);
  }
}
