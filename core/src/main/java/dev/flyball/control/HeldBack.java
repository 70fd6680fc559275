package dev.flyball.control;

import dev.flyball.policy.Observation;

/**
 * How many times as much comes as gets through, where tasks wait for workers.
 *
 * <p>What stands behind a pool sees no more arrivals than the pool starts tasks. Were it sized by
 * these, then pools in a row would grow one after the other, each step of the first in vain until
 * the next has grown. So what is held back before it is added:
 *
 * <pre>{@code
 * held back = tasks that come / tasks that start, each over some 300 ms
 * offered to the next = its arrivals * held back
 * }</pre>
 *
 * <p>Worked: 300 tasks per second come to 8 workers that start 100; the pool behind them sees 100
 * and is offered 300.
 *
 * <p>A burst is no rate: no window counts for more than {@value #BURST} times as much as usual.
 * Assumes that what waits is like what has started.
 *
 * @param came tasks that came, in the recent past
 * @param started tasks that started in it
 * @param factor how many times as much comes as gets through, from 1 to {@value #MOST}
 */
record HeldBack(double came, double started, double factor) {

  /** Nothing is held back. */
  static final HeldBack NOTHING = new HeldBack(0, 0, 1);

  private static final double MEMORY_NANOS = 300e6;
  private static final double MOST = 10;
  private static final double BURST = 4;
  private static final double FEW = 3;
  private static final double WORTH_SAYING = 1.05;

  /**
   * The same after a window of the pool.
   *
   * @param before what is held back before the pool, by those that wait for it
   */
  HeldBack with(Observation seen, HeldBack before) {
    double nanos = seen.window().lengthNanos();
    double kept = StrictMath.exp(-nanos / MEMORY_NANOS);
    double arrivals = before.factor * seen.flow().arrived() + seen.flow().rejected();
    double usual = came == 0 ? arrivals : BURST * came * nanos / MEMORY_NANOS + FEW;
    double nowCame = came * kept + Math.min(arrivals, usual);
    double nowStarted = started * kept + seen.flow().started();
    boolean waits = seen.size().queuedAtEnd() > 0 && nowStarted >= 1;
    double own = waits ? Math.min(MOST, Math.max(1, nowCame / nowStarted)) : before.factor;
    return new HeldBack(nowCame, nowStarted, own);
  }

  /** Of two pools before the same one: what surely is held back before it. */
  HeldBack orLess(HeldBack other) {
    return factor <= other.factor ? this : other;
  }

  /** Whether it is enough to matter. */
  boolean matters() {
    return factor > WORTH_SAYING;
  }

  /** A window of the next pool, with what it would be offered. */
  Observation offered(Observation seen) {
    Observation.Offered offered = seen.offered();
    return seen.toBuilder()
        .arrived(times(seen.flow().arrived()))
        .offered(
            times(offered.knownTasks()),
            times(offered.firstNanosSum()),
            times(offered.recentNanosSum()),
            times(offered.referenceNanosSum()))
        .build();
  }

  private long times(long figure) {
    return Math.round(factor * figure);
  }
}
