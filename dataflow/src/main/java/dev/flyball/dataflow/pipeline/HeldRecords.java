package dev.flyball.dataflow.pipeline;

/**
 * The records that a worker's instance of its stage was given since it was last flushed, and may
 * still hold. The worker's own.
 */
final class HeldRecords {

  private final FlushRule rule;
  private final boolean counted;
  private int count;
  private long firstStamp;

  HeldRecords(FlushRule rule) {
    this.rule = rule;
    this.counted = rule.ever();
  }

  /** The instance is given a record, at about that time. */
  void add(long stamp) {
    if (!counted) {
      return;
    }
    if (count == 0) {
      firstStamp = stamp;
    }
    count++;
  }

  /** Whether there are as many as there may be. */
  boolean isFull() {
    return count >= rule.records();
  }

  /** Whether the first one has been here for as long as it may. */
  boolean isDue(long nowStamp) {
    return count > 0 && nowStamp - firstStamp >= rule.nanos();
  }

  /** Whether they are to be flushed before the worker waits for a record. */
  boolean isDueBeforeWait(long nowStamp) {
    return (rule.idle() && count > 0) || isDue(nowStamp);
  }

  /** How long to wait for a record, where no more than so long; 0 is for as long as it takes. */
  long waitNanos(long nanosMax, long nowStamp) {
    if (count == 0 || rule.nanos() == Long.MAX_VALUE) {
      return nanosMax;
    }
    long left = Math.max(1, rule.nanos() - (nowStamp - firstStamp));
    return nanosMax == 0 ? left : Math.min(nanosMax, left);
  }

  /** They were flushed. */
  void clear() {
    count = 0;
  }
}
