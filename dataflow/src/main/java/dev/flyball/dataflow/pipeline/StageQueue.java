package dev.flyball.dataflow.pipeline;

import dev.flyball.dataflow.pipeline.StageMeter.Phase;
import dev.flyball.dataflow.pipeline.completion.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
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
  private final Consumer<AsyncCall> afterAbort; // is given a call that ends then

  private final SpinningReentrantLock lock = new SpinningReentrantLock();

  // Guarded by lock.
  private final WaitingRoom room;
  private final @Nullable AsyncCalls calls; // of an asynchronous stage
  private final IdleWorkers idle = new IdleWorkers(lock.newCondition());
  private final RoomSeekers seekers = new RoomSeekers(lock.newCondition());
  private final ArrivalClock clock = new ArrivalClock();
  private final QueueEnd end = new QueueEnd();
  private long turns;
  private final List<EntrySubscriber<?>> subscribers = new ArrayList<>(0);
  private List<AsyncCall> endedByAbort = new ArrayList<>();

  private final Optional<Retry> retry;

  StageQueue(
      StagePlan<?, ?> plan,
      DeadLetterOffice office,
      StageWorkers workers,
      Consumer<AsyncCall> afterAbort) {
    this.afterAbort = afterAbort;
    this.stage = plan.name;
    this.office = office;
    this.workers = workers;
    this.room = new WaitingRoom(plan, office);
    this.calls = plan.async.map(async -> new AsyncCalls(plan, async, this)).orElse(null);
    this.retry = plan.retry;
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
      if (end.refuses()) {
        return false;
      }
      if (room.mustWait()) {
        room.figures().refused();
        return false;
      }
      boolean taken = room.admit(record, clock.stamp(room.length() == 0));
      callIdle();
      return taken;
    } finally {
      unlock();
    }
  }

  /** Brings a record from outside, waiting for room; false when none is taken in from there. */
  boolean put(Object record) throws InterruptedException {
    lock();
    try {
      while (!end.refuses() && room.mustWait()) {
        seekers.await(room);
      }
      if (end.refuses()) {
        return false;
      }
      room.admit(record, clock.stamp(room.length() == 0));
      callIdle();
      seekers.passOn(room);
      return true;
    } finally {
      unlock();
    }
  }

  // ---- Records in that were asked for

  void addSubscriber(EntrySubscriber<?> subscriber) {
    lock();
    try {
      subscribers.add(subscriber);
    } finally {
      unlock();
    }
  }

  /** A subscriber takes no more records; the room that was kept for it is free. How much it was. */
  int removeSubscriber(EntrySubscriber<?> subscriber) {
    lock();
    try {
      subscribers.remove(subscriber);
      int places = subscriber.asked;
      room.unkeep(places);
      subscriber.asked = 0;
      seekers.passOn(room);
      if (places > 0) {
        settleHungry();
      }
      return places;
    } finally {
      unlock();
    }
  }

  /** Keeps room for records that a subscriber then asks for, so many at most; how many. */
  int keepRoom(EntrySubscriber<?> subscriber, int most) {
    lock();
    try {
      int more = end.refuses() || !subscribers.contains(subscriber) ? 0 : room.keep(most);
      int before = subscriber.asked;
      subscriber.asked = before + more;
      return more;
    } finally {
      unlock();
    }
  }

  /**
   * Brings a record that a subscriber has asked for; false when the queue is closed, or the
   * subscriber takes no more records. Then it is a dead letter.
   */
  boolean putKept(Object record, EntrySubscriber<?> subscriber) {
    lock();
    try {
      int asked = subscriber.asked;
      if (end.refuses() || asked == 0) {
        room.addLetter(
            Optional.of(Tracked.bare(record)),
            new RejectedExecutionException("a record came when nothing is taken in"));
        return false;
      }
      subscriber.asked = asked - 1;
      room.admitKept(record, clock.stamp(room.length() == 0));
      callIdle();
      return true;
    } finally {
      unlock();
    }
  }

  /** The maximum number of waiting records. */
  int capacity() {
    return room.capacity();
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
    callIdle();
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
      deliveredAll(worker, worker.held().takenSinceFlush());
      while (!end.aborted() && !workers.tooMany()) {
        room.takeBack(worker.batchMax(), worker.keys());
        if (calls == null && room.ready(worker.keys()) == 0) {
          workers.takeBackStale(worker, room);
        }
        if (isReady(worker.keys())) {
          hand(worker);
          return Next.WORK;
        }
        if (workers.seizeFor(worker)) {
          return Next.WORK;
        }
        long patienceNanos = workers.patienceNanos();
        if (room.hasToTell()) {
          tell(); // there may be more to take back
        } else if (end.closed() && patienceNanos == 0 && nothingLeft()) {
          break;
        } else if (worker.held().isDueBeforeWait(worker.stamp())) {
          worker.batch.turn = turns++;
          return Next.FLUSH;
        } else {
          callIdle(); // what it has taken back may be for another one
          idle.await(worker, worker.held().waitNanos(patienceNanos, worker.stamp()));
        }
      }
      leave(worker);
      return Next.LEAVE;
    } finally {
      unlock();
    }
  }

  private boolean isReady(KeyHold keys) {
    return calls == null
        ? room.ready(keys) > 0
        : calls.anyDue() || (calls.room() > 0 && room.ready(keys) > 0);
  }

  /** Calls a worker if there is something that any worker may take. */
  private void callIdle() {
    boolean any =
        calls == null ? room.anyReady() : calls.anyDue() || (calls.room() > 0 && room.anyReady());
    idle.call(room, any);
  }

  private boolean nothingLeft() {
    return room.isEmpty() && (calls == null || calls.isEmpty());
  }

  /** What a worker emitted for all but the last of its records is delivered. */
  private void deliveredAll(StageWorker worker, int allBut) {
    room.delivered(worker.keys(), allBut);
    worker.finished().forEach(call -> room.delivered(call.keys, 0));
    worker.finished().clear();
  }

  private int move(StageWorker worker) {
    int share = (room.ready(worker.keys()) + workers.alive() - 1) / workers.alive();
    int count = Math.min(worker.batchMax(), share);
    if (calls == null) {
      room.moveTo(worker.batch, count, worker.keys());
      return count;
    }
    int due = calls.moveDueTo(worker, worker.batchMax());
    return due > 0 ? due : calls.moveNewTo(worker, count, room);
  }

  private void hand(StageWorker worker) {
    int count = move(worker);
    worker.batch.turn = turns++;
    worker.batch.filled(count, worker.stamp());
    clock.taken(worker);
    if (exhausted()) {
      idle.callAll(); // workers that waited for a key may leave
    } else {
      callIdle();
    }
    seekers.taken(room, worker.batchMax());
    if (!subscribers.isEmpty() && seekers.areDue(room, worker.batchMax())) {
      settleHungry();
    }
  }

  /**
   * There is room: subscribers that have asked for little are to look whether they ask for more.
   */
  private void settleHungry() {
    subscribers.stream().filter(EntrySubscriber::isHungry).forEach(room::addSettling);
  }

  private void tell() {
    unlock();
    lock();
  }

  /** A worker has ended: what came of its records is delivered. Under the lock. */
  void left(StageWorker worker) {
    deliveredAll(worker, 0);
    callIdle();
  }

  private void leave(StageWorker worker) {
    workers.leaving(worker);
    if (!end.aborted()) {
      worker.batch.turn = turns++;
    }
    callIdle();
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

  /** No record comes from outside any more; those that wait for room to bring one are refused. */
  void entryGone() {
    lock();
    try {
      end.entryGone();
      wakeAll();
    } finally {
      unlock();
    }
  }

  /** Ends it at once; what waited, or was taken and not begun, is left over. */
  void abort() {
    lock();
    try {
      if (end.abort()) {
        workers.seizeAll().forEach(this::leaveOver);
        if (calls != null) {
          endedByAbort.addAll(calls.removeAll());
        }
        room.removeAll().forEach(record -> end.leaveOver(record, room));
        wakeAll();
      }
    } finally {
      unlock();
    }
  }

  /** A record that was taken and not begun is left over; a call that has ended is not. */
  private void leaveOver(Object taken) {
    if (!(taken instanceof AsyncCall call)) {
      end.leaveOver(taken, room);
    } else if (calls != null && calls.remove(call) && call.attempts() == 0) {
      end.leaveOver(call.record, room);
    } else {
      endedByAbort.add(call);
    }
  }

  /** Wakes all waiting threads, so that they look again. Under the lock. */
  void wakeAll() {
    idle.callAll();
    seekers.callAll();
  }

  /** Whether no worker will ever find anything here again. Under the lock. */
  boolean exhausted() {
    return end.aborted() || (end.closed() && nothingLeft());
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

  // ---- Calls of an asynchronous stage

  /** An attempt at a call has ended; called by any thread, once or, by mistake, more often. */
  void ended(AsyncCall call, int attempt, @Nullable Object value, @Nullable Throwable thrown) {
    Throwable failure = AsyncCall.unwrapped(thrown);
    boolean again = failure != null && retry.isPresent() && retry.get().again(attempt, failure);
    boolean aborted;
    lock();
    try {
      if (!call.ends(attempt)) {
        return;
      }
      call.note(failure == null ? value : null, failure);
      aborted = end.aborted();
      if (!aborted && calls != null && !again) {
        calls.finished(call);
        callIdle();
      }
    } finally {
      unlock();
    }
    if (aborted) {
      afterAbort.accept(call);
    } else if (again) {
      long nanos = retry.orElseThrow().pauseBefore(attempt).toNanos();
      CompletableFuture.delayedExecutor(nanos, TimeUnit.NANOSECONDS, Runnable::run)
          .execute(() -> again(call));
    }
  }

  private void again(AsyncCall call) {
    lock();
    try {
      if (calls != null) {
        calls.again(call);
        callIdle();
      }
    } finally {
      unlock();
    }
  }

  /** The record of a call that is given up. */
  Object giveUp(AsyncCall call) {
    lock();
    try {
      if (calls != null) {
        calls.remove(call);
      }
      room.delivered(call.keys, 0);
    } finally {
      unlock();
    }
    return call.record;
  }

  /** The calls that an abort found; nothing the second time. */
  List<AsyncCall> collectCalls() {
    lock();
    try {
      List<AsyncCall> all = endedByAbort;
      endedByAbort = new ArrayList<>();
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
