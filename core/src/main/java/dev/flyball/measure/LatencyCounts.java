package dev.flyball.measure;

import dev.flyball.policy.DurationCounts;
import dev.flyball.policy.Quantiles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;

/**
 * A histogram of durations that only grows: the number of durations per class since the beginning.
 *
 * <p>Classes are log-linear: 32 to each doubling, exact below 64 ns. A quantile is read as the
 * middle of its class and so lies within 1.6 % of the true value. Durations above 2^46 ns (19
 * hours) count into the last class. Because counts only grow, any number of readers can each take
 * the difference between two copies of their own.
 *
 * <p><b>Assumes</b> one writing thread at a time, with a happens-before between one writer and the
 * next. <b>Guarantees</b> that a reader in any thread sees each count as it was at some moment,
 * never torn, never falling. <b>Progress:</b> every method is wait-free.
 */
final class LatencyCounts {

  private static final VarHandle COUNTS = MethodHandles.arrayElementVarHandle(long[].class);
  private static final VarHandle LEAST;
  private static final VarHandle USED;

  static {
    try {
      LEAST = MethodHandles.lookup().findVarHandle(LatencyCounts.class, "least", int.class);
      USED = MethodHandles.lookup().findVarHandle(LatencyCounts.class, "used", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static final int LINEAR_BITS = 5;
  private static final int LINEAR = 1 << LINEAR_BITS;
  private static final int TOP_BIT = 46;
  private static final int CLASSES = (TOP_BIT - LINEAR_BITS + 1) * LINEAR;

  /** Of p50, p90, p95 and p99. */
  private static final double[] SHARES = {0.50, 0.90, 0.95, 0.99};

  private final long[] counts = new long[CLASSES];

  /** All classes before this index are 0, so a reader skips them. Only ever falls. */
  @SuppressWarnings("FieldCanBeFinal") // written through LEAST
  private int least = CLASSES;

  /** All classes from this index on are 0, so a reader skips them. Only ever grows. */
  @SuppressWarnings("FieldCanBeFinal") // written through USED
  private int used;

  /** Counts one duration; a negative one (a clock that went back) counts as 0. */
  void record(long nanos) {
    record(nanos, 1);
  }

  /** Counts one duration with a weight. */
  void record(long nanos, int weight) {
    int index = classOf(nanos);
    COUNTS.setOpaque(counts, index, (long) COUNTS.get(counts, index) + weight);
    if (index >= used) {
      USED.setOpaque(this, index + 1);
    }
    if (index < least) {
      LEAST.setOpaque(this, index);
    }
  }

  /** Adds the present counts of {@code source}. */
  void add(LatencyCounts source) {
    int sourceUsed = (int) USED.getOpaque(source);
    int sourceLeast = (int) LEAST.getOpaque(source);
    for (int i = sourceLeast; i < sourceUsed; i++) {
      counts[i] += (long) COUNTS.getOpaque(source.counts, i);
    }
    used = Math.max(used, sourceUsed);
    least = Math.min(least, sourceLeast);
  }

  /**
   * The quantiles of the durations counted since {@code earlier} was copied from the same source.
   */
  Quantiles since(LatencyCounts earlier) {
    long total = 0;
    int first = used;
    int last = 0;
    for (int i = least; i < used; i++) {
      long count = counts[i] - earlier.counts[i];
      if (count != 0) {
        total += count;
        first = Math.min(first, i);
        last = i;
      }
    }
    if (total == 0) {
      return Quantiles.EMPTY;
    }
    long[] quantiles = new long[SHARES.length];
    long seen = 0;
    int next = 0;
    for (int i = first; i <= last; i++) {
      seen += counts[i] - earlier.counts[i];
      while (next < SHARES.length && seen >= Math.max(1, (long) Math.ceil(total * SHARES[next]))) {
        quantiles[next++] = middleOf(i);
      }
    }
    if (next < SHARES.length) {
      throw new AssertionError(
          "share " + SHARES[next] + " of " + total + " not reached at " + seen);
    }
    return Quantiles.of(
        total, quantiles[0], quantiles[1], quantiles[2], quantiles[3], middleOf(last));
  }

  /** The present counts. */
  DurationCounts counts() {
    List<DurationCounts.Length> lengths = new ArrayList<>();
    for (int i = least; i < used; i++) {
      if (counts[i] > 0) {
        lengths.add(new DurationCounts.Length(middleOf(i), counts[i]));
      }
    }
    return DurationCounts.of(lengths);
  }

  static int classOf(long nanos) {
    if (nanos < 2 * LINEAR) {
      return (int) Math.max(0, nanos);
    }
    int shift = 63 - LINEAR_BITS - Long.numberOfLeadingZeros(nanos);
    int index = (shift << LINEAR_BITS) + (int) (nanos >>> shift);
    return Math.min(index, CLASSES - 1);
  }

  static long middleOf(int index) {
    if (index < 2 * LINEAR) {
      return index;
    }
    int shift = (index >> LINEAR_BITS) - 1;
    long low = (long) (index - (shift << LINEAR_BITS)) << shift;
    return low + (1L << shift) / 2;
  }
}
