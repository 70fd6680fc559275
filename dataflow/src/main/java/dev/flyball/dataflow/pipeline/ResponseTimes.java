package dev.flyball.dataflow.pipeline;

import dev.flyball.base.Require;
import dev.flyball.dataflow.pipeline.completion.Outcome;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/**
 * Measures the time that records take through a pipeline, of some 500 records a second: from their
 * arrival until all that stages made of them has ended, in whatever way.
 *
 * <p>Any thread may call any method.
 */
public final class ResponseTimes {

  private static final double PER_SECOND = 500;
  private static final int KEPT_MAX = 8192;
  private static final double NANOS = 1e9;

  // Guarded by this.
  private double[] seconds = new double[64];
  private int count;
  private long came;
  private long sinceNanos = System.nanoTime();

  /** One of so many records is measured. */
  private volatile int every = 1;

  /** Counts arrivals; a race loses some, which changes nothing. */
  private int arrivals;

  /**
   * What was measured since the last call.
   *
   * @param records how many records
   * @param seconds the figure that was asked for; 0 where there were none
   */
  public record Taken(long records, double seconds) {}

  ResponseTimes() {}

  /** Whether the next record is to be measured. */
  boolean isNext() {
    int now = arrivals + 1;
    arrivals = now;
    return now % every == 0;
  }

  /** What measures a record that comes now, and tells its source. */
  Consumer<Outcome> measuring(Consumer<? super Outcome> source) {
    long beganNanos = System.nanoTime();
    return outcome -> {
      add((System.nanoTime() - beganNanos) / NANOS);
      source.accept(outcome);
    };
  }

  private synchronized void add(double took) {
    came++;
    if (count == KEPT_MAX) {
      return;
    }
    if (count == seconds.length) {
      seconds = Arrays.copyOf(seconds, Math.min(KEPT_MAX, 2 * count));
    }
    seconds[count++] = took;
  }

  /**
   * The measurements since the last call; the next ones begin now.
   *
   * @param share the quantile, above 0 and below 1; empty for the mean
   */
  public synchronized Taken take(OptionalDouble share) {
    share.ifPresent(it -> Require.between("share", 0, 1, it));
    long nowNanos = System.nanoTime();
    double perSecond = came * (double) every * NANOS / Math.max(1, nowNanos - sinceNanos);
    sinceNanos = nowNanos;
    every = (int) Math.max(1, Math.min(1_000_000, Math.round(perSecond / PER_SECOND)));
    double[] sorted = Arrays.copyOf(seconds, count);
    count = 0;
    came = 0;
    if (sorted.length == 0) {
      return new Taken(0, 0);
    }
    if (share.isEmpty()) {
      return new Taken(sorted.length, Arrays.stream(sorted).average().orElseThrow());
    }
    Arrays.sort(sorted);
    int at = (int) Math.ceil(share.getAsDouble() * sorted.length) - 1;
    return new Taken(sorted.length, sorted[Math.max(0, at)]);
  }
}
