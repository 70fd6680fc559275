package dev.flyball.measure;

import dev.flyball.base.Dice;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The processor time and run-queue wait of tasks in threads that are not the pool's own, from
 * samples.
 *
 * <p><b>Why samples.</b> Such threads do other things between tasks, and nothing says when one
 * ends. So a task itself is measured, from its beginning to its end. That costs some ten
 * microseconds; so one task in {@value #PACE_NANOS} ns is measured. Which one is drawn before
 * anything is known of it: in the long run each is as likely as the others.
 *
 * <p>The time of every task that ends, times the shares of processor time and run-queue wait in the
 * latest samples, is what it has used. What hangs uses nothing. Work that goes on in further
 * threads is not seen, and counts as waiting.
 *
 * <p>Safe for any number of threads.
 */
public final class OffloadMeter {

  /** The mean time between two samples. */
  static final long PACE_NANOS = 20_000_000;

  /** A sample is due after this time, however many tasks were to be skipped. */
  private static final long PACE_NANOS_MAX = 10 * PACE_NANOS;

  private static final int BLIND_MAX = 8;

  /** What a sample weighs once the next one has come. */
  private static final double KEPT = 0.9;

  // All guarded by this.
  private final Dice dice = new Dice(1);
  private long skipped; // tasks since the latest one that was sampled
  private long toSkip; // before the next one
  private long sampledStamp;

  // Of the latest samples.
  private double timeNanos;
  private double cpuOfTime;
  private double queueOfTime;
  private int blind; // samples in a row of which nothing is known

  // Of all tasks that have ended.
  private double cpuNanos;
  private double queueNanos;
  private long gaps;
  private boolean used;

  /**
   * Nothing measured yet.
   *
   * @param all whether every task runs in such threads, so that nothing is unknown without them
   */
  public OffloadMeter(boolean all) {
    this.used = all;
  }

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
    skipped = 0;
    sampledStamp = readyStamp;
    return new CpuSample(thread, readyStamp);
  }

  /** A task has ended, which took that time; and its sample, if it has one. */
  public synchronized void ended(@Nullable CpuSample sample, long tookNanos) {
    double took = Math.max(0, tookNanos);
    if (sample != null) {
      sampled(sample.taken(), took);
    }
    gaps += isKnown() ? 0 : 1;
    if (timeNanos > 0) {
      cpuNanos += took * cpuOfTime / timeNanos;
      queueNanos += took * queueOfTime / timeNanos;
    }
  }

  private void sampled(Optional<CpuSample.Taken> taken, double tookNanos) {
    used = true;
    if (taken.isEmpty()) {
      blind++;
      return;
    }
    blind = 0;
    timeNanos = timeNanos * KEPT + tookNanos;
    cpuOfTime = cpuOfTime * KEPT + Math.min(tookNanos, taken.get().cpuNanos());
    queueOfTime = queueOfTime * KEPT + Math.min(tookNanos, taken.get().queueNanos());
  }

  /** One that fails now and then is made up for by the others. */
  private boolean isKnown() {
    return blind < BLIND_MAX && (timeNanos > 0 || blind == 0);
  }

  /** A look at a pool's own threads, with what was measured here added to it. */
  public synchronized MeterSnapshot addedTo(MeterSnapshot own) {
    if (!used) {
      return own;
    }
    OptionalLong cpu =
        isKnown()
            ? OptionalLong.of((long) cpuNanos + own.cpuNanos().orElse(0))
            : OptionalLong.empty();
    RunQueueWait wait = own.runQueueWait();
    OptionalLong queue =
        isKnown()
            ? OptionalLong.of((long) queueNanos + wait.nanos().orElse(0))
            : OptionalLong.empty();
    return own.withProcessor(cpu, new RunQueueWait(queue, wait.gaps() + gaps));
  }
}
