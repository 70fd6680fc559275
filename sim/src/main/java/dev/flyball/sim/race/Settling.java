package dev.flyball.sim.race;

import dev.flyball.sim.Contender.SizeAt;
import java.util.List;

/**
 * The settling of a pool's size after each change of the load.
 *
 * <p>In each segment the final size is the mean of the size asked for over the segment's last
 * quarter. The size has settled once it stays within 25 % of the final size, or within one worker
 * where that is more. The overshoot is how far the largest size that was asked for inside the
 * segment lies above the final size, as a share of it; the size that was in force when the segment
 * began is not counted, for it was right before.
 *
 * @param settleNanos from the segment's beginning until the size had settled, averaged over the
 *     segments
 * @param overshoot the largest overshoot of all segments, 0 for none
 */
record Settling(double settleNanos, double overshoot) {

  private static final double BAND = 0.25;
  private static final double BAND_WORKERS_MIN = 1;

  /** The settling of a pool, from the sizes asked for. */
  static Settling of(List<SizeAt> sizes, List<Segment> segments) {
    double settleNanos = 0;
    double overshoot = 0;
    for (Segment segment : segments) {
      double finalSize = finalSize(sizes, segment);
      settleNanos += settleNanos(sizes, segment, finalSize);
      overshoot = Math.max(overshoot, largestAsked(sizes, segment) / finalSize - 1);
    }
    return new Settling(settleNanos / segments.size(), overshoot);
  }

  private static double finalSize(List<SizeAt> sizes, Segment segment) {
    long from = segment.toNanos() - Math.max(1, segment.lengthNanos() / 4);
    double sum = 0;
    for (int i = 0; i < sizes.size(); i++) {
      sum += (double) sizes.get(i).workers() * overlapNanos(sizes, i, from, segment.toNanos());
    }
    return sum / (segment.toNanos() - from);
  }

  /** The end of the last stretch in which the size was outside the band. */
  private static long settleNanos(List<SizeAt> sizes, Segment segment, double finalSize) {
    double band = Math.max(BAND_WORKERS_MIN, BAND * finalSize);
    long settled = segment.fromNanos();
    for (int i = 0; i < sizes.size(); i++) {
      boolean outside = Math.abs(sizes.get(i).workers() - finalSize) > band;
      if (outside && overlapNanos(sizes, i, segment.fromNanos(), segment.toNanos()) > 0) {
        settled = Math.min(endNanos(sizes, i), segment.toNanos());
      }
    }
    return settled - segment.fromNanos();
  }

  private static int largestAsked(List<SizeAt> sizes, Segment segment) {
    int largest = 0;
    for (SizeAt size : sizes.subList(1, sizes.size())) {
      if (size.atNanos() >= segment.fromNanos() && size.atNanos() < segment.toNanos()) {
        largest = Math.max(largest, size.workers());
      }
    }
    return largest;
  }

  private static long overlapNanos(List<SizeAt> sizes, int i, long from, long to) {
    long begin = i == 0 ? 0 : sizes.get(i).atNanos();
    return Math.max(0, Math.min(to, endNanos(sizes, i)) - Math.max(from, begin));
  }

  private static long endNanos(List<SizeAt> sizes, int i) {
    return i + 1 < sizes.size() ? sizes.get(i + 1).atNanos() : Long.MAX_VALUE;
  }
}
