package dev.flyball.measure;

import dev.flyball.base.Dice;
import dev.flyball.measure.thread.CpuSample;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The processor time and run-queue wait of tasks in threads that are not the pool's own, from
 * samples.
 *
 * <p><b>Why samples.</b> Such threads do other things between tasks, and nothing says when one
 * ends. So a task itself is measured, from its beginning to its end. That costs some ten
 * microseconds; so one task in {@value #PACE_NANOS} ns is measured, and stands for those since the
 * one before. How many those are is drawn before anything is known of them: in the long run each
 * task is as likely to be measured as to be stood for, however they differ, and the sums have the
 * expectation that they had if all were measured (Horvitz and Thompson 1952).
 *
 * <p>What a task has used is known when it ends: a window may show what was used in those before
 * it, and what hangs shows nothing. Work that goes on in further threads is not seen, and counts as
 * waiting; so does all work of virtual threads where others are measured.
 *
 * <p>Safe for any number of threads.
 */
public final class OffloadMeter {

  /** The mean time between two samples. */
  static final long PACE_NANOS = 20_000_000;

  /** A sample is due after this time, however many tasks were to be skipped. */
  private static final long PACE_NANOS_MAX = 10 * PACE_NANOS;

  private static final int BLIND_MAX = 8;

  // All guarded by this.
  private final Dice dice = new Dice(1);
  private long skipped; // tasks since the latest one that was sampled
  private long toSkip; // before the next one
  private long sampledStamp;
  private boolean known; // whether any sample has told something
  private int blind; // samples in a row that have not
  private double cpuNanos;
  private double queueNanos;
  private long gaps;

  /** Nothing measured yet. */
  public OffloadMeter() {}

  /**
   * A sample of the task that this thread begins; null for none.
   *
   * @param readyStamp when the thread was ready for it, by {@link System#nanoTime()}
   */
  public synchronized @Nullable CpuSample next(Thread thread, long readyStamp) {
    long elapsedNanos = readyStamp - sampledStamp;
    if (skipped < toSkip && elapsedNanos < PACE_NANOS_MAX) {
      skipped++;
      return null;
    }
    double perPace = (skipped + 1.0) * PACE_NANOS / Math.max(1, elapsedNanos);
    toSkip = Math.round(dice.nextDouble() * 2 * Math.max(0, perPace - 1));
    CpuSample sample = new CpuSample(thread, readyStamp, skipped + 1);
    skipped = 0;
    sampledStamp = readyStamp;
    return sample;
  }

  /** The task of a sample has ended; called once for each. */
  public synchronized void ended(CpuSample sample) {
    Optional<CpuSample.Taken> taken = sample.taken();
    if (taken.isEmpty()) {
      blind++;
      gaps += isKnown() ? 0 : 1;
      return;
    }
    known = true;
    blind = 0;
    cpuNanos += (double) taken.get().cpuNanos() * sample.stands();
    queueNanos += (double) taken.get().queueNanos() * sample.stands();
  }

  /** A sample that fails now and then is made up for by the others. */
  private boolean isKnown() {
    return known && blind < BLIND_MAX;
  }

  /**
   * A look at a pool's own threads, with what was measured here added to it; what is unknown of its
   * own threads remains so.
   */
  public synchronized MeterSnapshot addedTo(MeterSnapshot own) {
    if (!known && blind == 0) {
      return own;
    }
    RunQueueWait wait = own.runQueueWait();
    return own.withProcessor(
        sum(own.cpuNanos(), cpuNanos),
        new RunQueueWait(sum(wait.nanos(), queueNanos), wait.gaps() + gaps));
  }

  private OptionalLong sum(OptionalLong own, double here) {
    return own.isEmpty() || !isKnown()
        ? OptionalLong.empty()
        : OptionalLong.of(own.getAsLong() + (long) here);
  }

  /** A look at what has no threads of its own of which anything is known. */
  public synchronized MeterSnapshot aloneIn(MeterSnapshot bare) {
    return known || blind > 0
        ? addedTo(bare.withProcessor(OptionalLong.of(0), RunQueueWait.NONE))
        : bare;
  }
}
