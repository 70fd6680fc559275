package dev.flyball.lab.database;

import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.AtomicHistogram;
import org.HdrHistogram.WriterReaderPhaser;

/**
 * The books of a load: what its clients did, entered by all of them at once, read by one at a time.
 *
 * <p>There are two pages: one that is written to, and one that is read and wiped meanwhile. Writers
 * never wait; a reader waits for entries that were begun on the page it has turned over. So each
 * event is in one reading, whole: its count, its statements and its time.
 */
final class LoadLedger {

  private static final long LONGEST_NANOS = 3_600_000_000_000L;
  private static final long SHORTEST_NANOS = 1_000;
  private static final int DIGITS = 3;

  private final WriterReaderPhaser phaser = new WriterReaderPhaser();
  private volatile Page written = new Page();

  /** Guarded by this, as is the field below. */
  private Page wiped = new Page();

  private long beforeNanos;

  LoadLedger(long nowNanos) {
    beforeNanos = nowNanos;
  }

  void done(long nanos, long statements) {
    long phase = phaser.writerCriticalSectionEnter();
    try {
      Page page = written;
      page.times.recordValue(Math.max(0, Math.min(nanos, LONGEST_NANOS)));
      page.transactions.increment();
      page.questions.add(statements);
      page.spentNanos.add(nanos);
    } finally {
      phaser.writerCriticalSectionExit(phase);
    }
  }

  void failed() {
    long phase = phaser.writerCriticalSectionEnter();
    try {
      written.errors.increment();
    } finally {
      phaser.writerCriticalSectionExit(phase);
    }
  }

  void lost() {
    long phase = phaser.writerCriticalSectionEnter();
    try {
      written.losses.increment();
    } finally {
      phaser.writerCriticalSectionExit(phase);
    }
  }

  synchronized LoadReading reading(long nowNanos) {
    Page page = turned();
    LoadReading reading = page.reading((nowNanos - beforeNanos) / 1e9);
    page.wipe();
    wiped = page;
    beforeNanos = nowNanos;
    return reading;
  }

  /** The page that was written to until now; no thread writes to it any more. */
  private Page turned() {
    phaser.readerLock();
    try {
      Page page = written;
      written = wiped;
      phaser.flipPhase();
      return page;
    } finally {
      phaser.readerUnlock();
    }
  }

  private static final class Page {

    final LongAdder transactions = new LongAdder();
    final LongAdder questions = new LongAdder();
    final LongAdder errors = new LongAdder();
    final LongAdder losses = new LongAdder();
    final LongAdder spentNanos = new LongAdder();
    final AtomicHistogram times = new AtomicHistogram(SHORTEST_NANOS, LONGEST_NANOS, DIGITS);

    LoadReading reading(double seconds) {
      long done = transactions.sum();
      boolean any = done > 0;
      return new LoadReading(
          seconds,
          done,
          questions.sum(),
          errors.sum(),
          losses.sum(),
          any ? OptionalDouble.of((double) spentNanos.sum() / done) : OptionalDouble.empty(),
          any ? OptionalLong.of(times.getValueAtPercentile(50)) : OptionalLong.empty(),
          any ? OptionalLong.of(times.getValueAtPercentile(95)) : OptionalLong.empty());
    }

    void wipe() {
      transactions.reset();
      questions.reset();
      errors.reset();
      losses.reset();
      spentNanos.reset();
      times.reset();
    }
  }
}
