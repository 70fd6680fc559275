package dev.flyball.dataflow.pipeline;

import dev.flyball.dataflow.network.Overflow;
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
 * <p><b>Who may touch what.</b> All is guarded by the lock, the {@link StageWorkers} included. No
 * code of the user's is called with it held, but that of the {@link Spill}.
 *
 * <p><b>Guarantees.</b> Records are taken in the order in which they came: while some are put aside
 * those that come are put behind them. While a record waits and a worker waits for one, a worker is
 * on its way, or naps. While there is room for half the queue and somebody waits for room, one is on its
 * way.
 */
final class StageQueue {

  private static final int LOCK_TRIES = 64;

  private static final int ONE_STAMP_IN = 16;

  /** How long a worker sleeps that has just emptied the queue of a dense stream. */
  private static final long NAP_NANOS = 20_000;

  private final String stage;
  private final Overflow overflow;
  private final Optional<Spill<Object>> spill;
  private final DeadLetterOffice office;
  private final StageWorkers workers;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition recordCame = lock.newCondition();
  private final Condition roomMade = lock.newCondition();

  // Guarded by lock.
  private final RecordRing ring;
  private final QueueFigures figures = new QueueFigures();
  private final List<Object> leftover = new ArrayList<>();
  private List<DeadLetter> letters = new ArrayList<>();
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
    this.stage = plan.name;
    this.overflow = plan.overflow;
    this.spill = plan.spill;
    this.office = office;
    this.workers = workers;
    this.ring = new RecordRing(plan.queueCapacity);
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
    if (letters.isEmpty()) {
      lock.unlock();
      return;
    }
    List<DeadLetter> toSend = letters;
    letters = new ArrayList<>();
    lock.unlock();
    toSend.forEach(office::send);
  }

  // ---- Records in

  /** Brings a record from outside if that needs no waiting; whether it was taken in. */
  boolean offer(Object record) {
    lock();
    try {
      if (closed) {
        return false;
      }
      if (overflow == Overflow.BLOCK && ring.room() == 0) {
        figures.refused();
        return false;
      }
      boolean dropped = overflow == Overflow.DROP_NEW && ring.room() == 0;
      admitOne(record, arrivalStamp());
      return !dropped;
    } finally {
      unlock();
    }
  }

  /** Brings a record from outside, waiting for room; false when the queue is closed. */
  boolean put(Object record) throws InterruptedException {
    lock();
    try {
      while (!closed && overflow == Overflow.BLOCK && ring.room() == 0) {
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
      if (closed) {
        return false;
      }
      admitOne(record, arrivalStamp());
      passRoomOn();
      return true;
    } finally {
      unlock();
    }
  }

  /**
   * When a record from outside comes. Where workers empty the queue at tiny records, and it is not
   * empty, the clock is read for one in {@value #ONE_STAMP_IN} only; the others take the latest
   * reading that is known, which then is younger than a batch.
   */
  private long arrivalStamp() {
    stampsBorrowed = (stampsBorrowed + 1) % ONE_STAMP_IN;
    if (stampsBorrowed == 0 || !tiny || ring.length() == 0) {
      latestStamp = System.nanoTime();
    }
    return latestStamp;
  }

  private void admitOne(Object record, long stamp) {
    figures.arrived(1, stamp);
    if (ring.room() > 0 && spilledNow() == 0) {
      ring.add(record, stamp);
      callWorker();
    } else {
      overflow(record, stamp);
    }
  }

  /** What becomes of a record for which there is no room; never of one that may wait. */
  private void overflow(Object record, long stamp) {
    switch (overflow) {
      case DROP_NEW -> figures.dropped(1);
      case DROP_OLD -> {
        ring.remove();
        figures.dropped(1);
        ring.add(record, stamp);
      }
      case SPILL -> putAside(record);
      case BLOCK -> throw new IllegalStateException("who brings to a full queue must wait");
    }
  }

  private void putAside(Object record) {
    try {
      spill.orElseThrow().append(record);
      figures.spilled();
      callWorker();
    } catch (Exception e) {
      figures.unspillable();
      letters.add(office.letter(stage, Optional.of(record), e));
    }
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
      long now = stamp;
      int admitted = admit(records, 0, count, now);
      if (admitted < count && !aborted) {
        meter.enter(StageMeter.Phase.AWAITS_ROOM, now);
        while (admitted < count && !aborted) {
          awaitingRoom++;
          roomMade.awaitUninterruptibly();
          awaitingRoom--;
          now = System.nanoTime();
          admitted += admit(records, admitted, count, now);
        }
        meter.enter(StageMeter.Phase.BUSY, now);
        passRoomOn();
      }
      for (int i = admitted; i < count; i++) {
        leaveOver(records[i]);
      }
      return admitted == count;
    } finally {
      unlock();
    }
  }

  /** Takes in as many as may be; returns how many. */
  private int admit(@Nullable Object[] records, int from, int to, long stamp) {
    if (aborted) {
      return 0;
    }
    int fitting = spilledNow() > 0 ? 0 : Math.min(to - from, ring.room());
    if (fitting > 0) {
      figures.arrived(fitting, stamp);
      ring.addAll(records, from, fitting, stamp);
      callWorker();
    }
    if (overflow == Overflow.BLOCK) {
      return fitting;
    }
    for (int i = from + fitting; i < to; i++) {
      figures.arrived(1, stamp);
      overflow(present(records[i]), stamp);
    }
    return to - from;
  }

  private static Object present(@Nullable Object record) {
    if (record == null) {
      throw new IllegalStateException("a record must be there but was not");
    }
    return record;
  }

  private void leaveOver(@Nullable Object record) {
    if (collected) {
      letters.add(
          office.letter(
              stage, Optional.of(present(record)), new CancellationException("aborted")));
    } else {
      leftover.add(present(record));
    }
  }

  private void callWorker() {
    boolean allNap = napping == idle && 2 * ring.length() < ring.capacity();
    if (idle > 0 && !called && !allNap) {
      called = true;
      recordCame.signal();
    }
  }

  /** Who has found room calls the next who waits for it, when some is left. */
  private void passRoomOn() {
    if (awaitingRoom > 0 && ring.room() > 0) {
      roomMade.signal();
    }
  }

  // ---- Records out

  /** Fills the worker's batch, waiting until it can; false when the worker has to leave. */
  boolean take(StageWorker worker) {
    lock();
    try {
      while (!mustLeave()) {
        fillFromAside();
        if (ring.length() > 0) {
          hand(worker);
          return true;
        }
        if (closed && spilledNow() == 0) {
          break;
        }
        if (workers.seizeFor(worker)) {
          return true;
        }
        await(worker);
      }
      workers.leaving();
      callNext();
      return false;
    } finally {
      unlock();
    }
  }

  private boolean mustLeave() {
    return aborted || workers.tooMany();
  }

  private void hand(StageWorker worker) {
    int share = (ring.length() + workers.alive() - 1) / workers.alive();
    int count = Math.min(worker.batchMax(), share);
    ring.moveTo(worker.batch, count);
    worker.batch.number = batches++;
    tiny = worker.findsTiny();
    latestStamp = Math.max(latestStamp, worker.stamp());
    worker.batch.filled(count, worker.stamp());
    callNext();
    if (awaitingRoom > 0 && (ring.length() <= ring.capacity() / 2 || worker.batchMax() == 1)) {
      roomMade.signal();
    }
  }

  private void callNext() {
    if (ring.length() > 0) {
      callWorker();
    }
  }

  private void await(StageWorker worker) {
    boolean naps = worker.inStream();
    worker.awaitsInput();
    idle++;
    if (naps) {
      napping++;
      awaitQuietly(NAP_NANOS);
      napping--;
    } else {
      long patienceNanos = workers.patienceNanos();
      if (patienceNanos > 0) {
        awaitQuietly(patienceNanos);
      } else {
        recordCame.awaitUninterruptibly();
      }
    }
    idle--;
    called = false;
    worker.comesBack();
  }

  private void awaitQuietly(long nanos) {
    try {
      long left = recordCame.awaitNanos(nanos);
      assert left <= nanos;
    } catch (InterruptedException e) {
      // Left over from the stage's code; who aborts sets a flag as well.
    }
  }

  /** Takes back what was put aside as long as there is room. */
  private void fillFromAside() {
    while (spilledNow() > 0 && ring.room() > 0) {
      try {
        ring.add(spill.orElseThrow().remove(), System.nanoTime());
      } catch (Exception e) {
        figures.unspillable();
        letters.add(office.letter(stage, Optional.empty(), e));
      }
    }
  }

  private long spilledNow() {
    return spill.isPresent() ? spill.get().size() : 0;
  }

  // ---- The end

  void addProducer() {
    lock();
    producers++;
    unlock();
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
      if (aborted) {
        return;
      }
      aborted = true;
      closed = true;
      workers.seizeAll().forEach(this::leaveOver);
      while (ring.length() > 0) {
        leaveOver(ring.remove());
      }
      wakeAll();
    } finally {
      unlock();
    }
  }

  void wakeAll() {
    recordCame.signalAll();
    roomMade.signalAll();
  }

  /** Whether no worker will ever find anything here again. Under the lock. */
  boolean exhausted() {
    return aborted || (closed && ring.length() == 0 && spilledNow() == 0);
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
    return figures;
  }

  StageTotals.Size size() {
    return new StageTotals.Size(
        workers.asked(), workers.existing(), ring.length(), ring.capacity(), spilledNow());
  }
}
