package dev.flyball.dataflow.pipeline;

import dev.flyball.dataflow.pipeline.StageMeter.Phase;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Where the workers of an ordered stage deliver: in the order in which they took their batches.
 *
 * <p>Batches are numbered from 0 as they are taken. Whose batch is the next delivers it, and then
 * all that follow it and are done. Who comes too early leaves what it has in one of {@value
 * #PARCELS_MAX} places and goes on with its next batch; when it is so early that its place is
 * taken, it waits, which is counted as waiting for room.
 *
 * <p><b>Guarantees.</b> One worker delivers at a time, so order holds for each output. Each batch
 * that is brought is delivered before the last worker has left: the one that delivers looks again
 * under the lock before it stops. <b>Progress:</b> the worker whose batch is next never waits here,
 * so the others go on when it has come. After an abort nobody waits.
 */
final class OrderGate {

  /** How many batches may be done before their turn. */
  static final int PARCELS_MAX = 64;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition moved = lock.newCondition();

  // Guarded by lock.
  private final Outbox.@Nullable Parcel[] early = new Outbox.@Nullable Parcel[PARCELS_MAX];
  private long next;
  private boolean aborted;

  /** Delivers what a worker emitted on that batch as soon as it is its turn. */
  void deliver(long number, Outbox outbox, StageMeter meter) {
    if (!isTurn(number, outbox, meter)) {
      return;
    }
    outbox.deliver();
    for (Outbox.Parcel parcel = advance(); parcel != null; parcel = advance()) {
      outbox.deliver(parcel);
    }
  }

  /** Whether it is; otherwise what was emitted stays here, after a wait for its place. */
  private boolean isTurn(long number, Outbox outbox, StageMeter meter) {
    lock.lock();
    try {
      if (number - next >= PARCELS_MAX && !aborted) {
        meter.enter(Phase.AWAITS_ROOM, System.nanoTime());
        while (number - next >= PARCELS_MAX && !aborted) {
          moved.awaitUninterruptibly();
        }
        meter.enter(Phase.BUSY, System.nanoTime());
      }
      if (number == next || aborted) {
        return true;
      }
      early[place(number)] = outbox.detach();
      return false;
    } finally {
      lock.unlock();
    }
  }

  /** The next batch's turn; what was left here of it, or null when it has not come yet. */
  private Outbox.@Nullable Parcel advance() {
    lock.lock();
    try {
      next++;
      Outbox.Parcel parcel = early[place(next)];
      early[place(next)] = null;
      moved.signalAll();
      return parcel;
    } finally {
      lock.unlock();
    }
  }

  private static int place(long number) {
    return (int) (number % PARCELS_MAX);
  }

  /** Order is of no matter any more: what is here goes where it was to go, to be left over. */
  void abort(Outbox deliverer) {
    lock.lock();
    try {
      aborted = true;
      moved.signalAll();
      for (int i = 0; i < PARCELS_MAX; i++) {
        Outbox.Parcel parcel = early[i];
        early[i] = null;
        if (parcel != null) {
          deliverer.deliver(parcel);
        }
      }
    } finally {
      lock.unlock();
    }
  }
}
