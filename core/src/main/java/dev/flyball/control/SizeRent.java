package dev.flyball.control;

import dev.flyball.policy.Observation;

/**
 * What keeping a size has cost: ski rental.
 *
 * <p>A resize that costs something is like a pair of skis: they can be rented day by day, or
 * bought. Nobody knows how many days of snow there will be. To rent until the rent paid is the
 * price, and then to buy, costs at most twice what it would have cost to know. The rent of a size
 * is worker time, in two sums:
 *
 * <pre>{@code
 * off    += |advised - present| * window     while the advice stays on one side of the size
 * waited += tasks that wait * window         while tasks wait
 * resize when max(off, waited) >= perResize + perWorker * |advised - present|
 * }</pre>
 *
 * <p>{@code off} begins anew from zero when the advice equals the size or goes to its other side,
 * {@code waited} when no task waits any more, both after a resize by whatever path. So all resizes
 * together cost no more than keeping sizes has cost.
 *
 * <p>Tasks that wait count whatever is advised meanwhile: a policy that tries sizes goes up for one
 * window and, not followed, back to the present size. Whether its trial is worth a resize is what
 * the waiting costs, not how long it insists.
 *
 * <p>Of the first window of a side no more than a bound counts as off: it may have been long
 * because nothing happened, and the advice is of its end.
 *
 * <p>Worked: a resize costs 60 worker-seconds, 20 are in force, 26 are advised, no task waits: 6
 * worker-seconds a second, so the resize is made after 10 s. With 30 tasks waiting it is after 2 s.
 *
 * <p>Source: Karlin, Manasse, Rudolph and Sleator 1988, "Competitive snoopy caching", Algorithmica
 * 3. The bound of two holds for each stretch of advice on one side, as far as the rent is the true
 * cost of the size.
 *
 * @param side 1 where more are advised, -1 where fewer are, 0 for neither
 * @param offSeconds worker-seconds by which the size was off that side
 * @param waitedSeconds task-seconds waited since tasks wait
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

  /** What keeping the size has cost so far, in worker-seconds. */
  double seconds() {
    return Math.max(offSeconds, waitedSeconds);
  }
}
