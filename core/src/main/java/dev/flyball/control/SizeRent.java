package dev.flyball.control;

import dev.flyball.policy.Observation;

/**
 * The cost of keeping a size so far, as in the ski rental problem.
 *
 * <p>Skis can be rented day by day, or bought; the number of days with snow is unknown. Renting
 * until the rent equals the price, and then buying, costs at most twice the optimum in hindsight.
 * Here the resize is the purchase. The rent of a size is worker time, in two sums:
 *
 * <pre>{@code
 * off    += |advised - present| * window     while the advice stays on one side of the size
 * waited += tasks that wait * window         while tasks wait
 * resize when max(off, waited) >= perResize + perWorker * |advised - present|
 * }</pre>
 *
 * <p>{@code off} restarts from zero when the advice equals the size or moves to its other side.
 * {@code waited} restarts when no task waits any more. Both restart after any resize. So all
 * resizes together cost no more than keeping sizes has cost.
 *
 * <p>Waiting tasks count whatever is advised meanwhile. A policy that tries sizes advises more for
 * one window and, not followed, the present size again. The waiting decides whether its trial is
 * worth a resize, not how long the policy insists.
 *
 * <p>The first window of a side counts as off up to a bound only: it may be long because nothing
 * happened, and the advice belongs to its end.
 *
 * <p>Worked: a resize costs 60 worker-seconds, 20 workers are in force, 26 are advised, no task
 * waits: 6 worker-seconds a second, so the resize is made after 10 s. With 30 waiting tasks it is
 * after 2 s.
 *
 * <p>Source: Karlin, Manasse, Rudolph and Sleator 1988, "Competitive snoopy caching", Algorithmica
 * 3. The bound of two holds for each stretch of advice on one side, as far as the rent is the true
 * cost of the size.
 *
 * @param side 1 if more workers are advised, -1 if fewer, 0 for neither
 * @param offSeconds worker-seconds by which the size was off on that side
 * @param waitedSeconds task-seconds waited since tasks began to wait
 */
record SizeRent(int side, double offSeconds, double waitedSeconds) {

  static final SizeRent NONE = new SizeRent(0, 0, 0);

  /**
   * The rent after a window.
   *
   * @param advised the size advised at its end
   * @param firstSecondsMax how much of the first window of a side counts as off
   */
  SizeRent with(Observation seen, int present, int advised, double firstSecondsMax) {
    int now = Integer.compare(advised, present);
    boolean goesOn = now == side;
    double windowSeconds = seen.window().seconds();
    double off = Math.abs((double) advised - present);
    double counts = goesOn ? windowSeconds : Math.min(firstSecondsMax, windowSeconds);
    boolean waits = seen.size().queuedAtEnd() > 0;
    double waited = waitedSeconds + seen.size().queuedMean() * windowSeconds;
    return new SizeRent(now, (goesOn ? offSeconds : 0) + off * counts, waits ? waited : 0);
  }

  /** The cost of keeping the size so far, in worker-seconds. */
  double seconds() {
    return Math.max(offSeconds, waitedSeconds);
  }
}
