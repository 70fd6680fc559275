package dev.flyball.control;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The price of a change of size in a row of pools, in worker-seconds: the dearer, the more changes
 * there were in the last minute, and none to be had after {@value #MOST}.
 *
 * <pre>{@code
 * price = 0.1 s * present * max(1, present / |advised - present|) * 2^(changes in the last minute)
 * }</pre>
 *
 * <p>A change is made once the present size has cost that much ({@link SizeRent}). So the first
 * ones, from a cold start or when the load has changed, are made at once; what only follows noise
 * is not; and a small change has to be worth one that is as rare as a large one.
 *
 * <p>Worked: 20 workers, 30 advised, no change lately: 0.1 * 20 * 2 = 4 worker-seconds, which ten
 * missing workers cost in 0.4 s. After four changes 64, which takes 6.4 s; for 22 workers in the
 * place of 30 it is 320 worker-seconds, 160 s.
 *
 * <p>Why a bound: each pool of a row sees the others' changes as changes of its own load. Measured
 * in docs/groups.md. Fails where the load changes more often than the bound lets sizes follow: then
 * a size lags behind for up to a minute.
 *
 * <p>Not thread-safe.
 */
final class ChangePrice {

  /** The maximum number of changes in a minute. */
  static final int MOST = 6;

  private static final long MINUTE_NANOS = 60_000_000_000L;
  private static final double SECONDS = 0.1;

  private final Deque<Long> changesNanos = new ArrayDeque<>();

  /** The price now; infinite while there can be no change. */
  double seconds(int present, int advised, long nowNanos) {
    while (!changesNanos.isEmpty() && nowNanos - changesNanos.getFirst() >= MINUTE_NANOS) {
      changesNanos.removeFirst();
    }
    int lately = changesNanos.size();
    if (lately >= MOST) {
      return Double.POSITIVE_INFINITY;
    }
    double part = present / Math.max(1, Math.abs((double) advised - present));
    return SECONDS * present * Math.max(1, part) * (1 << lately);
  }

  /** The size was changed. */
  void changed(long nowNanos) {
    changesNanos.addLast(nowNanos);
  }
}
