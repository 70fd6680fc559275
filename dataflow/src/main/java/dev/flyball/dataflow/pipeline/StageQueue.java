package dev.flyball.dataflow.pipeline;

import dev.flyball.dataflow.pipeline.StageMeter.Phase;
import dev.flyball.dataflow.pipeline.completion.Outcome;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The bounded queue of one stage, between the producers that put records and the workers that take
 * them.
 *
 * <p><b>How is it designed, and why?</b> One lock, held for as long as it takes to copy a batch.
 * Threads are woken sparingly, because waking is the largest cost: see {@link IdleWorkers} and
 * {@link RoomSeekers}. The {@link WaitingRoom} handles records for which there is no room.
 *
 * <p><b>States.</b> Open - closed (every producer has ended; workers leave when it is empty) -
 * aborted (workers leave; further records are left over).
 *
 * <p><b>Shared state.</b> The lock guards everything, including the parts named above and the
 * {@link StageWorkers}. No user code is called with it held, except that of the {@link Spill}: what
 * users are told is written down under it, and told without.
 *
 * <p><b>Guarantees.</b> Records are taken in the order in which they came. Each record that is put
 * is accepted, dropped where that is the rule, left over, or a dead letter, exactly one of these,
 * whatever is thrown.
 */
final class StageQueue {

  private final String stage;
  private final DeadLetterOffice office;
  private final StageWorkers workers;

  private final SpinningReentrantLock lock = new SpinningReentrantLock();

  // Guarded by lock.
  private final WaitingRoom room;
  private final IdleWorkers idle = new IdleWorkers(lock.newCondition());
  private final RoomSeekers seekers = new RoomSeekers(lock.newCondition());
  private final ArrivalClock clock = new ArrivalClock();
  private final QueueEnd end = new QueueEnd();
  private long turns;

  StageQueue(StagePlan<?, ?> plan, DeadLetterOffice office, StageWorkers workers) {
    this.stage = plan.name;
    this.office = office;
    this.workers = workers;
    this.room = new WaitingRoom(plan, office);
  }

  void lock() {
    lock.lock();
  }

  /** Lets the lock go; what users are to be told is told now. */
  void unlock() {
    List<Runnable> toTell = List.of();
    try {
      toTell = room.takeToTell();
    } finally {
      lock.unlock();
    }
    if (!toTell.isEmpty()) {
      toTell.forEach(Runnable::run);
    }
  }

  // ---- Records in

  /** Brings a record from outside if that needs no waiting; whether it was taken in. */
  boolean offer(Object record) {
    lock();
    try {
      if (end.closed()) {
        return false;
      }
      if (room.mustWait()) {
        room.figures().refused();
        return false;
      }
      boolean taken = room.admit(record, clock.stamp(room.length() == 0));
      idle.call(room);
      return taken;
    } finally {
      unlock();
    }
  }

  /** Brings a record from outside, waiting for room; false when the queue is closed. */
  boolean put(Object record) throws InterruptedException {
    lock();
    try {
      while (!end.closed() && room.mustWait()) {
        seekers.await(room);
      }
      if (end.closed()) {
        return false;
      }
      room.admit(record, clock.stamp(room.length() == 0));
      idle.call(room);
      seekers.passOn(room);
      return true;
    } finally {
      unlock();
    }
  }

  /**
   * Brings what a worker of another stage has emitted, and waits for room where that is the rule.
   * Never throws; records that something fails on are dead letters of this stage.
   *
   * @param records where they are, from the beginning; these places are empty afterwards
   * @param count how many
   * @param stamp the clock's reading now
   * @param meter of that worker; is told of waits
   * @return false when the pipeline was aborted; then the records are left over
   */
  boolean putAll(@Nullable Object[] records, int count, long stamp, StageMeter meter) {
    try {
      return bring(records, count, stamp, meter);
    } catch (Throwable e) {
      office.sendAll(stage, records, count, e);
      return true;
    }
  }

  private boolean bring(@Nullable Object[] records, int count, long stamp, StageMeter meter) {
    lock();
    try {
      int admitted = admit(records, 0, count, stamp);
      if (admitted < count && !end.aborted()) {
        admitted = admitWaiting(records, admitted, count, meter);
      }
      for (int i = admitted; i < count; i++) {
        end.leaveOver(WaitingRoom.present(records[i]), room);
        records[i] = null;
      }
      return admitted == count;
    } finally {
      unlock();
    }
  }

