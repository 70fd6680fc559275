package dev.flyball.pool.dispatch;

import dev.flyball.measure.MeterSum;
import dev.flyball.measure.PauseMeter;
import dev.flyball.pool.base.PoolFuture;
import dev.flyball.pool.dispatch.queue.WaitingTask;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The places that workers of a pool have lent because they wait for tasks of the same pool, and the
 * tasks that are handed over with them; what a place is, {@link WorkerRegistry} says.
 *
 * <p>Not thread-safe but for the count of tasks run in place: guarded by the dispatcher's lock.
 * What changes here is published by the registry.
 */
final class LentPlaces {

  private int waits; // workers whose places are lent, since they wait for tasks of this pool
  private int suspects; // workers whose places are lent, since they seem to wait for such tasks
  private final PauseMeter pauses = new PauseMeter(); // of suspects
  private int roomWaits; // workers that wait for room in the queue, and keep their places
  private int peak; // so many stand-ins may stay until they have been idle for long
  private long handedOverTaken;
  private Deque<WaitingTask> handedOver = new ArrayDeque<>(); // and not yet begun
  private final LongAdder inPlace = new LongAdder(); // not guarded

  // ---- Places

  /** All places that are lent. */
  int places() {
    return waits + suspects;
  }

  /** Workers that wait for tasks of this pool. */
  int waits() {
    return waits;
  }

  /** Workers that seem to wait for tasks of this pool. */
  int suspects() {
    return suspects;
  }

  /**
   * A worker lends its place. It is to be published only with what becomes of the place: or a
   * worker that comes meanwhile would take the head of the queue.
   */
  void lend() {
    waits++;
    peak = placesPeak();
  }

  /** So many workers have their places back. */
  void giveBack(int places) {
    waits -= places;
  }

  /** A worker seems to wait for tasks of this pool: its place is lent, and it is not busy. */
  void suspect(Worker worker) {
    worker.suspectStamp = System.nanoTime();
    worker.wasSuspect = true;
    worker.suspect = true;
    suspects++;
    peak = placesPeak();
    pauses.pauses(worker.suspectStamp);
  }

  /** It does no more, or says so itself. */
  void resumes(Worker worker) {
    if (worker.suspect) {
      long nowStamp = System.nanoTime();
      worker.pausedNanos += nowStamp - worker.suspectStamp;
      worker.suspect = false;
      suspects--;
      pauses.goesOn(nowStamp);
    }
  }

  /** How long a worker was a suspect since this was asked last. */
  long takePausedNanos(Worker worker) {
    if (!worker.wasSuspect) {
      return 0;
    }
    long nanos = worker.pausedNanos;
    worker.pausedNanos = 0;
    worker.wasSuspect = false;
    return nanos;
  }

  /** The time in which workers were suspects is no busy time. */
  void addPausesTo(MeterSum sum) {
    pauses.addTo(sum);
  }

  /** For how many places stand-ins may exist. */
  int placesPeak() {
    return Math.max(waits + suspects, peak);
  }

  /** One stand-in has been idle for long. */
  void lowerPeak() {
    peak = Math.max(waits + suspects, peak - 1);
  }

  /** No more stand-ins may stay than there are places lent now. */
  void forgetPeak() {
    peak = waits + suspects;
  }

  /** Workers that wait for room in the queue; they keep their places. */
  int roomWaits() {
    return roomWaits;
  }

  void beginsRoomWait() {
    roomWaits++;
  }

  void endsRoomWait() {
    roomWaits--;
  }

  // ---- Tasks that are handed over

  /** Makes room for so many tasks that are to be handed over. */
  void reserve(int tasks) {
    Deque<WaitingTask> longer = new ArrayDeque<>(handedOver.size() + tasks + 1);
    longer.addAll(handedOver);
    handedOver = longer;
  }

  /** Hands over a task, which is the first to be taken from now on. */
  void handOver(WaitingTask task) {
    handedOver.addFirst(task);
  }

  /** Takes a task back that was handed over; false when a worker has taken it. */
  boolean takeBack(WaitingTask task) {
    return handedOver.remove(task);
  }

  /** That future, where it is handed over; null when it was not, or a worker has taken it. */
  @SuppressWarnings("ReferenceEquality") // that very one
  @Nullable WaitingTask find(PoolFuture<?> future) {
    for (WaitingTask its : handedOver) {
      if (its.task() == future) {
        return its;
      }
    }
    return null;
  }

  /** Takes the task that was handed over last; null where there is none. */
  @Nullable WaitingTask take() {
    WaitingTask first = handedOver.pollFirst();
    handedOverTaken += first == null ? 0 : 1;
    return first;
  }

  /** Tasks that are handed over and not yet begun. */
  int handedOver() {
    return handedOver.size();
  }

  /** Whether there is one. */
  boolean hasHandedOver() {
    return !handedOver.isEmpty();
  }

  /** How many such tasks have been taken so far. */
  long handedOverTaken() {
    return handedOverTaken;
  }

  /** Counts a task that the worker that waited for it had to run itself. */
  void countInPlace() {
    inPlace.increment();
  }

  /** Tasks that were run by a worker that waited for them; any thread. */
  long inPlace() {
    return inPlace.sum();
  }
}
