package dev.flyball.policies.climb.paired;

import dev.flyball.base.Workers;

/**
 * A first look at all sizes, one sample each: doubling upward from the start, then halving
 * downward.
 *
 * <p>It tells a climb where to begin, so that a dip between two tops does not hold it on the wrong
 * one. A direction ends with the first sample that has less than half of the best throughput so
 * far, so no size is tried that is far beyond a collapse. Where the load has changed, that is four
 * fifths: a size is known that was good, and the machine may only have been slow for a while.
 *
 * @param start where it began
 * @param last the size whose sample is awaited
 * @param up whether it goes upward still
 * @param best the size that had the most throughput; 0 before the first sample
 * @param throughput that throughput, per second
 * @param bounded whether nothing further is to be had this way, for it was asked for and not
 *     granted
 * @param over whether nothing is left to look at
 * @param enough the share of the best throughput below which what lies behind is not looked at
 */
record PairedScan(
    int start,
    int last,
    boolean up,
    int best,
    double throughput,
    boolean bounded,
    boolean over,
    double enough) {

  private static final double ENOUGH_AT_FIRST = 0.5;
  private static final double ENOUGH_AGAIN = 0.8;

  static PairedScan from(int size) {
    return from(size, ENOUGH_AT_FIRST);
  }

  /** From a size that was the best one until the load changed. */
  static PairedScan again(int size) {
    return from(size, ENOUGH_AGAIN);
  }

  private static PairedScan from(int size, double enough) {
    return new PairedScan(size, size, true, 0, 0, false, false, enough);
  }

  /** The same from its beginning. */
  PairedScan anew() {
    return from(start, enough);
  }

  /** With the sample of {@link #last}. */
  PairedScan with(PairedSample sample) {
    boolean better = sample.throughput() > throughput;
    PairedScan seen =
        new PairedScan(
            start,
            sample.workers(),
            up,
            better ? sample.workers() : best,
            better ? sample.throughput() : throughput,
            bounded,
            over,
            enough);
    boolean collapsed = sample.throughput() < enough * seen.throughput;
    return seen.next(collapsed, sample.clients());
  }

  private PairedScan next(boolean collapsed, double clients) {
    boolean further = !collapsed && !bounded;
    if (up) {
      return further && !PairedSearch.serves(last, clients)
          ? at(Workers.roundedUp(Math.min(2.0 * last, clients)), true)
          : downward();
    }
    return further && last > 1 ? at(last / 2, false) : ended();
  }

  /** What was asked for was not granted: nothing further is to be had that way. */
  PairedScan refused() {
    return new PairedScan(start, last, up, best, throughput, true, over, enough);
  }

  private PairedScan downward() {
    return start == 1 ? ended() : at(start / 2, false);
  }

  private PairedScan at(int size, boolean upward) {
    return new PairedScan(start, size, upward, best, throughput, false, false, enough);
  }

  private PairedScan ended() {
    return new PairedScan(start, last, up, best, throughput, bounded, true, enough);
  }
}
