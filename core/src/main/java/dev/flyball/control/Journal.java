package dev.flyball.control;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * The memory of a governor: its last decisions, with what was seen at each.
 *
 * <p>Since a policy is a pure value, the observations of a journal, given again to the policy it
 * began with, give the same advice again: a journal is a test.
 *
 * <p>It is bounded by a number of decisions, not by a time: a governor that looks ten times a
 * second fills it ten times as fast as one that looks once. What is to last longer is taken by a
 * {@link DecisionListener}, or by the flight recorder.
 *
 * <p>Assumes one writer, any number of readers. Guarantees that a reader sees whole decisions in
 * their order. Every method holds this object's monitor for a time that the capacity bounds.
 */
public final class Journal {

  private final int capacity;
  private final ArrayDeque<Decision> decisions = new ArrayDeque<>();
  private long changes;

  private Journal(int capacity) {
    this.capacity = capacity;
  }

  /**
   * An empty journal that keeps the last {@code capacity} decisions.
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
      changes++;
    }
  }

  /** The decisions that are kept, oldest first. */
  public synchronized List<Decision> decisions() {
    return new ArrayList<>(decisions);
  }

  /**
   * The decisions that are kept and came after one of them, oldest first.
   *
   * @param number the number of that one; 0 for all
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

  /** How many decisions changed the size since the beginning, those no longer kept included. */
  public synchronized long changes() {
    return changes;
  }
}
