package dev.flyball.pool;

/**
 * How many places there are, and how many there were on average.
 *
 * <p>Not thread-safe: guarded by its owner's lock.
 */
final class PlaceCount {

  private int limit;
  private double placeNanos;
  private long changedAtNanos;

  PlaceCount(int limit, long nowNanos) {
    this.limit = limit;
    this.changedAtNanos = nowNanos;
  }

  int limit() {
    return limit;
  }

  /** Changes the limit; how many places there are more now, or fewer. */
  long change(int newLimit, long nowNanos) {
    account(nowNanos);
    long more = (long) newLimit - limit;
    limit = newLimit;
    return more;
  }

  /** The time that places have existed up to now, summed. */
  double placeNanos(long nowNanos) {
    account(nowNanos);
    return placeNanos;
  }

  private void account(long nowNanos) {
    placeNanos += (double) limit * (nowNanos - changedAtNanos);
    changedAtNanos = nowNanos;
  }
}
