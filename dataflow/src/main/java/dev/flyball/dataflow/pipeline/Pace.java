package dev.flyball.dataflow.pipeline;

/**
 * The number of records that a worker takes at a time, and how it times them, learned from the last
 * batch. The worker's own.
 *
 * <p>A batch grows as long as it is done within {@link #BATCH_NANOS_MAX}, and shrinks in proportion
 * when it was not. Where records take more than {@link #TINY_NANOS}, each is timed; where they take
 * less, one in {@value #SAMPLED_IN}, at a place that changes from batch to batch.
 */
final class Pace {

  static final long BATCH_NANOS_MAX = 100_000;
  static final long TINY_NANOS = 1_000;
  static final int SAMPLED_IN = 16;

  /** So many tiny records without a wait are a stream. */
  private static final int STREAM_RECORDS = 64;

  private int batchMax = 1;
  private boolean eachTimed = true;
  private int sampleAt;
  private long doneSinceWait;

  /** The most records to take at a time. */
  int batchMax() {
    return batchMax;
  }

  /** Whether records take long enough to read the clock for each. */
  boolean eachTimed() {
    return eachTimed;
  }

  /** Another batch begins, of which some are to be sampled. */
  void nextSample() {
    sampleAt = (sampleAt + 7) % SAMPLED_IN; // 7 and 16 share no factor: every place has its turn
  }

  /** Whether the record at that place of the batch is timed. */
  boolean samples(int place) {
    return place % SAMPLED_IN == sampleAt;
  }

  /** Whether tiny records have come in numbers since this was last asked. */
  boolean inStream() {
    boolean dense = !eachTimed && doneSinceWait >= STREAM_RECORDS;
    doneSinceWait = 0;
    return dense;
  }

  /** A batch is done; at least one record, and so long without waits. */
  void learn(int done, long busyNanos) {
    doneSinceWait += done;
    eachTimed = busyNanos > TINY_NANOS * done;
    long fitting = BATCH_NANOS_MAX * done / busyNanos;
    batchMax = (int) Math.max(1, Math.min(fitting, Math.min(2 * batchMax, Batch.SIZE_MAX)));
  }
}
