package dev.flyball.dataflow.pipeline;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The records that one worker has taken from its queue and not worked on yet.
 *
 * <p>The worker claims them one by one, without a lock. A thread that holds the queue's lock may
 * seize the unclaimed records: another worker that is idle, or an aborting thread. A batch is
 * refilled only under that lock, so it stays unchanged during a seizure.
 *
 * <p>Each record is claimed or seized, never both: each is one atomic step on {@code next}.
 */
final class Batch {

  /** The most records that a worker takes at a time. */
  static final int SIZE_MAX = 256;

  /** Larger than any length, and far from an overflow. */
  private static final int SEIZED = 1 << 30;

  private static final VarHandle NEXT;

  static {
    try {
      NEXT = MethodHandles.lookup().findVarHandle(Batch.class, "next", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  final @Nullable Object[] records = new Object[SIZE_MAX];
  final long[] stamps = new long[SIZE_MAX];

  // Written by the worker under the queue's lock; read by it, and by others under that lock.
  private int length;
  private long takenStamp;

  /** In which turn of its stage what comes of it is delivered, from 0; for an ordered stage. */
  long turn = -1;

  /** The next record to claim. */
  @SuppressWarnings("FieldCanBeFinal") // written through NEXT
  private volatile int next = SEIZED;

  /** Makes the first records claimable; called under the queue's lock. */
  void filled(int count, long stamp) {
    length = count;
    takenStamp = stamp;
    NEXT.setRelease(this, 0);
  }

  /** The position of the next record, which from now on is the worker's; -1 when there is none. */
  int claim() {
    int claimed = (int) NEXT.getAndAdd(this, 1);
    return claimed < length ? claimed : -1;
  }

  /** The record at a claimed position; it is forgotten here. */
  Object takeOut(int position) {
    Object record = forget(position);
    if (record == null) {
      throw new IllegalStateException("record " + position + " must be there but was not");
    }
    return record;
  }

  /** The same for a caller that accepts an empty position: null if there is no record. */
  @Nullable Object forget(int position) {
    Object record = records[position];
    records[position] = null;
    return record;
  }

  /** The number of unclaimed records. */
  int unclaimed() {
    return Math.max(0, length - next);
  }

  /** When it was filled. */
  long takenStamp() {
    return takenStamp;
  }

  /** Moves the unclaimed records into another batch; returns how many. Under the lock. */
  int seizeInto(Batch other) {
    int from = (int) NEXT.getAndSet(this, SEIZED);
    int count = Math.max(0, length - from);
    if (count > 0) {
      System.arraycopy(records, from, other.records, 0, count);
      System.arraycopy(stamps, from, other.stamps, 0, count);
      for (int i = from; i < length; i++) {
        records[i] = null;
      }
    }
    return count;
  }

  /** Takes out the unclaimed records. Under the lock. */
  List<Object> seize() {
    int from = (int) NEXT.getAndSet(this, SEIZED);
    List<Object> seized = new ArrayList<>();
    for (int i = from; i < length; i++) {
      seized.add(takeOut(i));
    }
    return seized;
  }
}
