package dev.flyball.dataflow.pipeline;

/**
 * The clock for the arrival of records from outside. Guarded by the lock of their queue.
 *
 * <p>Where workers empty the queue of tiny records, and it is not empty, the clock is read for one
 * in {@value #ONE_STAMP_IN} only; the others take the latest reading that is known, which then is
 * younger than a batch.
 */
final class ArrivalClock {

  private static final int ONE_STAMP_IN = 16;

  private boolean tiny; // the last worker that took records found them tiny
  private long latestStamp = System.nanoTime(); // the latest reading, as far as known
  private int borrowed;

  /** When the record comes that is brought now. */
  long stamp(boolean queueIsEmpty) {
    borrowed = (borrowed + 1) % ONE_STAMP_IN;
    if (borrowed == 0 || !tiny || queueIsEmpty) {
      latestStamp = System.nanoTime();
    }
    return latestStamp;
  }

  /** A worker takes records; its last reading of the clock is known here now. */
  void taken(StageWorker worker) {
    tiny = worker.findsTiny();
    latestStamp = Math.max(latestStamp, worker.stamp());
  }
}
