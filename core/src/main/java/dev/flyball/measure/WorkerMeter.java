package dev.flyball.measure;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/**
 * What one worker counts and sums up, since the beginning.
 *
 * <p><b>Why sums of clock readings.</b> Besides counts and durations a meter sums the readings of
 * the clock at every start and at every end. From them follows, at any moment T and without any
 * sampling, the time that the worker has spent busy so far: {@code sum(ends) - sum(starts) +
 * running * T}. The sums overflow and wrap around; that does no harm, because only differences
 * count, which fit.
 *
 * <p>That formula needs a count and its sum from the same moment. So a write is enclosed by two
 * increments of {@code version}, which is odd meanwhile (a sequence lock); a reader that sees it
 * odd, or changed, reads again.
 *
 * <p><b>Assumes</b> one writing thread. <b>Guarantees</b> that {@link #addTo} adds figures that all
 * belong to one moment, but for the two histograms, which are read a little later. <b>Progress:</b>
 * writers are wait-free and never wait for readers; a reader waits while the one writer is inside a
 * write, which is a handful of stores, and parks shortly when the writer was descheduled there.
 */
public final class WorkerMeter {

  private static final VarHandle VERSION;
  private static final int SPINS_BEFORE_PARK = 200;
  private static final long PARK_NANOS = 20_000;

  static {
    try {
      VERSION = MethodHandles.lookup().findVarHandle(WorkerMeter.class, "version", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Odd while a write is under way; written by the worker only. */
  @SuppressWarnings("unused") // through VERSION
  private long version;

  // Written by the worker between two increments of version.
  private long started;
  private long startStampSum;
  private long waitNanosSum;
  private long completed;
  private long endStampSum;
  private long failed;
  private long serviceNanosSum;
  private long referenceNanosSum;
  private long responseNanosSum;

  private final LatencyCounts waits = new LatencyCounts();
  private final LatencyCounts responses = new LatencyCounts();

  /**
   * Notes that a task starts.
   *
   * @param arrivalStamp the clock's reading when the task arrived, in nanoseconds
   * @param startStamp the clock's reading now
   */
  public void started(long arrivalStamp, long startStamp) {
    long waitNanos = startStamp - arrivalStamp;
    beginWrite();
    started++;
    startStampSum += startStamp;
    waitNanosSum += waitNanos;
    endWrite();
    waits.record(waitNanos);
  }

  /**
   * Notes that a task ended.
   *
   * @param arrivalStamp the clock's reading when the task arrived, in nanoseconds
   * @param startStamp the reading given to {@link #started}
   * @param endStamp the clock's reading now
   * @param referenceNanos the reference service time of the task's kind, this task recorded, so
   *     that it is known; at least 0
   * @param taskFailed whether it ended with an exception
   */
  public void ended(
      long arrivalStamp, long startStamp, long endStamp, long referenceNanos, boolean taskFailed) {
    beginWrite();
    completed++;
    endStampSum += endStamp;
    serviceNanosSum += endStamp - startStamp;
    referenceNanosSum += referenceNanos;
    responseNanosSum += endStamp - arrivalStamp;
    if (taskFailed) {
      failed++;
    }
    endWrite();
    responses.record(endStamp - arrivalStamp);
  }

  private void beginWrite() {
    VERSION.setOpaque(this, (long) VERSION.get(this) + 1);
    VarHandle.storeStoreFence();
  }

  private void endWrite() {
    VERSION.setRelease(this, (long) VERSION.get(this) + 1);
  }

  /** Adds this meter's figures, as they are at one moment, to a sum. */
  public void addTo(MeterSum sum) {
    for (int tries = 0; ; tries++) {
      long before = (long) VERSION.getAcquire(this);
      if ((before & 1) == 0) {
        long nowStarted = started;
        long nowStartStampSum = startStampSum;
        long nowWaitNanosSum = waitNanosSum;
        long nowCompleted = completed;
        long nowEndStampSum = endStampSum;
        long nowFailed = failed;
        long nowServiceNanosSum = serviceNanosSum;
        long nowReferenceNanosSum = referenceNanosSum;
        long nowResponseNanosSum = responseNanosSum;
        VarHandle.acquireFence();
        if (before == (long) VERSION.getOpaque(this)) {
          sum.started += nowStarted;
          sum.startStampSum += nowStartStampSum;
          sum.waitNanosSum += nowWaitNanosSum;
          sum.completed += nowCompleted;
          sum.endStampSum += nowEndStampSum;
          sum.failed += nowFailed;
          sum.serviceNanosSum += nowServiceNanosSum;
          sum.referenceNanosSum += nowReferenceNanosSum;
          sum.responseNanosSum += nowResponseNanosSum;
          break;
        }
      }
      if (tries < SPINS_BEFORE_PARK) {
        Thread.onSpinWait();
      } else {
        LockSupport.parkNanos(this, PARK_NANOS);
      }
    }
    sum.waits.add(waits);
    sum.responses.add(responses);
  }
}
