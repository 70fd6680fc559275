package dev.flyball.dataflow.live;

import dev.flyball.policy.Require;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The answer of a policy: the threads of each stage, why, and the policy to ask next.
 *
 * @param threads threads by stage, each at least 1; those that do not change among them
 * @param changes each stage that changes, and why
 * @param why what the decision as a whole rests on, in one line for a person
 * @param next the policy to give the next observation to; it carries what was learned
 */
public record FlowAdvice(
    SortedMap<String, Integer> threads, List<Change> changes, String why, FlowPolicy next) {

  public FlowAdvice {
    threads = Collections.unmodifiableSortedMap(new TreeMap<>(threads));
    changes = List.copyOf(changes);
    Require.notBlank("why", why);
    threads.forEach((stage, count) -> Require.atLeast("threads of " + stage, 1, count));
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
