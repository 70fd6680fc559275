package dev.flyball.dataflow.pipeline;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The keys of which a worker has records whose output is not delivered: no other worker may take
 * records of them. Empty where a stage is not ordered by key. Guarded by the lock of the stage's
 * queue.
 */
final class KeyHold {

  /** Whether the worker waits to be called. */
  boolean waits;

  /** The lanes of the records that it has taken, in the order in which it works on them. */
  final ArrayDeque<KeyLanes.Lane> taken = new ArrayDeque<>(0);

  /** The records of the batch that it took last, by their places there. */
  final List<KeyLanes.Waiter> batch = new ArrayList<>(0);

  /** Its lanes in which records wait, the one with the oldest first. */
  final SortedSet<KeyLanes.Lane> lanes = new TreeSet<>(KeyLanes.OLDEST_FIRST);

  /** How many records wait in them. */
  int waiting;
}
