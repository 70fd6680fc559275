package dev.flyball.dataflow.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The bounded queue of one stage, where those who bring records and the workers who take them meet.
 *
 * <p><b>How is it designed, and why?</b> One lock, held for as long as it takes to copy a batch.
 * Who finds it taken tries again a few times before he lets himself be put to sleep, for it is
 * taken shortly. Threads are woken sparingly, because that is what costs:
 *
 * <ul>
 *   <li>A worker that has emptied the queue of a dense stream of tiny records naps instead of
 *       waiting for a call, and finds many when it looks again; it is called only when half of the
 *       queue is taken. When it finds few, it waits for a call.
 *   <li>A worker is called when records wait, one waits for them, and none is on its way; the one
 *       that comes takes its share and calls the next when some are left.
 *   <li>Who waits for room is called when half of the queue is free, so that there is work for both
 *       sides for a while; but at once where workers take single records, being slow.
 * </ul>
 *
 * <p><b>States.</b> Open - closed (nobody brings anything any more; workers leave when it is empty)
 * - aborted (workers leave; what is brought is left over).
 *
 * <p><b>Who may touch what.</b> All is guarded by the lock, the {@link WaitingRoom} and the {@link
 * StageWorkers} included. No code of the user's is called with it held, but that of the {@link
 * Spill}.
 *
 * <p><b>Guarantees.</b> Records are taken in the order in which they came. While a record waits and
 * a worker waits for one, a worker is on its way, or naps. While half of the queue is free and
 * somebody waits for room, one is on its way.
 */
final class StageQueue {

  private static final int LOCK_TRIES = 64;
  private static final int ONE_STAMP_IN = 16;

  /** How long a worker sleeps that has just emptied the queue of a dense stream. */
  private static final long NAP_NANOS = 20_000;

  private final DeadLetterOffice office;
  private final StageWorkers workers;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition recordCame = lock.newCondition();
  private final Condition roomMade = lock.newCondition();

  // Guarded by lock.
  private final WaitingRoom room;
  private final List<Object> leftover = new ArrayList<>();
  private int producers;
  private int idle; // workers that wait for a record
  private int napping; // those of the idle that look again by themselves very soon
  private int awaitingRoom;
  private boolean called; // one of the idle workers is on its way
  private boolean closed;
  private boolean aborted;
  private boolean collected; // what is left over has been handed back
  private long batches;
  private boolean tiny; // who took last finds records tiny
  private long latestStamp = System.nanoTime(); // the latest reading of the clock, as far as known
  private int stampsBorrowed;

  StageQueue(StagePlan<?, ?> plan, DeadLetterOffice office, StageWorkers workers) {
    this.office = office;
    this.workers = workers;
    this.room = new WaitingRoom(plan, office);
  }

  void lock() {
    for (int i = 0; i < LOCK_TRIES; i++) {
      if (lock.tryLock()) {
        return;
      }
      Thread.onSpinWait();
    }
    lock.lock();
  }

  /** Lets the lock go; what became a dead letter under it is sent now. */
  void unlock() {
    List<DeadLetter> letters = room.takeLetters();
    lock.unlock();
    if (!letters.isEmpty()) {
      letters.forEach(office::send);
    }
  }

  // ---- Records in

  /** Brings a record from outside if that needs no waiting; whether it was taken in. */
  boolean offer(Object record) {
    lock();
    try {
      if (closed) {
        return false;
      }
      if (room.mustWait()) {
        room.figures().refused();
        return false;
      }
      boolean taken = room.admit(record, arrivalStamp());
      callWorker();
      return taken;
    } finally {
      unlock();
    }
  }

  /** Brings a record from outside, waiting for room; false when the queue is closed. */
  boolean put(Object record) throws InterruptedException {
    lock();
    try {
      while (!closed && room.mustWait()) {
        awaitRoom();
      }
      if (closed) {
        return false;
      }
      room.admit(record, arrivalStamp());
      callWorker();
      passRoomOn();
      return true;
    } finally {
      unlock();
    }
  }

  @SuppressWarnings("WaitNotInLoop") // the loop is in put
  private void awaitRoom() throws InterruptedException {
    awaitingRoom++;
    try {
      roomMade.await();
    } catch (InterruptedException e) {
      passRoomOn();
      throw e;
    } finally {
      awaitingRoom--;
    }
  }

  /**
   * When a record from outside comes. Where workers empty the queue of tiny records, and it is not
   * empty, the clock is read for one in {@value #ONE_STAMP_IN} only; the others take the latest
   * reading that is known, which then is younger than a batch.
   */
  private long arrivalStamp() {
    stampsBorrowed = (stampsBorrowed + 1) % ONE_STAMP_IN;
    if (stampsBorrowed == 0 || !tiny || room.length() == 0) {
      latestStamp = System.nanoTime();
    }
    return latestStamp;
  }

