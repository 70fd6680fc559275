package dev.flyball.dataflow.pipeline;

import dev.flyball.dataflow.pipeline.StageMeter.Phase;
import dev.flyball.measure.ThreadCpu;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * One worker of a stage: takes records from the queue, has the stage work on them, delivers what
 * came of it, until the queue tells it to leave.
 *
 * <p><b>How much at a time.</b> A batch grows as long as it is done within {@link
 * #BATCH_NANOS_MAX}, and shrinks in proportion when it was not.
 *
 * <p><b>How it is timed.</b> Where records take more than {@link #TINY_NANOS}, each end is read
 * from the clock, and is the start of the next. Where they take less, one in {@value #SAMPLED_IN}
 * is timed, at a place that changes from batch to batch, and the batch as a whole: busy time stays
 * exact, and the moments of the service times are those of an even sample. A record's wait is then
 * reckoned as if all of its batch took the same time, which leaves the sum unbiased.
 *
 * <p><b>Who may touch what.</b> Everything belongs to the worker's thread, but for the batch, which
 * may be seized, and the meter, which may be read.
 */
final class StageWorker implements Runnable {

  private static final System.Logger LOG = System.getLogger(Pipeline.class.getName());

  static final long BATCH_NANOS_MAX = 100_000;
  static final long TINY_NANOS = 1_000;
  static final int SAMPLED_IN = 16;

  /** So many tiny records without a wait are a stream. */
  private static final int STREAM_RECORDS = 64;

  private final RunningStage stage;
  private final Stage<Object, Object> logic;
  private final Outbox outbox;
  private final WorkTally tally = new WorkTally();
  final Batch batch = new Batch();
  final StageMeter meter;

  /** Set once, before it starts. */
  private @Nullable Thread thread;

  private int batchMax = 1;
  private boolean eachTimed = true;
  private int sampleAt;
  private long doneSinceWait;

  /** The last reading of the clock. */
  private long stamp;

  private volatile OptionalLong cpuNanosAtEnd = OptionalLong.of(0);

  StageWorker(RunningStage stage, Stage<Object, Object> logic, Outputs outputs) {
    this.stage = stage;
    this.logic = logic;
    this.meter = new StageMeter(outputs.count());
    this.outbox = new Outbox(outputs, meter, stage.ordered());
  }

  // ---- Its thread

  void startAs(Thread made) {
    this.thread = made;
    made.start();
  }

  void interrupt() {
    if (thread != null) {
      thread.interrupt();
    }
  }

  @SuppressWarnings("deprecation") // threadId() came with 19; for platform threads they agree
  long threadId() {
    return thread == null ? Long.MAX_VALUE : thread.getId();
  }

  /** Processor time when the thread ended; 0 before it began. */
  OptionalLong cpuNanosAtEnd() {
    return cpuNanosAtEnd;
  }

  @Override
  public void run() {
    cpuNanosAtEnd = OptionalLong.empty();
    Optional<Throwable> death = Optional.empty();
    try {
      comesBack();
      while (stage.queue().take(this)) {
        work();
      }
    } catch (Throwable e) {
      death = Optional.of(e);
    }
    closeLogic();
    meter.enter(Phase.GONE, System.nanoTime());
    cpuNanosAtEnd = ThreadCpu.ofCurrentThread();
    death.ifPresentOrElse(cause -> stage.lost(this, cause), () -> stage.ended(this));
  }

  /** Called by its thread at its end, or by whoever could not start it. */
  void closeLogic() {
    try {
      logic.close();
    } catch (Throwable e) {
      LOG.log(System.Logger.Level.WARNING, "stage '" + stage.name() + "' failed to close", e);
    }
  }

  // ---- Told by the queue

  /** The most records to take at a time. */
  int batchMax() {
    return batchMax;
  }

  long stamp() {
    return stamp;
  }

  /** Whether records take so little time that a reading of the clock weighs. */
  boolean findsTiny() {
    return !eachTimed;
  }

  /** Whether tiny records have come in numbers since this was last asked. */
  boolean inStream() {
    boolean dense = !eachTimed && doneSinceWait >= STREAM_RECORDS;
    doneSinceWait = 0;
    return dense;
  }

  void awaitsInput() {
    stamp = System.nanoTime();
    meter.enter(Phase.AWAITS_INPUT, stamp);
  }

  void comesBack() {
    stamp = System.nanoTime();
    meter.enter(Phase.BUSY, stamp);
  }

  // ---- A batch

  private void work() {
    long start = stamp;
    long blockedBefore = meter.outputWaitNanos();
    int done = eachTimed ? workTimed(start) : workSampled(start);
    long blocked = meter.outputWaitNanos() - blockedBefore;
    long busyNanos = stamp - start - blocked;
    hand();
    if (done > 0) {
      learn(done, Math.max(1, busyNanos));
    }
  }

  private int workTimed(long start) {
    int done = 0;
    for (int i = batch.claim(); i >= 0; i = batch.claim()) {
      tally.queueWaitNanos += Math.max(0, stamp - batch.stamps[i]);
      runTimed(batch.takeOut(i));
      done++;
      if (stamp - start > BATCH_NANOS_MAX && !stage.ordered()) {
        hand(); // does not wait for the rest of a batch that takes longer than it should
      }
    }
    return done;
  }

  private int workSampled(long start) {
    long ageSum = 0;
    int done = 0;
    sampleAt = (sampleAt + 7) % SAMPLED_IN; // 7 and 16 share no factor: every place has its turn
    for (int i = batch.claim(); i >= 0; i = batch.claim()) {
      ageSum += start - batch.stamps[i];
      Object record = batch.takeOut(i);
      if (i % SAMPLED_IN == sampleAt) {
        stamp = System.nanoTime();
        runTimed(record);
      } else {
        run(record);
      }
      done++;
    }
    stamp = System.nanoTime();
    tally.queueWaitNanos += Math.max(0, ageSum + (stamp - start) * Math.max(0, done - 1) / 2);
    return done;
  }

  private void runTimed(Object record) {
    long before = stamp;
    long blockedBefore = meter.outputWaitNanos();
    run(record);
    stamp = System.nanoTime();
    tally.took(Math.max(0, stamp - before - (meter.outputWaitNanos() - blockedBefore)));
  }

  private void run(Object record) {
    tally.done++;
    try {
      logic.on(record, outbox);
    } catch (Throwable e) {
      tally.failed++;
      stage.failed(record, e);
    }
    if (Thread.interrupted() && stage.queue().isAborted()) {
      Thread.currentThread().interrupt();
    }
  }

  /** Delivers what was emitted, and shows what was counted. */
  private void hand() {
    meter.worked(tally, stamp);
    tally.clear();
    stage.deliver(batch.number, outbox, meter);
    stamp = Math.max(stamp, meter.lastStamp());
  }

  private void learn(int done, long busyNanos) {
    doneSinceWait += done;
    eachTimed = busyNanos > TINY_NANOS * done;
    long fitting = BATCH_NANOS_MAX * done / busyNanos;
    batchMax = (int) Math.max(1, Math.min(fitting, Math.min(2 * batchMax, Batch.SIZE_MAX)));
  }
}
