package dev.flyball.dataflow.pipeline;

import dev.flyball.dataflow.pipeline.StageMeter.Phase;
import dev.flyball.dataflow.pipeline.StageQueue.Next;
import dev.flyball.measure.thread.ThreadCpu;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One worker of a stage: takes records from the queue and {@linkplain BatchWork works} on them,
 * until the queue tells it to leave; then it lets its instance of the stage emit what that still
 * holds.
 *
 * <p><b>What it survives.</b> An exception of the stage costs its record. Any other failure, such
 * as an error of the machine, costs the remaining records of the batch: they go to the dead
 * letters, emitted records are delivered, and the same thread goes on with the same instance, after
 * a pause that grows while nothing else happens. So no other thread has to be started when that is
 * hardest, and a stage always has a worker.
 *
 * <p><b>Shared state.</b> Everything belongs to the worker's thread, except the batch, which may be
 * seized, and the meter, which may be read.
 */
final class StageWorker implements Runnable {

  private static final long PAUSE_NANOS = 1_000_000;
  private static final int PAUSE_DOUBLINGS_MAX = 10;

  private final RunningStage stage;
  private final Stage<Object, Object> logic;
  private final BatchWork work;
  final Batch batch = new Batch();
  final StageMeter meter;
  private final KeyHold keys = new KeyHold();
  private final List<AsyncCall> finished = new ArrayList<>(0);

  /** Set once, before it starts. */
  private @Nullable Thread thread;

  /** Takes nothing any more; guarded by the queue's lock. */
  boolean leaving;

  private int failures; // in a row

  private volatile OptionalLong cpuNanosAtEnd = OptionalLong.of(0);

  StageWorker(RunningStage stage, Stage<Object, Object> logic, Outputs outputs) {
    this.stage = stage;
    this.logic = logic;
    this.meter = new StageMeter(outputs.count());
    Outbox outbox = new Outbox(outputs, meter, stage.gate(), batch);
    HeldRecords held = new HeldRecords(stage.flushRule());
    this.work = new BatchWork(stage, logic, batch, held, outbox, meter);
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
    try {
      stage.enter();
      boolean stays = true;
      while (stays) {
        stays = !worksUntilToldToLeave();
      }
      endLogic();
      closeLogic();
      meter.enter(Phase.GONE, System.nanoTime());
      cpuNanosAtEnd = ThreadCpu.ofCurrentThread();
    } finally {
      stage.ended(this);
    }
  }

  /** Whether it was told to leave; otherwise something failed that was no record. */
  private boolean worksUntilToldToLeave() {
    try {
      comesBack();
      Next next = stage.queue().take(this);
      while (next != Next.LEAVE) {
        if (next == Next.WORK) {
          work.onBatch();
        } else {
          work.onFlush();
        }
        failures = 0;
        next = stage.queue().take(this);
      }
      return true;
    } catch (Throwable e) {
      stage.tell("a thread failed outside of its records and goes on", e);
      work.giveUp(e);
      pause();
      deliver();
      return false;
    }
  }

  /** Delivers whatever it takes: in an ordered stage the others wait for it. */
  private void deliver() {
    while (!delivered()) {
      pause();
    }
  }

  private boolean delivered() {
    try {
      work.handOver(failures > 0);
      return true;
    } catch (Throwable e) {
      stage.tell("a thread failed to deliver and tries again", e);
      return false;
    }
  }

  private void pause() {
    LockSupport.parkNanos(this, PAUSE_NANOS << Math.min(failures, PAUSE_DOUBLINGS_MAX));
    failures++;
  }

  /** Has the stage emit what it still holds, which is delivered in the turn that the queue gave. */
  private void endLogic() {
    if (!stage.queue().isAborted()) {
      work.endLogic();
      deliver();
    } else {
      work.abandon();
    }
  }

  /** Called by its thread at its end, or by the thread that could not start it. */
  void closeLogic() {
    try {
      logic.close();
    } catch (Throwable e) {
      stage.tell("an instance failed to close", e);
    }
  }

  // ---- Told by the queue

  /** The most records to take at a time. */
  int batchMax() {
    return work.pace().batchMax();
  }

  /** What the stage's instance may hold. */
  HeldRecords held() {
    return work.held();
  }

  /** The keys that no other worker may take records of. */
  KeyHold keys() {
    return keys;
  }

  /** The calls of an asynchronous stage that it took last with their results. */
  List<AsyncCall> finished() {
    return finished;
  }

  /** The last reading of the clock. */
  long stamp() {
    return work.stamp();
  }

  /** Whether records take so little time that a reading of the clock weighs. */
  boolean findsTiny() {
    return !work.pace().eachTimed();
  }

  /** Whether tiny records have come in numbers since this was last asked. */
  boolean inStream() {
    return work.pace().inStream();
  }

  void awaitsInput() {
    work.enter(Phase.AWAITS_INPUT);
  }

  void comesBack() {
    work.enter(Phase.BUSY);
  }
}
