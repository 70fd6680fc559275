package dev.flyball.dataflow.policy;

import dev.flyball.base.Require;
import dev.flyball.policy.Regime;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The answer of a policy: the threads of each stage, why, and the policy to ask next.
 *
 * @param changes each stage that should change, and why; the others keep their threads. For a stage
 *     that is held it says what it would have
 * @param regimes what limits a stage, by its name, as far as that is known
 * @param why the basis of the decision as a whole, in one line for a person
 * @param next the policy to ask with the next observation; it carries what was learned
 */
public record FlowAdvice(
    List<Change> changes, SortedMap<String, Regime> regimes, String why, FlowPolicy next) {

  public FlowAdvice {
    changes = List.copyOf(changes);
    regimes = Collections.unmodifiableSortedMap(new TreeMap<>(regimes));
    Require.notBlank("why", why);
  }

  /** An advice that does not say what limits the stages. */
  public FlowAdvice(List<Change> changes, String why, FlowPolicy next) {
    this(changes, Collections.emptySortedMap(), why, next);
  }

  /**
   * A stage that should have another number of threads.
   *
   * @param stage its name
   * @param from threads so far, at least 1
   * @param to threads from now on, at least 1
   * @param why the reason in one line: the numbers that decided, with their units
   */
  public record Change(String stage, int from, int to, String why) {
    public Change {
      Require.atLeast("from", 1, from);
      Require.atLeast("to", 1, to);
      Require.notBlank("why", why);
    }

    @Override
    public String toString() {
      return stage + ": " + from + " -> " + to + " threads, " + why;
    }
  }
}
