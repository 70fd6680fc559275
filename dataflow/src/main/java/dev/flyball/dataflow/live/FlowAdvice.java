package dev.flyball.dataflow.live;

import dev.flyball.base.Require;
import java.util.List;

/**
 * The answer of a policy: the threads of each stage, why, and the policy to ask next.
 *
 * @param changes each stage that should change, and why; the others keep their threads
 * @param why the basis of the decision as a whole, in one line for a person
 * @param next the policy to ask with the next observation; it carries what was learned
 */
public record FlowAdvice(List<Change> changes, String why, FlowPolicy next) {

  public FlowAdvice {
    changes = List.copyOf(changes);
    Require.notBlank("why", why);
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
