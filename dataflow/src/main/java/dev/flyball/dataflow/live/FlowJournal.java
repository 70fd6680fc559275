package dev.flyball.dataflow.live;

import dev.flyball.base.Require;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;

/**
 * The memory of a governor: its last decisions, each with its observation. Replaying the
 * observations to the policy that it began with gives the same advice again, but for those with
 * which no stage asked it.
 *
 * <p>Assumes one writer, any number of readers. Guarantees that a reader sees whole decisions in
 * their order. Every method holds this object's monitor for a time that the capacity bounds.
 */
public final class FlowJournal {

  private final int capacity;
  private final ArrayDeque<FlowDecision> decisions = new ArrayDeque<>();

  FlowJournal(int capacity) {
    this.capacity = Require.atLeast("capacity", 1, capacity);
  }

  synchronized void add(FlowDecision decision) {
    if (decisions.size() == capacity) {
      decisions.removeFirst();
    }
    decisions.addLast(decision);
  }

  /** The last decision; empty before the first. */
  public synchronized Optional<FlowDecision> last() {
    return Optional.ofNullable(decisions.peekLast());
  }

  /** The decisions in the journal, oldest first. */
  public synchronized List<FlowDecision> decisions() {
    return List.copyOf(decisions);
  }
}
