package dev.flyball.sim.flow;

import java.util.Arrays;

/**
 * The records of the sources of which something is still in the network, in columns; a record is
 * its row's number, and rows are used again.
 */
final class Origins {

  private int[] free = new int[0];
  private int freeCount;

  long[] arrivedNanos = new long[0];

  /** How many pieces there are of it at present. */
  int[] pieces = new int[0];

  /** Whether a piece of it was lost. */
  boolean[] damaged = new boolean[0];

  /** A row for one more record, of which there is nothing yet. */
  int add(long atNanos) {
    if (freeCount == 0) {
      grow();
    }
    freeCount--;
    int row = free[freeCount];
    arrivedNanos[row] = atNanos;
    pieces[row] = 0;
    damaged[row] = false;
    return row;
  }

  void remove(int row) {
    free[freeCount] = row;
    freeCount++;
  }

  private void grow() {
    int rows = pieces.length;
    int more = Math.max(64, Math.multiplyExact(2, rows));
    arrivedNanos = Arrays.copyOf(arrivedNanos, more);
    pieces = Arrays.copyOf(pieces, more);
    damaged = Arrays.copyOf(damaged, more);
    free = new int[more];
    for (int row = more - 1; row >= rows; row--) {
      free[freeCount] = row;
      freeCount++;
    }
  }
}
