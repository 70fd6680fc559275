package dev.flyball.sim.flow;

import java.util.Arrays;

/**
 * Response times, counted: their mean is exact, their quantiles nearly so.
 *
 * <p>Times are sorted into classes, 256 to each doubling, exact below 512 ns; within its class a
 * quantile is read as if the times were spread evenly, and so is wrong by less than 0.4 %.
 */
final class ResponseTally {

  private static final int LINEAR_BITS = 8;
  private static final int LINEAR = 1 << LINEAR_BITS;
  private static final int CLASSES = (64 - LINEAR_BITS) * LINEAR;

  private final long[] counts = new long[CLASSES];
  private long count;
  private double sumNanos;

  void add(long nanos) {
    counts[classOf(nanos)]++;
    count++;
    sumNanos += nanos;
  }

  void clear() {
    Arrays.fill(counts, 0);
    count = 0;
    sumNanos = 0;
  }

  long count() {
    return count;
  }

  FlowOutcome.ResponseTimes times() {
    return new FlowOutcome.ResponseTimes(
        sumNanos / count / 1e9, quantile(0.5), quantile(0.95), quantile(0.99));
  }

  /** In seconds; NaN when nothing was counted. */
  private double quantile(double share) {
    double rank = share * count;
    double before = 0;
    for (int index = 0; index < CLASSES; index++) {
      if (counts[index] > 0 && before + counts[index] >= rank) {
        double part = (rank - before) / counts[index];
        return (lowest(index) + part * width(index)) / 1e9;
      }
      before += counts[index];
    }
    return Double.NaN;
  }

  /** 0 to 511 are classes of their own; above, the top 9 bits are the class. */
  private static int classOf(long nanos) {
    int shift = shiftOf(nanos);
    return (shift << LINEAR_BITS) + (int) (nanos >>> shift);
  }

  private static int shiftOf(long nanos) {
    return Math.max(0, 63 - LINEAR_BITS - Long.numberOfLeadingZeros(nanos));
  }

  private static double lowest(int index) {
    int shift = Math.max(0, (index >> LINEAR_BITS) - 1);
    return (double) ((long) (index - (shift << LINEAR_BITS)) << shift);
  }

  /** How far the times of a class lie apart: those of one nanosecond do not. */
  private static double width(int index) {
    int shift = Math.max(0, (index >> LINEAR_BITS) - 1);
    return shift == 0 ? 0 : 1L << shift;
  }
}
