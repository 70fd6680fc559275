package dev.flyball.measure;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/**
 * The counts and sums of one worker since the beginning.
 *
 * <p><b>Why sums of clock readings.</b> Besides counts and durations a meter sums the clock's
 * readings at every moment that the worker becomes busy and at every moment that it stops being
 * busy. They give the time that the worker has spent busy so far, at any moment T and without
 * sampling: {@code sum(done) - sum(began) + busy * T}. The sums overflow and wrap around; that does
 * no harm, because only differences count, which fit.
 *
 * <p><b>Weights.</b> Reading the clock costs more than all the rest, and more than a tiny task. So
 * not every task is clocked. A clocked task stands for {@code weight} tasks: itself and those that
 * were as likely to be clocked in its place; see {@link ArrivalSampler}. Always exact are the
 * counts, the time spent busy, and the sum of service times, which is measured over whole stretches
 * of consecutive tasks.
 *
 * <p>The formula needs a count and its sum from the same moment. So each write lies between two
 * increments of {@code version}, which is odd meanwhile (a sequence lock). A reader that sees it
 * odd, or changed, reads again. The plain counts of tasks stand outside: each is right by itself,
 * and no task is seen to end before it started.
 *
 * <p><b>Assumes</b> one writing thread. <b>Guarantees</b> that {@link #addTo} adds figures that all
 * belong to one moment, except the two histograms and the counts of tasks, which are read a little
 * later. <b>Progress:</b> writers are wait-free and never wait for readers. A reader waits while
 * the writer is inside a write, which is a handful of stores, and parks shortly if the writer was
 * descheduled there.
 */
public final class WorkerMeter {

  private static final VarHandle VERSION = handle(WorkerMeter.class, "version");
  private static final VarHandle STARTED = handle(MeterFigures.class, "started");
  private static final VarHandle COMPLETED = handle(MeterFigures.class, "completed");
  private static final int SPINS_BEFORE_PARK = 200;
  private static final long PARK_NANOS = 20_000;

  /** Makes a meter with all figures at 0. */
  public WorkerMeter() {}

