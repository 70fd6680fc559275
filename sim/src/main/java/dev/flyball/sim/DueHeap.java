package dev.flyball.sim;

import java.util.Arrays;

/**
 * Numbers in the order of when they are due: a binary heap without objects.
 *
 * <p>Of two that are due at once either may come first, but always the same one in the same run.
 */
public final class DueHeap {

  private long[] due = new long[16];
  private int[] items = new int[16];
  private int size;

  public boolean isEmpty() {
    return size == 0;
  }

  public int size() {
    return size;
  }

  /** When the first is due; {@link VirtualClock#NEVER} when there is none. */
  public long firstDue() {
    return size == 0 ? VirtualClock.NEVER : due[0];
  }

  public void add(long at, int item) {
    if (size == due.length) {
      due = Arrays.copyOf(due, 2 * size);
      items = Arrays.copyOf(items, 2 * size);
    }
    int hole = size++;
    while (hole > 0) {
      int parent = (hole - 1) >>> 1;
      if (due[parent] <= at) {
        break;
      }
      due[hole] = due[parent];
      items[hole] = items[parent];
      hole = parent;
    }
    due[hole] = at;
    items[hole] = item;
  }

  /** Takes the first out. */
  public int removeFirst() {
    int first = items[0];
    size--;
    long at = due[size];
    int item = items[size];
    int hole = 0;
    int child = 1;
    while (child < size) {
      if (child + 1 < size && due[child + 1] < due[child]) {
        child++;
      }
      if (at <= due[child]) {
        break;
      }
      due[hole] = due[child];
      items[hole] = items[child];
      hole = child;
      child = 2 * hole + 1;
    }
    due[hole] = at;
    items[hole] = item;
    return first;
  }
}
