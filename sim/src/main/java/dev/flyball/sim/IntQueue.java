package dev.flyball.sim;

/** Numbers, first in first out, in a ring that grows. */
public final class IntQueue {

  private int[] ring = new int[16];
  private int head;
  private int size;

  public boolean isEmpty() {
    return size == 0;
  }

  public int size() {
    return size;
  }

  public void add(int item) {
    if (size == ring.length) {
      grow();
    }
    ring[(head + size) & (ring.length - 1)] = item;
    size++;
  }

  public int remove() {
    int first = ring[head];
    head = (head + 1) & (ring.length - 1);
    size--;
    return first;
  }

  /** Takes an item out, wherever it is; false when it is not there. */
  public boolean remove(int item) {
    for (int i = 0; i < size; i++) {
      if (ring[(head + i) & (ring.length - 1)] == item) {
        for (int j = i; j < size - 1; j++) {
          ring[(head + j) & (ring.length - 1)] = ring[(head + j + 1) & (ring.length - 1)];
        }
        size--;
        return true;
      }
    }
    return false;
  }

  private void grow() {
    int[] larger = new int[2 * ring.length];
    int tail = ring.length - head;
    System.arraycopy(ring, head, larger, 0, tail);
    System.arraycopy(ring, 0, larger, tail, head);
    ring = larger;
    head = 0;
  }
}
