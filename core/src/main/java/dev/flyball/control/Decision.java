package dev.flyball.control;

import dev.flyball.policy.Observation;
import dev.flyball.policy.Reason;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** An entry of the journal: what a governor did with a target's size at one moment, and why. */
public final class Decision {

  private final long number;
  private final long atNanos;
  private final Cause cause;
  private final Optional<Observation> seen;
  private final OptionalInt advised;
  private final int from;
  private final int to;
  private final Reason reason;

  /**
   * Makes a decision.
   *
   * @param number the sequence number of the decision, from 1, counted per governor
   * @param atNanos when, on the governor's clock, in nanoseconds
   * @param cause the path that led to the decision
   * @param seen the observation just before; empty for a decision by hand, or when the target could
   *     not be observed
   * @param advised the size that the policy advised; empty when it was not asked or failed
   * @param from the requested size before; 0 when it is not known yet
   * @param to the requested size afterwards
   * @param reason the reason in one line, for a person
   */
  public Decision(
      long number,
      long atNanos,
      Cause cause,
      Optional<Observation> seen,
      OptionalInt advised,
      int from,
      int to,
      Reason reason) {
    this.number = number;
    this.atNanos = atNanos;
    this.cause = cause;
    this.seen = seen;
    this.advised = advised;
    this.from = from;
    this.to = to;
    this.reason = reason;
  }

  /** The path that led to a decision. */
  public enum Cause {
    /** The policy advised, and the governor followed. */
    POLICY,
    /** The policy advised, and the governor only published the advice. */
    ADVISE_ONLY,
    /** The size was pinned by hand; the policy is asked but not followed. */
    PINNED,
    /** The kill switch: the size was overridden by hand, and the policy is not asked. */
    OVERRIDDEN,
    /** New limits came into force. */
    LIMITS,
    /** The mode or the policy was changed by hand. */
    SWITCHED,
    /** The policy failed; the size is held. */
    POLICY_FAILED,
    /** The target could not be observed or resized; the size is held. */
    TARGET_FAILED;

    /** The constant as a word, as in {@code policy-failed}. */
    public String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** The sequence number of the decision, from 1, counted per governor. */
  public long number() {
    return number;
  }

  /** When, on the governor's clock, in nanoseconds. */
  public long atNanos() {
    return atNanos;
  }

  /** The path that led to the decision. */
  public Cause cause() {
    return cause;
  }

  /**
   * The observation just before; empty for a decision by hand, or when the target could not be
   * observed.
   */
  public Optional<Observation> seen() {
    return seen;
  }

  /** The size that the policy advised; empty when it was not asked or failed. */
  public OptionalInt advised() {
    return advised;
  }

  /** The requested size before; 0 when it is not known yet. */
  public int from() {
    return from;
  }

  /** The requested size afterwards. */
  public int to() {
    return to;
  }

  /** The reason in one line, for a person. */
  public Reason reason() {
    return reason;
  }

  /** The reason's text. */
  public String why() {
    return reason.text();
  }

  /**
   * The part that decided, if the reason names one: a part of the policy, such as {@code behind},
   * or of the governor, such as {@code limits}; otherwise the cause.
   */
  public String decidedBy() {
    return reason.part().orElseGet(() -> cause.word());
  }

  /** Whether a person decided: a size set by hand, new limits, another mode or policy. */
  public boolean isByHand() {
    return seen.isEmpty() && cause != Cause.TARGET_FAILED && cause != Cause.POLICY_FAILED;
  }

  /** Whether this decision changed the size. */
  public boolean changed() {
    return from != to;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Decision that
        && number == that.number
        && atNanos == that.atNanos
        && cause == that.cause
        && seen.equals(that.seen)
        && advised.equals(that.advised)
        && from == that.from
        && to == that.to
        && reason.equals(that.reason);
  }

  @Override
  public int hashCode() {
    return Objects.hash(number, atNanos, cause, seen, advised, from, to, reason);
  }

  /** The decision in one line, as in: #12 at 3.250 s, behind, 8 to 16: behind: tries 16. */
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "#%d at %.3f s, %s, %s: %s",
        number,
        atNanos / 1e9,
        cause == Cause.POLICY ? decidedBy() : cause.word() + " (" + decidedBy() + ")",
        changed() ? from + " to " + to : "stays at " + to,
        reason);
  }
}
