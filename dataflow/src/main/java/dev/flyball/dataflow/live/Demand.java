package dev.flyball.dataflow.live;

import dev.flyball.dataflow.pipeline.StageTotals;
import dev.flyball.dataflow.pipeline.StageWindow;

/**
 * The demand on the pipeline from outside; an immutable value.
 *
 * <p>A rise by more than a factor of {@value #JUMP} is believed at once, anything else by half: of
 * 10 % of noise 6 % are left. Where the queue that records from outside come to is full and its
 * threads never lack work, what comes is only what is let in: how much wants to come is not known,
 * but that it is too much.
 *
 * @param perSecond records that come to the entry per second, averaged; below 0 before the first
 *     window
 * @param backlog records that wait anywhere, in the last window
 * @param pressed whether more wants to come in than does
 * @param variation squared coefficient of variation of the gaps between arrivals, averaged; 1 where
 *     they come by chance
 */
record Demand(double perSecond, long backlog, boolean pressed, double variation) {

  private static final double JUMP = 1.25;
  private static final double WEIGHT = 0.5;
  private static final double VARIATION_WEIGHT = 0.2;

  /** A queue at least so full presses. */
  private static final double FULL = 0.5;

  /** Threads that waited for records for more than this share of their time are not overloaded. */
  private static final double IDLE = 0.1;

  /** Nothing would come at this rate in years; a planner wants a rate above 0. */
  private static final double LEAST = 1e-9;

  static final Demand NONE = new Demand(-1, 0, false, 1);

  Demand seen(FlowObservation window) {
    StageWindow entry = window.entry();
    double now = entry.arrivalRate();
    boolean jump = perSecond < 0 || now > JUMP * perSecond;
    double varies = entry.arrivalVariation().orElse(variation);
    return new Demand(
        jump ? now : perSecond + WEIGHT * (now - perSecond),
        waiting(window),
        presses(entry),
        variation + VARIATION_WEIGHT * (varies - variation));
  }

  private static long waiting(FlowObservation window) {
    long sum = 0;
    for (StageWindow stage : window.stages()) {
      sum += stage.size().queued() + stage.size().spilled();
    }
    return sum;
  }

  private static boolean presses(StageWindow entry) {
    StageTotals.Size size = entry.size();
    boolean full = size.queued() >= FULL * size.queueCapacity() || entry.flow().refused() > 0;
    return full && entry.time().inputWaitNanos() <= IDLE * entry.time().threadNanos();
  }

  /** The rate at which all that comes is done, and what waits is worked off in that time. */
  double toCarry(double catchUpSeconds) {
    return Math.max(LEAST, perSecond + backlog / catchUpSeconds);
  }
}
