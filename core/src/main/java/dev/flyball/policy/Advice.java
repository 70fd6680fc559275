package dev.flyball.policy;

import static dev.flyball.base.Require.atLeast;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The answer of a policy: how many workers it wants, why, and the policy to ask next. */
public final class Advice {

  private final int workers;
  private final Reason reason;
  private final SizingPolicy next;

  /**
   * Makes an advice.
   *
   * @param workers the advised number of workers, at least 1
   * @param reason the reason in one line, for a person: the numbers that decided, with their units
   * @param next the policy to ask with the next observation; it carries what was learned
   * @throws IllegalArgumentException when {@code workers} is below 1
   */
  public Advice(int workers, Reason reason, SizingPolicy next) {
    this.workers = atLeast("workers", 1, workers);
    this.reason = Objects.requireNonNull(reason, "reason must not be null");
    this.next = Objects.requireNonNull(next, "next must not be null");
  }

  /** Makes an advice whose reason is plain text, without named figures. */
  public Advice(int workers, String why, SizingPolicy next) {
    this(workers, Reason.of(why), next);
  }

  /** The advised number of workers, at least 1. */
  public int workers() {
    return workers;
  }

  /** The reason in one line, for a person. */
  public Reason reason() {
    return reason;
  }

  /** The policy to ask with the next observation. */
  public SizingPolicy next() {
    return next;
  }

  /** The reason's text. */
  public String why() {
    return reason.text();
  }

  /** The same advice with another number of workers; the reason for the change is added. */
  public Advice changed(int otherWorkers, Reason because) {
    return new Advice(otherWorkers, reason.overruledBy(because), next);
  }

  /**
   * The same advice with another number of workers; the reason for the change, as plain text, is
   * added.
   */
  public Advice changed(int otherWorkers, String because) {
    return changed(otherWorkers, Reason.of(because));
  }

  /** The same advice with another policy to ask next. */
  public Advice then(SizingPolicy other) {
    return new Advice(workers, reason, other);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Advice advice
        && workers == advice.workers
        && reason.equals(advice.reason)
        && next.equals(advice.next);
  }

  @Override
  public int hashCode() {
    return Objects.hash(workers, reason, next);
  }

  @Override
  public String toString() {
    return workers + " workers: " + reason;
  }
}
