package dev.flyball.pool.base;

/**
 * How many places there are, and how many there were on average.
 *
 * <p>Not thread-safe: guarded by its owner's lock.
 */
public final class PlaceCount {

  private int limit;
  private double placeNanos;
  private long changedAtNanos;

  public PlaceCount(int limit, long nowNanos) {
    this.limit = limit;
    this.changedAtNanos = nowNanos;
  }

  public int limit() {
    return limit;
  }

  /** Changes the limit; how many places there are more now, or fewer. */
  public long change(int newLimit, long nowNanos) {
    account(nowNanos);
    long more = (long) newLimit - limit;
    limit = newLimit;
    return more;
  }

  /** The time that places have existed up to now, summed. */
  public double placeNanos(long nowNanos) {
    account(nowNanos);
    return placeNanos;
  }

  private void account(long nowNanos) {
    placeNanos += (double) limit * (nowNanos - changedAtNanos);
    changedAtNanos = nowNanos;
  }
}
