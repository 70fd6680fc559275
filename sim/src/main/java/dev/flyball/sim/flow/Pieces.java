package dev.flyball.sim.flow;

import java.util.Arrays;

/**
 * The state of the records that are in the network, in columns: a record has a piece at each node
 * that it was sent to. A piece is its row's number, and rows are used again.
 */
final class Pieces {

  private int[] free = new int[0];
  private int freeCount;

  /** The row of its record in {@link Origins}. */
  int[] origin = new int[0];

  /** The node that serves it. */
  int[] node = new int[0];

  /** When it came into the queue. */
  long[] enteredNanos = new long[0];

  /** Which service of its node this is, in the order of their beginnings. */
  long[] turn = new long[0];

  /**
   * The sender that waits until the piece has found room: a piece, or -1 - the index of a source.
   */
  int[] sender = new int[0];

  /** How many of those that were made of it have not found room yet. */
  int[] unplaced = new int[0];

  /** A row for one more piece of that record. */
  int add(int ofOrigin) {
    if (freeCount == 0) {
      grow();
    }
    freeCount--;
    int row = free[freeCount];
    origin[row] = ofOrigin;
    unplaced[row] = 0;
    return row;
  }

  void remove(int row) {
    free[freeCount] = row;
    freeCount++;
  }

  private void grow() {
    int rows = origin.length;
    int more = Math.max(64, Math.multiplyExact(2, rows));
    origin = Arrays.copyOf(origin, more);
    node = Arrays.copyOf(node, more);
    enteredNanos = Arrays.copyOf(enteredNanos, more);
    turn = Arrays.copyOf(turn, more);
    sender = Arrays.copyOf(sender, more);
    unplaced = Arrays.copyOf(unplaced, more);
    free = new int[more];
    for (int row = more - 1; row >= rows; row--) {
      free[freeCount] = row;
      freeCount++;
    }
  }
}
