package dev.flyball.dataflow.pipeline;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The records that wait in memory before a stage: in one line, or in one line for each key. Guarded
 * by the lock of the stage's queue.
 */
interface WaitingRecords {

  int capacity();

  /** More than its capacity where a worker's records were taken back into a full one. */
  int length();

  default int room() {
    return Math.max(0, capacity() - length());
  }

  /** How many of them a worker that holds these keys may take now. */
  int ready(KeyHold hold);

  /** Whether there is one that any worker may take now. */
  boolean anyReady();

  /** Whether one has come since this was last asked that only a worker which waits may take. */
  default boolean callsForHolder() {
    return false;
  }

  /** Adds a record; there must be room. */
  void add(Object record, long stamp);

  /**
   * Adds some of the records, which there must be room for. If this throws, those that were added
   * are gone from their places.
   */
  void addAll(@Nullable Object[] from, int start, int count, long stamp);

  /** Moves the oldest of those that are ready into a batch, from its beginning. */
  void moveTo(Batch batch, int count, KeyHold hold);

  /** Takes back what a worker has taken and not begun, if that is possible. */
  default void takeBackFrom(Batch batch, KeyHold hold) {}

  /** What came of all but the last of the records that were taken for these keys is delivered. */
  default void delivered(KeyHold hold, int allBut) {}

  /** Takes the oldest record out; there must be one. */
  Object remove();

  /** Takes all of them out, the oldest first. */
  List<Object> removeAll();
}