  /**
   * Brings what a worker of another stage has emitted, and waits for room where that is the rule.
   *
   * @param records where they are, from the beginning
   * @param count how many
   * @param stamp the clock's reading now
   * @param meter of that worker; is told of waits
   * @return false when the pipeline was aborted; then the records are left over
   */
  boolean putAll(@Nullable Object[] records, int count, long stamp, StageMeter meter) {
    lock();
    try {
      int admitted = admit(records, 0, count, stamp);
      if (admitted < count && !aborted) {
        meter.enter(StageMeter.Phase.AWAITS_ROOM, stamp);
        while (admitted < count && !aborted) {
          awaitingRoom++;
          roomMade.awaitUninterruptibly();
          awaitingRoom--;
          admitted += admit(records, admitted, count, System.nanoTime());
        }
        meter.enter(StageMeter.Phase.BUSY, System.nanoTime());
        passRoomOn();
      }
      for (int i = admitted; i < count; i++) {
        leaveOver(WaitingRoom.present(records[i]));
      }
      return admitted == count;
    } finally {
      unlock();
    }
  }

  private int admit(@Nullable Object[] records, int from, int to, long stamp) {
    if (aborted) {
      return 0;
    }
    int admitted = room.admit(records, from, to, stamp);
    callWorker();
    return admitted;
  }

  private void leaveOver(Object record) {
    if (collected) {
      room.addLetter(Optional.of(record), new CancellationException("the pipeline was aborted"));
    } else {
      leftover.add(record);
    }
  }

  /** Calls a worker if a record waits for one, and one for a record, and none is on its way. */
  private void callWorker() {
    if (idle == 0 || called || room.isEmpty()) {
      return;
    }
    if (napping < idle || !room.isHalfFree()) {
      called = true;
      recordCame.signal();
    }
  }

  /** Who has found room calls the next who waits for it, when some is left. */
  private void passRoomOn() {
    if (awaitingRoom > 0 && room.hasRoom()) {
      roomMade.signal();
    }
  }

  // ---- Records out

  /** Fills the worker's batch, waiting until it can; false when the worker has to leave. */
  boolean take(StageWorker worker) {
    lock();
    try {
      while (!aborted && !workers.tooMany()) {
        room.takeBack();
        if (room.length() > 0) {
          hand(worker);
          return true;
        }
        if (workers.seizeFor(worker)) {
          return true;
        }
        if (closed && workers.patienceNanos() == 0) {
          break;
        }
        await(worker);
      }
      workers.leaving();
      callWorker();
      return false;
    } finally {
      unlock();
    }
  }

  private void hand(StageWorker worker) {
    int share = (room.length() + workers.alive() - 1) / workers.alive();
    int count = Math.min(worker.batchMax(), share);
    room.moveTo(worker.batch, count);
    worker.batch.number = batches++;
    worker.batch.filled(count, worker.stamp());
    tiny = worker.findsTiny();
    latestStamp = Math.max(latestStamp, worker.stamp());
    callWorker();
    if (awaitingRoom > 0 && (room.isHalfFree() || worker.batchMax() == 1)) {
      roomMade.signal();
    }
  }

  private void await(StageWorker worker) {
    boolean naps = worker.inStream();
    worker.awaitsInput();
    idle++;
    if (naps) {
      napping++;
      await(NAP_NANOS);
      napping--;
    } else {
      await(workers.patienceNanos());
    }
    idle--;
    called = false;
    worker.comesBack();
  }

  /** Waits for a call, so long at most; 0 for as long as it takes. */
  @SuppressWarnings("WaitNotInLoop") // the loop is in take
  private void await(long nanosMax) {
    if (nanosMax == 0) {
      recordCame.awaitUninterruptibly();
      return;
    }
    try {
      // Whether time is up or a call came: the worker looks again.
      long unused = recordCame.awaitNanos(nanosMax);
    } catch (InterruptedException e) {
      // Left over from the stage's code; who aborts sets a flag as well.
    }
  }

  // ---- The end

  void addProducer() {
    lock();
    try {
      producers++;
    } finally {
      unlock();
    }
  }

  /** One of those who bring records has ended; the last one closes the queue. */
  void producerGone() {
    lock();
    try {
      producers--;
      if (producers == 0) {
        closed = true;
        wakeAll();
      }
    } finally {
      unlock();
    }
  }

  /** Ends it at once; what waited, or was taken and not begun, is left over. */
  void abort() {
    lock();
    try {
      if (!aborted) {
        aborted = true;
        closed = true;
        workers.seizeAll().forEach(this::leaveOver);
        room.removeAll().forEach(this::leaveOver);
        wakeAll();
      }
    } finally {
      unlock();
    }
  }

  /** Has all look again who wait. Under the lock. */
  void wakeAll() {
    recordCame.signalAll();
    roomMade.signalAll();
  }

  /** Whether no worker will ever find anything here again. Under the lock. */
  boolean exhausted() {
    return aborted || (closed && room.isEmpty());
  }

  boolean isAborted() {
    lock();
    try {
      return aborted;
    } finally {
      unlock();
    }
  }

  /** What an abort left; nothing the second time. What comes later goes to the dead letters. */
  List<Object> collectLeftover() {
    lock();
    try {
      collected = aborted;
      List<Object> all = List.copyOf(leftover);
      leftover.clear();
      return all;
    } finally {
      unlock();
    }
  }

  // ---- Figures, under the lock

  QueueFigures figures() {
    return room.figures();
  }

  StageTotals.Size size() {
    return new StageTotals.Size(
        workers.asked(), workers.existing(), room.length(), room.capacity(), room.spilled());
  }
}