  private int admit(@Nullable Object[] records, int from, int to, long stamp) {
    if (end.aborted()) {
      return 0;
    }
    int admitted = room.admit(records, from, to, stamp);
    idle.call(room);
    return admitted;
  }

  /** Takes in the rest as room is made; returns how many are in then: all, unless aborted. */
  private int admitWaiting(@Nullable Object[] records, int from, int to, StageMeter meter) {
    int admitted = from;
    meter.enter(Phase.AWAITS_ROOM, System.nanoTime());
    try {
      while (admitted < to && !end.aborted()) {
        seekers.awaitUninterruptibly();
        admitted += admit(records, admitted, to, System.nanoTime());
      }
    } finally {
      meter.enter(Phase.BUSY, System.nanoTime());
      seekers.passOn(room);
    }
    return admitted;
  }

  // ---- Records out

  /** What a worker is to do next. */
  enum Next {
    /** Work on the batch, which was filled. */
    WORK,
    /** Deliver, in the turn that the batch has, what the stage's instance holds. */
    FLUSH,
    /** Leave; unless aborted, the batch has the turn in which to deliver what is still held. */
    LEAVE
  }

  /** Fills the worker's batch, waiting until it can, or until something else is to be done. */
  Next take(StageWorker worker) {
    lock();
    try {
      room.delivered(worker, worker.held().takenSinceFlush());
      while (!end.aborted() && !workers.tooMany()) {
        room.takeBack(worker.batchMax(), worker.keys());
        if (room.ready(worker.keys()) == 0) {
          workers.takeBackStale(worker, room);
        }
        if (room.ready(worker.keys()) > 0) {
          hand(worker);
          return Next.WORK;
        }
        if (workers.seizeFor(worker)) {
          return Next.WORK;
        }
        long patienceNanos = workers.patienceNanos();
        if (room.hasToTell()) {
          tell(); // there may be more to take back
        } else if (end.closed() && patienceNanos == 0 && room.isEmpty()) {
          break;
        } else if (worker.held().isDueBeforeWait(worker.stamp())) {
          worker.batch.turn = turns++;
          return Next.FLUSH;
        } else {
          idle.await(worker, worker.held().waitNanos(patienceNanos, worker.stamp()));
        }
      }
      leave(worker);
      return Next.LEAVE;
    } finally {
      unlock();
    }
  }

  private void hand(StageWorker worker) {
    int share = (room.ready(worker.keys()) + workers.alive() - 1) / workers.alive();
    int count = Math.min(worker.batchMax(), share);
    room.moveTo(worker.batch, count, worker.keys());
    worker.batch.turn = turns++;
    worker.batch.filled(count, worker.stamp());
    clock.taken(worker);
    if (exhausted()) {
      idle.callAll(); // workers that waited for a key may leave
    } else {
      idle.call(room);
    }
    seekers.taken(room, worker.batchMax());
  }

  private void tell() {
    unlock();
    lock();
  }

  /** A worker has ended: what came of its records is delivered. Under the lock. */
  void left(StageWorker worker) {
    room.delivered(worker, 0);
    idle.call(room);
  }

  private void leave(StageWorker worker) {
    workers.leaving(worker);
    if (!end.aborted()) {
      worker.batch.turn = turns++;
    }
    idle.call(room);
  }

  // ---- The end

  void addProducer() {
    lock();
    try {
      end.addProducer();
    } finally {
      unlock();
    }
  }

  /** Records that a producer has ended; the last one closes the queue. */
  void producerGone() {
    lock();
    try {
      if (end.producerGone()) {
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
      if (end.abort()) {
        workers.seizeAll().forEach(record -> end.leaveOver(record, room));
        room.removeAll().forEach(record -> end.leaveOver(record, room));
        wakeAll();
      }
    } finally {
      unlock();
    }
  }

  /** Wakes all waiting threads, so that they look again. Under the lock. */
  void wakeAll() {
    idle.callAll();
    seekers.callAll();
  }

  /** Whether no worker will ever find anything here again. Under the lock. */
  boolean exhausted() {
    return end.aborted() || (end.closed() && room.isEmpty());
  }

  boolean isAborted() {
    lock();
    try {
      return end.aborted();
    } finally {
      unlock();
    }
  }

  /** What an abort left; nothing the second time. What comes later goes to the dead letters. */
  List<Object> collectLeftover() {
    List<Object> left;
    lock();
    try {
      left = end.collect();
    } finally {
      unlock();
    }
    left.forEach(record -> Tracked.end(record, Outcome.ABORTED));
    return left.stream().map(Tracked::bare).toList();
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
