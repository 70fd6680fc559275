package dev.flyball.sim;

/** Since when each idle worker is idle: the last one in is the first to work again. */
final class IdleTimes {

  private long[] ring = new long[16];
  private int oldest;
  private int size;

  int size() {
    return size;
  }

  void push(long sinceNanos) {
    if (size == ring.length) {
      grow();
    }
    ring[(oldest + size) & (ring.length - 1)] = sinceNanos;
    size++;
  }

  /** Takes the one that went idle last. */
  void pop() {
    size--;
  }

  /** Takes the one that has been idle longest. */
  void popOldest() {
    oldest = (oldest + 1) & (ring.length - 1);
    size--;
  }

  /** Since when the one is idle that has been so longest. */
  long oldest() {
    return ring[oldest];
  }

  private void grow() {
    long[] larger = new long[2 * ring.length];
    int tail = ring.length - oldest;
    System.arraycopy(ring, oldest, larger, 0, tail);
    System.arraycopy(ring, 0, larger, tail, oldest);
    ring = larger;
    oldest = 0;
  }
}
