package dev.flyball.dataflow.pipeline;

import dev.flyball.dataflow.pipeline.StageMeter.Phase;
import dev.flyball.dataflow.pipeline.completion.Outcome;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A worker's work on the batch that it has taken: has the stage work on each record, times it,
 * delivers what came of it. The worker's own.
 *
 * <p><b>How much at a time</b>, and which records are timed, is told at {@link Pace}.
 *
 * <p><b>How it is timed.</b> Where each record is timed, its end is read from the clock, and is the
 * start of the next. Where some are, the batch is timed as a whole, too: busy time stays exact, and
 * the moments of the service times are those of an even sample. A record's wait is then reckoned as
 * if all of its batch took the same time, which leaves the sum unbiased. What is delivered between
 * two records is busy time, and in no record's service time.
 */
final class BatchWork {

  private final RunningStage stage;
  private final Stage<Object, Object> logic;
  private final Batch batch;
  private final HeldRecords held;
  private final Outbox outbox;
  private final StageMeter meter;
  private final Pace pace = new Pace();
  private final @Nullable Retry retry;
  private final WorkTally tally = new WorkTally();
  private long handedTurn = -1; // the turn that was handed over last

  /** The last reading of the clock. */
  private long stamp;

  BatchWork(
      RunningStage stage,
      Stage<Object, Object> logic,
      Batch batch,
      HeldRecords held,
      Outbox outbox,
      StageMeter meter) {
    this.stage = stage;
    this.logic = logic;
    this.batch = batch;
    this.held = held;
    this.outbox = outbox;
    this.meter = meter;
    this.retry = stage.retry().orElse(null);
  }

  Pace pace() {
    return pace;
  }

  HeldRecords held() {
    return held;
  }

  long stamp() {
    return stamp;
  }

  /** The worker does something else from now on. */
  void enter(Phase next) {
    stamp = System.nanoTime();
    meter.enter(next, stamp);
  }

  // ---- What the stage holds

  /** Has the stage pass on what it holds, while no record waits. */
  void onFlush() {
    flush();
    stamp = System.nanoTime();
    hand();
  }

  private void flushIfDue() {
    if (held.isDue(stamp)) {
      flush();
      stamp = System.nanoTime();
    }
  }

  private void flush() {
    if (!stage.queue().isAborted()) {
      passOn(() -> logic.flush(outbox));
    }
  }

  /** Has the stage emit what it still holds. Never throws. */
  void endLogic() {
    passOn(() -> logic.end(outbox));
  }

  /** A call of the stage's code. */
  private interface Call {
    void run() throws Exception;
  }

  /** Has the stage emit what it holds, and tells the sources. Never throws. */
  private void passOn(Call call) {
    Ticket ticket = held.flushed();
    Outcome outcome = Outcome.DONE;
    outbox.madeOf(ticket);
    try {
      call.run();
    } catch (Throwable e) {
      stage.failed(null, e);
      outcome = stage.outcomeOf(e);
    }
    outbox.madeOf(null);
    end(ticket, outcome);
    endInterrupt();
  }

  /** After an abort: what is held is not emitted. Never throws. */
  void abandon() {
    end(held.flushed(), Outcome.ABORTED);
  }

  private static void end(@Nullable Ticket ticket, Outcome outcome) {
    if (ticket != null) {
      ticket.end(outcome);
    }
  }

  // ---- A batch

  void onBatch() {
    boolean eachTimed = pace.eachTimed();
    if (eachTimed) {
      stamp = System.nanoTime(); // what it took to deliver and to take is of no record
    }
    long start = stamp;
    long blockedBefore = meter.outputWaitNanos();
    int done = eachTimed ? workTimed(start) : workSampled(start);
    long blocked = meter.outputWaitNanos() - blockedBefore;
    long busyNanos = stamp - start - blocked;
    flushIfDue();
    hand();
    if (done > 0) {
      pace.learn(done, Math.max(1, busyNanos));
    }
  }

  private int workTimed(long start) {
    int done = 0;
    long lastHanded = start;
    for (int i = batch.claim(); i >= 0; i = batch.claim()) {
      tally.queueWaitNanos += Math.max(0, stamp - batch.stamps[i]);
      runTimed(batch.takeOut(i));
      done++;
      flushIfDue();
      if (isOverdue(lastHanded)) {
        handAtOnce();
        lastHanded = stamp;
      }
    }
    return done;
  }

  private int workSampled(long start) {
    long ageSum = 0;
    int done = 0;
    pace.nextSample();
    for (int i = batch.claim(); i >= 0; i = batch.claim()) {
      ageSum += start - batch.stamps[i];
      Object record = batch.takeOut(i);
      done++;
      if (pace.samples(i)) {
        stamp = System.nanoTime();
        runTimed(record);
        if (isOverdue(start)) { // tiny no more
          noteWaits(ageSum, start, done);
          handAtOnce();
          return done + workTimed(stamp);
        }
      } else {
        run(record);
      }
    }
    stamp = System.nanoTime();
    noteWaits(ageSum, start, done);
    return done;
  }

  private void noteWaits(long ageSum, long start, int done) {
    tally.queueWaitNanos += Math.max(0, ageSum + (stamp - start) * Math.max(0, done - 1) / 2);
  }

