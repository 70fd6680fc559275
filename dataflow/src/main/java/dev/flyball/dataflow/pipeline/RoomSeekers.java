package dev.flyball.dataflow.pipeline;

import java.util.concurrent.locks.Condition;

/**
 * Those who bring records to a full queue and wait for room. Guarded by the lock of the queue.
 *
 * <p>One of them is called when half of the queue is free, so that there is work for both sides for
 * a while; but at once where workers take single records, being slow. Who has found room calls the
 * next when some is left.
 *
 * <p><b>Guarantees.</b> While half of the queue is free and somebody waits for room, one is on his
 * way, if {@link #taken} follows each taking and {@link #passOn} each that is over with waiting.
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

  /** The same, of a worker, whom an interrupt does not stop. */
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
    if (waiting > 0 && (room.isHalfFree() || batchMax == 1)) {
      roomMade.signal();
    }
  }

  /** Who has found room calls the next who waits for it, when some is left. */
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
