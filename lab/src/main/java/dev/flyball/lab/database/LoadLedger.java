package dev.flyball.lab.database;

import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;

/**
 * The books of a load: what its clients did, entered by all of them at once, read by one at a time.
 *
 * <p>Writers never wait: counts are striped over cells, times go into a histogram that is exchanged
 * for an empty one at each reading. A reading therefore has each event exactly once; the counts and
 * the times of one reading may differ by the transactions that ended while it was made.
 */
final class LoadLedger {

  private static final long LONGEST_NANOS = 3_600_000_000_000L;
  private static final long SHORTEST_NANOS = 1_000;
  private static final int DIGITS = 3;

  private final LongAdder transactions = new LongAdder();
  private final LongAdder questions = new LongAdder();
  private final LongAdder errors = new LongAdder();
  private final LongAdder losses = new LongAdder();
  private final LongAdder spentNanos = new LongAdder();
  private final Recorder times = new Recorder(SHORTEST_NANOS, LONGEST_NANOS, DIGITS);

  private Sums before = new Sums(0, 0, 0, 0, 0);
  private @Nullable Histogram used;
  private long beforeNanos;

  LoadLedger(long nowNanos) {
    beforeNanos = nowNanos;
  }

  void done(long nanos, long statements) {
    // The count last: where a reading has a transaction, it also has a time.
    times.recordValue(Math.max(0, Math.min(nanos, LONGEST_NANOS)));
    questions.add(statements);
    spentNanos.add(nanos);
    transactions.increment();
  }

  void failed() {
    errors.increment();
  }

  void lost() {
    losses.increment();
  }

  synchronized LoadReading reading(long nowNanos) {
    Sums now = sums();
    Histogram interval = times.getIntervalHistogram(used);
    used = interval;
    LoadReading reading = between(before, now, (nowNanos - beforeNanos) / 1e9, interval);
    before = now;
    beforeNanos = nowNanos;
    return reading;
  }

  private Sums sums() {
    return new Sums(
        transactions.sum(), questions.sum(), errors.sum(), losses.sum(), spentNanos.sum());
  }

  private static LoadReading between(Sums from, Sums to, double seconds, Histogram times) {
    long done = to.transactions - from.transactions;
    boolean timed = times.getTotalCount() > 0;
    return new LoadReading(
        seconds,
        done,
        to.questions - from.questions,
        to.errors - from.errors,
        to.losses - from.losses,
        done > 0
            ? OptionalDouble.of((double) (to.spentNanos - from.spentNanos) / done)
            : OptionalDouble.empty(),
        timed ? OptionalLong.of(times.getValueAtPercentile(50)) : OptionalLong.empty(),
        timed ? OptionalLong.of(times.getValueAtPercentile(95)) : OptionalLong.empty());
  }

  private record Sums(
      long transactions, long questions, long errors, long losses, long spentNanos) {}
}
