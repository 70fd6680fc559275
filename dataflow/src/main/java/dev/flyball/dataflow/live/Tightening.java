package dev.flyball.dataflow.live;

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
 * scatter. Where one window in twenty is above, the two are in balance. Windows of few records are
 * added up to one.
 *
 * @param factor from {@value #LEAST} to 1
 * @param records those of the windows since the last change
 * @param ratios their ratios, each times its records
 */
record Tightening(double factor, long records, double ratios) {

  static final Tightening NONE = new Tightening(1, 0, 0);

  private static final double LEAST = 0.05;
  private static final long ENOUGH = 30;
  private static final double SPARE = 0.7;
  private static final double LOOSER = 1.005;
  private static final double TIGHTER = 0.9;
  private static final double HALF = 0.5;

  /** No tighter than what threads can reach. */
  Tightening atLeast(double reached) {
    return new Tightening(Math.max(factor, reached), records, ratios);
  }

  /** After a window. */
  Tightening seen(ResponseGoal window) {
    long more = records + window.records();
    double sum = ratios + window.records() * window.ratio();
    if (more < ENOUGH) {
      return new Tightening(factor, more, sum);
    }
    double ratio = sum / more;
    double next = factor;
    if (ratio > 1) {
      next = factor * Math.max(HALF, Math.min(TIGHTER, 1 / Math.sqrt(ratio)));
    } else if (ratio < SPARE) {
      next = factor * LOOSER;
    }
    return new Tightening(Math.max(LEAST, Math.min(1, next)), 0, 0);
  }
}
