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
    sink(0, due[size], items[size]);
    return first;
  }

  /** Takes an item out, wherever it is; false when it is not there. Costs a look at every item. */
  public boolean remove(int item) {
    for (int i = 0; i < size; i++) {
      if (items[i] == item) {
        size--;
        long lastDue = due[size];
        int last = items[size];
        if (i < size) {
          raise(i, lastDue, last);
        }
        return true;
      }
    }
    return false;
  }

  /** Puts an entry where another was, up or down from there. */
  private void raise(int at, long entryDue, int entry) {
    int hole = at;
    while (hole > 0 && due[(hole - 1) >>> 1] > entryDue) {
      due[hole] = due[(hole - 1) >>> 1];
      items[hole] = items[(hole - 1) >>> 1];
      hole = (hole - 1) >>> 1;
    }
    sink(hole, entryDue, entry);
  }

  private void sink(int from, long entryDue, int entry) {
    int hole = from;
    int child = 2 * hole + 1;
    while (child < size) {
      if (child + 1 < size && due[child + 1] < due[child]) {
        child++;
      }
      if (entryDue <= due[child]) {
        break;
      }
      due[hole] = due[child];
      items[hole] = items[child];
      hole = child;
      child = 2 * hole + 1;
    }
    due[hole] = entryDue;
    items[hole] = entry;
  }
}