  private static VarHandle handle(Class<?> owner, String field) {
    try {
      return MethodHandles.lookup().findVarHandle(owner, field, long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Odd while a write is under way; written by the worker only. */
  @SuppressWarnings("unused") // through VERSION
  private long version;

  /** Written by the worker between two increments of version, except the counts of tasks. */
  private final MeterFigures own = new MeterFigures();

  private final LatencyCounts waits = new LatencyCounts();
  private final LatencyCounts responses = new LatencyCounts();

  // ---- A worker that clocks each task

  /**
   * Records that a task starts.
   *
   * @param arrivalStamp the clock's reading when the task arrived, in nanoseconds
   * @param startStamp the clock's reading now
   */
  public void started(long arrivalStamp, long startStamp) {
    allStarted(arrivalStamp, startStamp, 1);
  }

  /**
   * Records that a task ended.
   *
   * @param arrivalStamp the clock's reading when the task arrived, in nanoseconds
   * @param startStamp the reading given to {@link #started}
   * @param endStamp the clock's reading now
   * @param referenceNanos the reference service time of the task's kind after this task was
   *     recorded, so that it is known; at least 0
   * @param taskFailed whether it ended with an exception
   */
  public void ended(
      long arrivalStamp, long startStamp, long endStamp, long referenceNanos, boolean taskFailed) {
    allEnded(arrivalStamp, startStamp, endStamp, referenceNanos, 1, taskFailed ? 1 : 0);
  }

  // ---- Many workers that share a meter, and whose tasks are seen several at a time

  /**
   * Records that several tasks start, each on a worker of its own, one of which was clocked.
   *
   * @param arrivalStamp the clock's reading when the clocked task arrived, in nanoseconds
   * @param startStamp the clock's reading when it started
   * @param tasks the number of tasks, at least 1
   */
  public void allStarted(long arrivalStamp, long startStamp, int tasks) {
    began(startStamp, tasks);
    STARTED.setRelease(own, own.started + tasks);
    started(arrivalStamp, startStamp, tasks);
  }

  /**
   * Records that several tasks ended, each on a worker of its own, one of which was clocked.
   *
   * @param arrivalStamp the clock's reading when the clocked task arrived, in nanoseconds
   * @param startStamp the clock's reading when it started
   * @param endStamp the clock's reading when it ended
   * @param referenceNanos the reference service time of its kind; at least 0
   * @param tasks the number of tasks, at least 1
   * @param failedTasks the number of them that ended with an exception
   */
  public void allEnded(
      long arrivalStamp,
      long startStamp,
      long endStamp,
      long referenceNanos,
      int tasks,
      int failedTasks) {
    beginWrite();
    own.completed += tasks;
    own.done += tasks;
    own.doneStampSum += tasks * endStamp;
    own.serviceNanosSum += tasks * (endStamp - startStamp);
    addResponse(endStamp - arrivalStamp, referenceNanos, tasks);
    own.failed += failedTasks;
    endWrite();
    responses.record(endStamp - arrivalStamp, tasks);
  }

  // ---- A worker that clocks some of its tasks

  /** Records that the worker becomes busy, at this reading of the clock. */
  public void began(long stamp) {
    began(stamp, 1);
  }

  /** Records that so many workers become busy, at this reading of the clock. */
  public void began(long stamp, int workers) {
    beginWrite();
    own.began += workers;
    own.beganStampSum += workers * stamp;
    endWrite();
  }

  /** Records that the worker is no longer busy, since this reading of the clock. */
  public void done(long stamp) {
    done(stamp, 1);
  }

  /** Records that so many workers are no longer busy, since this reading of the clock. */
  public void done(long stamp, int workers) {
    beginWrite();
    own.done += workers;
    own.doneStampSum += workers * stamp;
    endWrite();
  }

  /** Counts a task that starts. */
  public void startsTask() {
    STARTED.setRelease(own, own.started + 1);
  }

  /** Counts a task that has ended. */
  public void endsTask() {
    COMPLETED.setRelease(own, own.completed + 1);
  }

  /** Counts a task that has ended with an exception. */
  public void endsFailedTask() {
    beginWrite();
    own.completed++;
    own.failed++;
    endWrite();
  }

  /** Adds the service times of consecutive tasks, in nanoseconds. */
  public void served(long nanos) {
    beginWrite();
    own.serviceNanosSum += nanos;
    endWrite();
  }

  /**
   * Records the start of a clocked task.
   *
   * @param arrivalStamp the clock's reading when the task arrived, in nanoseconds
   * @param startStamp the clock's reading now
   * @param weight the number of tasks that it stands for, at least 1
   */
  public void started(long arrivalStamp, long startStamp, int weight) {
    long waitNanos = startStamp - arrivalStamp;
    beginWrite();
    own.startedWeight += weight;
    own.startStampSum += weight * startStamp;
    own.waitNanosSum += weight * waitNanos;
    endWrite();
    waits.record(waitNanos, weight);
  }

  /**
   * Records the end of a clocked task.
   *
   * @param arrivalStamp the clock's reading when the task arrived, in nanoseconds
   * @param endStamp the clock's reading now
   * @param referenceNanos the reference service time of the task's kind; at least 0
   * @param weight the weight given to {@link #started}
   */
  public void ended(long arrivalStamp, long endStamp, long referenceNanos, int weight) {
    beginWrite();
    addResponse(endStamp - arrivalStamp, referenceNanos, weight);
    endWrite();
    responses.record(endStamp - arrivalStamp, weight);
  }

  private void addResponse(long responseNanos, long referenceNanos, int weight) {
    own.responseNanosSum += weight * responseNanos;
    own.referenceNanosSum += weight * referenceNanos;
    own.referenceSquaresSum += weight * (double) referenceNanos * referenceNanos;
  }

  private void beginWrite() {
    VERSION.setOpaque(this, (long) VERSION.get(this) + 1);
    VarHandle.storeStoreFence();
  }

  private void endWrite() {
    VERSION.setRelease(this, (long) VERSION.get(this) + 1);
  }

  // ---- Reading

  /** Adds this meter's figures, as of one moment, to a sum, and all times of tasks. */
  public void addTo(MeterSum sum) {
    addFiguresTo(sum);
    sum.waits.add(waits);
    sum.responses.add(responses);
  }

  /** Adds this meter's figures, as of one moment, to a sum, without the times of single tasks. */
  public void addFiguresTo(MeterSum sum) {
    for (int tries = 0; ; tries++) {
      long before = (long) VERSION.getAcquire(this);
      if ((before & 1) == 0) {
        MeterFigures now = new MeterFigures();
        now.completed = (long) COMPLETED.getAcquire(own); // before those started, or fewer are seen
        now.started = (long) STARTED.getAcquire(own);
        copyTo(now);
        VarHandle.acquireFence();
        if (before == (long) VERSION.getOpaque(this)) {
          sum.figures.add(now);
          return;
        }
      }
      if (tries < SPINS_BEFORE_PARK) {
        Thread.onSpinWait();
      } else {
        LockSupport.parkNanos(this, PARK_NANOS);
      }
    }
  }

  private void copyTo(MeterFigures copy) {
    copy.failed = own.failed;
    copy.began = own.began;
    copy.beganStampSum = own.beganStampSum;
    copy.done = own.done;
    copy.doneStampSum = own.doneStampSum;
    copy.serviceNanosSum = own.serviceNanosSum;
    copy.startedWeight = own.startedWeight;
    copy.startStampSum = own.startStampSum;
    copy.waitNanosSum = own.waitNanosSum;
    copy.responseNanosSum = own.responseNanosSum;
    copy.referenceNanosSum = own.referenceNanosSum;
    copy.referenceSquaresSum = own.referenceSquaresSum;
  }
}
