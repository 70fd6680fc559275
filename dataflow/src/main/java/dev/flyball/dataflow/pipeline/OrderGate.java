package dev.flyball.dataflow.pipeline;

import dev.flyball.dataflow.pipeline.StageMeter.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The gate at which the workers of an ordered stage deliver, in the order in which they took their
 * batches.
 *
 * <p>Turns are numbered from 0 as batches are taken, and as workers leave. The worker whose turn it
 * is delivers, piece by piece as records are emitted if there are many, and then delivers all
 * finished batches that follow. A worker that comes too early leaves its output in one of {@value
 * #PARCELS_MAX} places and goes on with its next batch. If its place is taken, or it has emitted
 * too much to keep, it waits, which counts as waiting for room.
 *
 * <p><b>Assumes</b> that each turn is brought to {@link #deliver} in the end, whatever failed.
 *
 * <p><b>Guarantees.</b> One worker delivers at a time, so order holds for each output. Each batch
 * that is brought is delivered before the last worker has left: the delivering worker looks again
 * under the lock before it stops. <b>Progress:</b> the worker whose turn it is never waits here, so
 * the other workers go on when it has come. After an abort no worker waits. No user code runs under
 * the lock.
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

  /** Delivers what a worker emitted in that turn as soon as it has come, and ends the turn. */
  void deliver(long turn, Outbox outbox, StageMeter meter) {
    if (isEarly(turn, outbox, meter)) {
      return;
    }
    Outbox.Parcel parcel;
    try {
      outbox.deliverAll();
    } finally {
      parcel = advance();
    }
    while (parcel != null) {
      outbox.deliver(parcel);
      parcel = advance();
    }
  }

  /** Whether that turn has not come; then what was emitted is here, after a wait for its place. */
  private boolean isEarly(long turn, Outbox outbox, StageMeter meter) {
    lock.lock();
    try {
      await(turn - PARCELS_MAX + 1, meter);
      if (turn == next || aborted) {
        return false;
      }
      early[place(turn)] = outbox.detach();
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Whether it is that turn; from then on until it is delivered. */
  boolean isTurn(long turn) {
    lock.lock();
    try {
      return turn == next || aborted;
    } finally {
      lock.unlock();
    }
  }

  /** Waits until it is that turn. */
  void awaitTurn(long turn, StageMeter meter) {
    lock.lock();
    try {
      await(turn, meter);
    } finally {
      lock.unlock();
    }
  }

  private void await(long turn, StageMeter meter) {
    if (next >= turn || aborted) {
      return;
    }
    meter.enter(Phase.AWAITS_ROOM, System.nanoTime());
    try {
      while (next < turn && !aborted) {
        moved.awaitUninterruptibly();
      }
    } finally {
      meter.enter(Phase.BUSY, System.nanoTime());
    }
  }

  /** The next turn; what was left here of it, or null when it has not been brought yet. */
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

  private static int place(long turn) {
    return (int) (turn % PARCELS_MAX);
  }

  /** Order is of no matter any more; what is here, to be delivered so that it is left over. */
  List<Outbox.Parcel> abort() {
    List<Outbox.Parcel> parcels = new ArrayList<>();
    lock.lock();
    try {
      aborted = true;
      moved.signalAll();
      for (int i = 0; i < PARCELS_MAX; i++) {
        Outbox.Parcel parcel = early[i];
        early[i] = null;
        if (parcel != null) {
          parcels.add(parcel);
        }
      }
    } finally {
      lock.unlock();
    }
    return parcels;
  }
}
