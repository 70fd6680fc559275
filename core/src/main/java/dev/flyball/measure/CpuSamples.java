package dev.flyball.measure;

import dev.flyball.base.Dice;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The processor time and run-queue wait of tasks that run in threads of others, from samples.
 *
 * <p><b>Why samples.</b> The threads are not ours: they do other things between our tasks, and
 * nothing says when one ends. So a task itself is measured, from its beginning to its end. That
 * costs some ten microseconds, and so one task in about {@value #PACE_NANOS} ns is. Which one is
 * drawn before anything is known of it: in the long run each is as likely as the others.
 *
 * <p>The shares of processor time and run-queue wait in the time of the latest samples, times the
 * time that all tasks took, is what all of them used. A time in which no sample ended is accounted
 * for with the next one that does: what hangs uses no processor. Of work that goes on in other
 * threads nothing is seen, and it counts as waiting.
 *
 * <p>Not thread-safe: guarded by the lock of the owner.
 */
public final class CpuSamples {

  /** The mean time between two samples. */
  static final long PACE_NANOS = 20_000_000;

  /** A sample is due after this time, however many tasks were to be skipped. */
  private static final long PACE_NANOS_MAX = 10 * PACE_NANOS;

  /** What a sample weighs once the next one has come. */
  private static final double KEPT = 0.9;

  private final Dice dice = new Dice(1);
  private long skipped; // tasks since the latest one that was sampled
  private long toSkip; // before the next one
  private long sampledStamp;

  // Of the latest samples.
  private double timeNanos;
  private double cpuOfTime;
  private double queueOfTime;
  private boolean cpuKnown = true; // until a sample says otherwise
  private boolean queueKnown = true;
  private boolean ended; // a sample, since the latest look

  // Of all tasks so far.
  private long busyNanos;
  private double cpuNanos;
  private double queueNanos;
  private long gaps;

  /** A sample of this task, which that thread begins now; null for none. */
  public @Nullable CpuSample next(Thread thread, long nowStamp) {
    long elapsedNanos = nowStamp - sampledStamp;
    if (skipped < toSkip && elapsedNanos < PACE_NANOS_MAX) {
      skipped++;
      return null;
    }
    double perPace = (skipped + 1.0) * PACE_NANOS / Math.max(1, elapsedNanos);
    toSkip = Math.round(dice.nextDouble() * 2 * Math.max(0, perPace - 1));
    skipped = 0;
    sampledStamp = nowStamp;
    return new CpuSample(thread);
  }

  /** The task of a sample has ended, which took that time. */
  public void ended(CpuSample sample, long tookNanos) {
    CpuSample.Taken taken = sample.taken();
    double took = Math.max(0, tookNanos);
    timeNanos = timeNanos * KEPT + took;
    cpuOfTime = cpuOfTime * KEPT + Math.min(took, taken.cpuNanos().orElse(0));
    queueOfTime = queueOfTime * KEPT + Math.min(took, taken.queueNanos().orElse(0));
    cpuKnown = taken.cpuNanos().isPresent();
    queueKnown = taken.queueNanos().isPresent();
    ended = true;
  }

  /** Accounts for the time that all tasks have taken until now; see {@link MeterSum#busyNanos}. */
  public void look(long busyNanosNow) {
    double taken = Math.max(0, busyNanosNow - busyNanos);
    if (!ended) {
      return;
    }
    ended = false;
    busyNanos = busyNanosNow;
    if (cpuKnown && queueKnown && timeNanos > 0) {
      cpuNanos += taken * cpuOfTime / timeNanos;
      queueNanos += taken * queueOfTime / timeNanos;
    } else {
      gaps++;
    }
  }

  /** The processor time of all tasks so far; empty while it is not measured. */
  public OptionalLong cpuNanos() {
    return cpuKnown ? OptionalLong.of((long) cpuNanos) : OptionalLong.empty();
  }

  /** The run-queue wait of all tasks so far. */
  public RunQueueWait runQueueWait() {
    return new RunQueueWait(
        queueKnown ? OptionalLong.of((long) queueNanos) : OptionalLong.empty(), gaps);
  }
}
