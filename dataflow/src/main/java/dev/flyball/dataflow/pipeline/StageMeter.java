package dev.flyball.dataflow.pipeline;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/**
 * The counts and sums of one worker since it began.
 *
 * <p><b>Why phases.</b> A worker always is in one of three: busy, waiting for a record, waiting for
 * room. The meter knows which and since when, so a reader can add the running one up to its own
 * moment: a record that takes a minute is seen as work while it lasts, and the three sums are the
 * worker's whole time.
 *
 * <p><b>Assumes</b> one writing thread. <b>Guarantees</b> that {@link #addTo} adds figures of one
 * moment: a write is enclosed by two increments of {@code version}, which is odd meanwhile (a
 * sequence lock). <b>Progress:</b> the writer is wait-free; a reader tries again while it is inside
 * a write, which is a handful of stores, and parks shortly when the writer was descheduled there.
 */
final class StageMeter {

  /** The activity of a worker. */
  enum Phase {
    BUSY,
    AWAITS_INPUT,
    AWAITS_ROOM,
    GONE
  }

  private static final VarHandle VERSION;
  private static final int SPINS_BEFORE_PARK = 200;
  private static final long PARK_NANOS = 20_000;

  static {
    try {
      VERSION = MethodHandles.lookup().findVarHandle(StageMeter.class, "version", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Odd while a write is under way; written by the worker only. */
  @SuppressWarnings("unused") // through VERSION
  private long version;

  // Written by the worker between two increments of version.
  private Phase phase = Phase.GONE;
  private long phaseStamp;
  private long busyNanos;
  private long inputWaitNanos;
  private long outputWaitNanos;
  private long done;
  private long failed;
  private long retried;
  private long queueWaitNanos;
  private long serviceCount;
  private double serviceNanos;
  private double serviceSquares;
  private final long[] out;

  StageMeter(int outputs) {
    this.out = new long[outputs];
  }

  /** What follows is another phase; the clock's reading must not lie before the last one. */
  void enter(Phase next, long stamp) {
    beginWrite();
    endPhase(stamp);
    phase = next;
    endWrite();
  }

  private void endPhase(long stamp) {
    long nanos = stamp - phaseStamp;
    switch (phase) {
      case BUSY -> busyNanos += nanos;
      case AWAITS_INPUT -> inputWaitNanos += nanos;
      case AWAITS_ROOM -> outputWaitNanos += nanos;
      case GONE -> {}
    }
    phaseStamp = stamp;
  }

  /** Notes records worked on; the phase goes on. */
  void worked(WorkTally tally, long stamp) {
    beginWrite();
    endPhase(stamp);
    done += tally.done;
    failed += tally.failed;
    queueWaitNanos += tally.queueWaitNanos;
    serviceCount += tally.timed;
    serviceNanos += tally.serviceNanos;
    serviceSquares += tally.serviceSquares;
    endWrite();
  }

  /** Another attempt at a record begins; shown at once, for pauses before attempts may be long. */
  void retried() {
    beginWrite();
    retried++;
    endWrite();
  }

  void delivered(int output, int records) {
    beginWrite();
    out[output] += records;
    endWrite();
  }

  /** The last stamp given: when the running phase began, or records were noted. The worker's. */
  long lastStamp() {
    return phaseStamp;
  }

  /** Waits for room so far. The worker's. */
  long outputWaitNanos() {
    return outputWaitNanos;
  }

  private void beginWrite() {
    VERSION.setOpaque(this, (long) VERSION.get(this) + 1);
    VarHandle.storeStoreFence();
  }

  private void endWrite() {
    VERSION.setRelease(this, (long) VERSION.get(this) + 1);
  }

  /** Adds this meter's figures, as they are at one moment, to a sum. */
  void addTo(StageSum sum, long nowStamp) {
    StageSum copy = new StageSum(out.length);
    for (int tries = 1; !copyTo(copy, nowStamp); tries++) {
      if (tries < SPINS_BEFORE_PARK) {
        Thread.onSpinWait();
      } else {
        LockSupport.parkNanos(this, PARK_NANOS);
      }
    }
    sum.add(copy);
  }

  private boolean copyTo(StageSum copy, long nowStamp) {
    long before = (long) VERSION.getAcquire(this);
    copy.busyNanos = busyNanos;
    copy.inputWaitNanos = inputWaitNanos;
    copy.outputWaitNanos = outputWaitNanos;
    copy.done = done;
    copy.failed = failed;
    copy.retried = retried;
    copy.queueWaitNanos = queueWaitNanos;
    copy.service = new Moments(serviceCount, serviceNanos, serviceSquares);
    System.arraycopy(out, 0, copy.out, 0, out.length);
    Phase running = phase;
    long runningNanos = Math.max(0, nowStamp - phaseStamp);
    VarHandle.acquireFence();
    if ((before & 1) != 0 || before != (long) VERSION.getOpaque(this)) {
      return false;
    }
    switch (running) {
      case BUSY -> copy.busyNanos += runningNanos;
      case AWAITS_INPUT -> copy.inputWaitNanos += runningNanos;
      case AWAITS_ROOM -> copy.outputWaitNanos += runningNanos;
      case GONE -> {}
    }
    return true;
  }
}
