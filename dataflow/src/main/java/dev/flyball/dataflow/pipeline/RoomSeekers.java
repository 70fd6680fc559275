package dev.flyball.dataflow.pipeline;

import java.util.concurrent.locks.Condition;

/**
 * The producers that wait for room in a full queue. Guarded by the lock of the queue.
 *
 * <p>One of them is called when half of the queue is free, so that there is work for both sides for
 * a while; but at once if workers take single records, being slow, or if those that wait are all of
 * keys that are at work. A producer that has found room calls the next one if some room is left.
 *
 * <p><b>Guarantees.</b> While half of the queue is free and a producer waits for room, one is on
 * its way, if {@link #taken} follows each taking and {@link #passOn} each end of a wait.
 */
final class RoomSeekers {

  private final Condition roomMade;
  private int waiting;

  RoomSeekers(Condition roomMade) {
    this.roomMade = roomMade;
  }

  /** Waits for a call. */
  @SuppressWarnings("WaitNotInLoop") // the loop is in the queue's put
  void await(WaitingRoom room) throws InterruptedException {
    waiting++;
    try {
      roomMade.await();
    } catch (InterruptedException e) {
      passOn(room); // the call may have been for this one
      throw e;
    } finally {
      waiting--;
    }
  }

  /** The same for a worker, which an interrupt does not stop. */
  @SuppressWarnings("WaitNotInLoop") // the loop is in the queue's putAll
  void awaitUninterruptibly() {
    waiting++;
    try {
      roomMade.awaitUninterruptibly();
    } finally {
      waiting--;
    }
  }

  /** A worker has taken records, of which it takes so many at a time. */
  void taken(WaitingRoom room, int batchMax) {
    if (waiting > 0 && areDue(room, batchMax)) {
      roomMade.signal();
    }
  }

  /** Whether those that wait for room are to be called. */
  boolean areDue(WaitingRoom room, int batchMax) {
    return room.isHalfFree() || batchMax == 1 || !room.anyReady();
  }

  /** A producer that has found room calls the next one that waits for it, if some is left. */
  void passOn(WaitingRoom room) {
    if (waiting > 0 && room.hasRoom()) {
      roomMade.signal();
    }
  }

  /** Has all of them look again. */
  void callAll() {
    roomMade.signalAll();
  }
}