  /** Whether what is done should not wait for the rest of a batch that takes so long. */
  private boolean isOverdue(long since) {
    return stamp - since > Pace.BATCH_NANOS_MAX && !stage.ordered();
  }

  private void handAtOnce() {
    hand();
    stamp = System.nanoTime();
  }

  private void runTimed(Object record) {
    long before = stamp;
    long blockedBefore = meter.outputWaitNanos();
    boolean begins = record instanceof AsyncCall call && !call.finished();
    run(record);
    stamp = System.nanoTime();
    took(record, begins, stamp - before - (meter.outputWaitNanos() - blockedBefore));
  }

  /** A call's time is that to begin it and that to emit its result, not that between them. */
  private void took(Object record, boolean begins, long nanos) {
    if (!(record instanceof AsyncCall call)) {
      tally.took(Math.max(0, nanos));
    } else if (begins) {
      call.beginNanos = Math.max(0, nanos);
    } else {
      tally.took(Math.max(0, nanos) + call.beginNanos);
    }
  }

  private void run(Object record) {
    if (record instanceof AsyncCall call) {
      run(call);
      return;
    }
    tally.done++;
    held.add(stamp);
    try {
      if (retry == null) {
        on(record);
      } else {
        onUntilDone(record, retry);
      }
    } catch (Throwable e) {
      tally.failed++;
      stage.failed(record, e);
    }
    endInterrupt();
    if (held.isFull()) {
      flush();
    }
  }

  private void run(AsyncCall call) {
    if (call.finished()) {
      tally.done++;
      end(call);
    } else {
      if (call.attempts() > 0) {
        meter.retried();
      }
      call.begin();
    }
    endInterrupt();
  }

  private void end(AsyncCall call) {
    Throwable failure = call.failure();
    try {
      if (failure == null) {
        outbox.emitResultOf(call);
        Tracked.end(call.record, Outcome.DONE);
      }
    } catch (Throwable e) {
      failure = e;
    }
    if (failure != null) {
      tally.failed++;
      stage.failed(call.record, failure);
    }
  }

  private void on(Object record) throws Exception {
    if (record instanceof Tracked tracked) {
      onTracked(tracked);
    } else {
      logic.on(record, outbox);
    }
  }

  /** Has the stage work on a record as often as its rule says; throws what fails at last. */
  private void onUntilDone(Object record, Retry rule) throws Throwable {
    Throwable earlier = null;
    for (int attempts = 1; ; attempts++) {
      if (attempts > 1) {
        meter.retried();
      }
      outbox.beginAttempt();
      try {
        on(record);
        outbox.endAttempt();
        return;
      } catch (Throwable e) {
        boolean again = outbox.takeBackAttempt() && rule.again(attempts, e);
        if (earlier != null) {
          Retry.addTo(e, earlier);
        }
        earlier = e;
        if (!again || !pauses(rule.pauseBefore(attempts).toNanos())) {
          throw e;
        }
      }
    }
  }

  /** Waits for so long; false when the pipeline was aborted. */
  private boolean pauses(long nanos) {
    long start = System.nanoTime();
    meter.enter(Phase.AWAITS_ROOM, start);
    long now = start;
    boolean aborted = stage.queue().isAborted();
    while (!aborted && now - start < nanos) {
      LockSupport.parkNanos(this, nanos - (now - start));
      endInterrupt();
      aborted = stage.queue().isAborted();
      now = System.nanoTime();
    }
    meter.enter(Phase.BUSY, now);
    return !aborted;
  }

  private void onTracked(Tracked tracked) throws Exception {
    outbox.madeOf(tracked.ticket());
    try {
      logic.on(tracked.record(), outbox);
    } finally {
      outbox.madeOf(null);
    }
    held.worked(tracked.ticket());
  }

  /** An interrupt of the stage's own ends with its record; that of an abort stays. */
  private void endInterrupt() {
    if (Thread.interrupted() && stage.queue().isAborted()) {
      Thread.currentThread().interrupt();
    }
  }

  /** Delivers what was emitted, and shows what was counted. */
  private void hand() {
    meter.worked(tally, stamp);
    tally.clear();
    outbox.hand();
    handedTurn = batch.turn;
    stamp = Math.max(stamp, meter.lastStamp());
  }

  // ---- The end, and what fails

  /** The records that are left go to the dead letters. Never throws. */
  void giveUp(Throwable cause) {
    for (int i = batch.claim(); i >= 0; i = batch.claim()) {
      tally.done++;
      tally.failed++;
      held.addNone();
      Object record = batch.forget(i);
      if (record instanceof AsyncCall call) {
        stage.failed(stage.queue().giveUp(call), cause);
      } else if (record != null) {
        stage.failed(record, cause);
      }
    }
  }

  /**
   * Delivers what is left, if it was not already.
   *
   * @param inTurn wait for the turn in an ordered stage, which needs no memory
   */
  void handOver(boolean inTurn) {
    boolean owed = !stage.ordered() || batch.turn != handedTurn;
    if (owed && inTurn) {
      outbox.awaitTurn();
    }
    stamp = System.nanoTime();
    if (owed) {
      hand();
    } else {
      meter.worked(tally, stamp);
      tally.clear();
    }
  }
}
