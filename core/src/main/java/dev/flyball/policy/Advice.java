package dev.flyball.policy;

import static dev.flyball.policy.Require.atLeast;

/**
 * The answer of a policy: how many workers it wants, why, and the policy to ask next.
 *
 * @param workers the number of workers wanted, at least 1
 * @param why the reason in one line, for a person: the numbers that decided, with their units
 * @param next the policy to give the next observation to; it carries what was learned
 */
public record Advice(int workers, String why, SizingPolicy next) {

  public Advice {
    atLeast("workers", 1, workers);
    if (why.isBlank()) {
      throw new IllegalArgumentException("why must say a reason but was blank");
    }
  }

  /** The same advice with another number of workers and the reason for the difference added. */
  public Advice changed(int otherWorkers, String because) {
    return new Advice(otherWorkers, why + "; " + because, next);
  }

  /** The same advice with another policy to ask next. */
  public Advice then(SizingPolicy other) {
    return new Advice(workers, why, other);
  }
}
