package dev.flyball.policy;

import static dev.flyball.base.Require.atLeast;

/**
 * The answer of a policy: how many workers it wants, why, and the policy to ask next.
 *
 * @param workers the number of workers wanted, at least 1
 * @param reason the reason in one line, for a person: the numbers that decided, with their units
 * @param next the policy to give the next observation to; it carries what was learned
 */
public record Advice(int workers, Reason reason, SizingPolicy next) {

  public Advice {
    atLeast("workers", 1, workers);
  }

  /** An advice whose reason is plain words. */
  public Advice(int workers, String why, SizingPolicy next) {
    this(workers, Reason.of(why), next);
  }

  /** The reason's text. */
  public String why() {
    return reason.text();
  }

  /** The same advice with another number of workers and the reason for the difference added. */
  public Advice changed(int otherWorkers, Reason because) {
    return new Advice(otherWorkers, reason.and(because), next);
  }

  /** The same with the reason for the difference in plain words. */
  public Advice changed(int otherWorkers, String because) {
    return changed(otherWorkers, Reason.of(because));
  }

  /** The same advice with another policy to ask next. */
  public Advice then(SizingPolicy other) {
    return new Advice(workers, reason, other);
  }
}
