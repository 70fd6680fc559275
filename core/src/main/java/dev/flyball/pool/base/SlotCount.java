package dev.flyball.pool.base;

/**
 * The number of slots or permits, and its integral over time.
 *
 * <p>Not thread-safe: guarded by its owner's lock.
 */
public final class SlotCount {

  private int limit;
  private double slotNanos;
  private long changedAtNanos;

  public SlotCount(int limit, long nowNanos) {
    this.limit = limit;
    this.changedAtNanos = nowNanos;
  }

  public int limit() {
    return limit;
  }

  /** Changes the limit; returns by how much it grew, negative if it shrank. */
  public long change(int newLimit, long nowNanos) {
    account(nowNanos);
    long more = (long) newLimit - limit;
    limit = newLimit;
    return more;
  }

  /** The time that slots have existed up to now, summed over the slots. */
  public double slotNanos(long nowNanos) {
    account(nowNanos);
    return slotNanos;
  }

  private void account(long nowNanos) {
    slotNanos += (double) limit * (nowNanos - changedAtNanos);
    changedAtNanos = nowNanos;
  }
}
