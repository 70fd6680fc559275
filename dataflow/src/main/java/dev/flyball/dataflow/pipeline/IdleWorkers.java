package dev.flyball.dataflow.pipeline;

import java.util.concurrent.locks.Condition;

/**
 * The workers of a stage that wait for a record. Guarded by the lock of the stage's queue.
 *
 * <p>They are woken sparingly:
 *
 * <ul>
 *   <li>A worker that has emptied the queue of a dense stream of tiny records naps instead of
 *       waiting for a call, and finds many when it looks again; it is called only when half of the
 *       queue is taken. When it finds few, it waits for a call.
 *   <li>A worker is called when records wait, one waits for them, and none is on its way; the one
 *       that comes takes its share and calls the next when some are left.
 * </ul>
 *
 * <p><b>Guarantees.</b> While a record waits and a worker waits for one, a worker is on its way, or
 * naps, if {@link #call} follows each record that comes and each that leaves others behind.
 */
final class IdleWorkers {

  /** How long a worker sleeps that has just emptied the queue of a dense stream. */
  private static final long NAP_NANOS = 20_000;

  private final Condition recordCame;
  private int idle; // workers that wait for a record
  private int napping; // those of them that look again by themselves very soon
  private boolean called; // one of them is on its way

  IdleWorkers(Condition recordCame) {
    this.recordCame = recordCame;
  }

  /**
   * Calls a worker if one waits for a record, and none is on its way.
   *
   * @param any whether there is a record that any worker may take
   */
  void call(WaitingRoom room, boolean any) {
    if (room.callsForHolder()) {
      recordCame.signalAll();
    }
    if (idle == 0 || called || !any) {
      return;
    }
    if (napping < idle || !room.isHalfFree()) {
      called = true;
      recordCame.signal();
    }
  }

  /** Has all of them look again. */
  void callAll() {
    recordCame.signalAll();
  }

  /** Has a worker wait for a call, so long at most; 0 for as long as it takes. */
  void await(StageWorker worker, long nanosMax) {
    boolean naps = worker.inStream();
    worker.awaitsInput();
    worker.keys().waits = true;
    idle++;
    napping += naps ? 1 : 0;
    try {
      await(naps ? NAP_NANOS : nanosMax);
    } finally {
      napping -= naps ? 1 : 0;
      idle--;
      called = false;
      worker.keys().waits = false;
      worker.comesBack();
    }
  }

  @SuppressWarnings("WaitNotInLoop") // the loop is in the queue's take
  private void await(long nanosMax) {
    if (nanosMax == 0) {
      recordCame.awaitUninterruptibly();
      return;
    }
    try {
      // Whether time is up or a call came: the worker looks again.
      long unused = recordCame.awaitNanos(nanosMax);
    } catch (InterruptedException e) {
      // An interrupt left over from the stage's code; an aborting thread sets a flag as well.
    }
  }
}
