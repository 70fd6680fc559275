package dev.flyball.dataflow.pipeline;

import dev.flyball.base.Require;
import dev.flyball.dataflow.pipeline.completion.Outcome;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/**
 * Measures the time that records take through a pipeline, of some 500 records a second: from their
 * arrival until all that stages made of them is done. What is dropped, fails or is given up takes
 * no time, and is not measured.
 *
 * <p>Any thread may call any method.
 */
public final class ResponseTimes implements AutoCloseable {

  private static final double PER_SECOND = 500;
  private static final int KEPT_MAX = 8192;
  private static final double EVERY_MAX = 1e6;
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
   * @param seconds the figure that was asked for; 0 where there were too few
   */
  public record Taken(long records, double seconds) {}

  private final Consumer<ResponseTimes> atTheEnd;

  ResponseTimes(Consumer<ResponseTimes> atTheEnd) {
    this.atTheEnd = atTheEnd;
  }

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
      if (outcome.kind() == Outcome.Kind.DONE) {
        add((System.nanoTime() - beganNanos) / NANOS);
      }
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
   * The measurements since those that were taken last; the next ones begin now. Where there are too
   * few, there are none, and they are kept for the next call.
   *
   * @param share the quantile, above 0 and below 1; empty for the mean
   * @param recordsMin fewer are too few, at least 1
   */
  public synchronized Taken take(OptionalDouble share, int recordsMin) {
    share.ifPresent(it -> Require.between("share", 0, 1, it));
    Require.atLeast("recordsMin", 1, recordsMin);
    long nowNanos = System.nanoTime();
    double perSecond = came * (double) every * NANOS / Math.max(1, nowNanos - sinceNanos);
    sinceNanos = nowNanos;
    came = 0;
    double wanted = Math.max(perSecond / PER_SECOND, every / 2.0); // after a pause comes a burst
    every = (int) Math.max(1, Math.min(EVERY_MAX, Math.round(wanted)));
    if (count < recordsMin) {
      return new Taken(0, 0);
    }
    double[] sorted = Arrays.copyOf(seconds, count);
    count = 0;
    if (share.isEmpty()) {
      return new Taken(sorted.length, Arrays.stream(sorted).average().orElseThrow());
    }
    Arrays.sort(sorted);
    int at = (int) Math.ceil(share.getAsDouble() * sorted.length) - 1;
    return new Taken(sorted.length, sorted[Math.max(0, at)]);
  }

  /** Measures no more. */
  @Override
  public void close() {
    atTheEnd.accept(this);
  }
}
