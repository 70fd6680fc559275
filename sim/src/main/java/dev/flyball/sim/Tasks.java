package dev.flyball.sim;

import java.util.Arrays;

/**
 * The tasks that are in the system, in columns; a task is its row's number, and rows are used
 * again.
 *
 * <p>Columns instead of objects, because a run of ten million tasks then makes no garbage and costs
 * the same per task as one of a hundred thousand.
 */
final class Tasks {

  /** The value in the column of clients for a task without a waiting client. */
  static final int NO_CLIENT = -1;

  private final int stepsMax;
  private int[] free = new int[0];
  private int freeCount;

  int[] pool = new int[0];
  int[] kind = new int[0];

  /** The index of the step that the task is at. */
  int[] step = new int[0];

  int[] client = new int[0];

  /** Tasks that ran when this one started, itself among them. */
  int[] inFlight = new int[0];

  boolean[] fails = new boolean[0];

  /** Whether its time is over, so that it fails as soon as it can be interrupted. */
  boolean[] timedOut = new boolean[0];

  /** Whether a worker runs it. */
  boolean[] running = new boolean[0];

  /** How often it was tried before. */
  int[] tries = new int[0];

  /** When it came for the first time. */
  long[] firstNanos = new long[0];

  long[] arrivalNanos = new long[0];
  long[] startNanos = new long[0];

  /** The times of the steps; those of row r begin at {@link #times(int) times(r)}. */
  long[] stepNanos = new long[0];

  Tasks(int stepsMax) {
    this.stepsMax = stepsMax;
  }

  /** A row for one more task; what stands in it is left over. */
  int add() {
    if (freeCount == 0) {
      grow();
    }
    return free[--freeCount];
  }

  void remove(int row) {
    free[freeCount++] = row;
  }

  int times(int row) {
    return row * stepsMax;
  }

  /** The work of the step that the task is at. */
  long workNanos(int row) {
    return stepNanos[row * stepsMax + step[row]];
  }

  private void grow() {
    int rows = pool.length;
    int more = Math.max(64, 2 * rows);
    pool = Arrays.copyOf(pool, more);
    kind = Arrays.copyOf(kind, more);
    step = Arrays.copyOf(step, more);
    client = Arrays.copyOf(client, more);
    inFlight = Arrays.copyOf(inFlight, more);
    fails = Arrays.copyOf(fails, more);
    timedOut = Arrays.copyOf(timedOut, more);
    running = Arrays.copyOf(running, more);
    tries = Arrays.copyOf(tries, more);
    firstNanos = Arrays.copyOf(firstNanos, more);
    arrivalNanos = Arrays.copyOf(arrivalNanos, more);
    startNanos = Arrays.copyOf(startNanos, more);
    stepNanos = Arrays.copyOf(stepNanos, Math.multiplyExact(more, Math.max(1, stepsMax)));
    free = new int[more];
    for (int row = more - 1; row >= rows; row--) {
      free[freeCount++] = row;
    }
  }
}
