package dev.flyball.control;

import dev.flyball.control.Decision.Cause;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/**
 * The memory of a governor: its last decisions, each with its observation.
 *
 * <p>Since a policy is a pure value, replaying a journal's observations to the policy that it began
 * with gives the same advice again: a journal is a test.
 *
 * <p>A number of decisions bounds it, not a time: a governor that polls ten times a second fills it
 * ten times as fast as one that polls once. A {@link DecisionListener} or the flight recorder can
 * keep decisions for longer.
 *
 * <p>Assumes one writer, any number of readers. Guarantees that a reader sees whole decisions in
 * their order. Every method holds this object's monitor for a time that the capacity bounds.
 */
public final class Journal {

  private final int capacity;
  private final ArrayDeque<Decision> decisions = new ArrayDeque<>();
  private final long[] changes = new long[Cause.values().length]; // by the ordinal of the cause

  private Journal(int capacity) {
    this.capacity = capacity;
  }

  /**
   * Makes an empty journal that keeps the last {@code capacity} decisions.
   *
   * @throws IllegalArgumentException when {@code capacity} is below 1
   */
  public static Journal ofLast(int capacity) {
    if (capacity < 1) {
      throw new IllegalArgumentException("capacity must be at least 1 but was " + capacity);
    }
    return new Journal(capacity);
  }

  synchronized void add(Decision decision) {
    if (decisions.size() == capacity) {
      decisions.removeFirst();
    }
    decisions.addLast(decision);
    if (decision.changed()) {
      changes[decision.cause().ordinal()]++;
    }
  }

  /** The decisions in the journal, oldest first. */
  public synchronized List<Decision> decisions() {
    return new ArrayList<>(decisions);
  }

  /**
   * The decisions in the journal that came after the given one, oldest first.
   *
   * @param number the number of the given decision; 0 for all
   */
  public synchronized List<Decision> after(long number) {
    ArrayDeque<Decision> later = new ArrayDeque<>();
    Iterator<Decision> newestFirst = decisions.descendingIterator();
    while (newestFirst.hasNext()) {
      Decision decision = newestFirst.next();
      if (decision.number() <= number) {
        break;
      }
      later.addFirst(decision);
    }
    return new ArrayList<>(later);
  }

  /**
   * The number of decisions that changed the size since the beginning, including those dropped
   * since.
   */
  public synchronized long changes() {
    return Arrays.stream(changes).sum();
  }

  /** The same by one cause. */
  public synchronized long changes(Cause cause) {
    return changes[cause.ordinal()];
  }
}
