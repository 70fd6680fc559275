package dev.flyball.control;

import dev.flyball.policy.Observation;
import dev.flyball.policy.Reason;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** One entry of the journal: what a governor did with a target's size at one moment, and why. */
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
   * A decision.
   *
   * @param number counts the decisions of one governor, from 1
   * @param atNanos when, on the governor's clock
   * @param cause which path decided
   * @param seen what was observed just before; empty where somebody asked by hand, or where the
   *     target could not be observed
   * @param advised the number that the policy wanted; empty where it was not asked or failed
   * @param from the size asked for before; 0 where it is not known yet
   * @param to the size asked for after
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

  /** The path by which a decision came about. */
  public enum Cause {
    /** The policy advised, and the advice was followed. */
    POLICY,
    /** The policy advised, and the governor only says so. */
    ADVISE_ONLY,
    /** The size was pinned by hand; the policy is asked but not followed. */
    PINNED,
    /** The kill switch: the size was overridden by hand, the policy is not asked. */
    OVERRIDDEN,
    /** New limits came into force. */
    LIMITS,
    /** Somebody changed who decides: whether the policy is followed, or which one is asked. */
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

  /** Counts the decisions of one governor, from 1. */
  public long number() {
    return number;
  }

  /** When, on the governor's clock. */
  public long atNanos() {
    return atNanos;
  }

  /** Which path decided. */
  public Cause cause() {
    return cause;
  }

  /**
   * What was observed just before; empty where somebody asked by hand, or where the target could
   * not be observed.
   */
  public Optional<Observation> seen() {
    return seen;
  }

  /** The number that the policy wanted; empty where it was not asked or failed. */
  public OptionalInt advised() {
    return advised;
  }

  /** The size asked for before; 0 where it is not known yet. */
  public int from() {
    return from;
  }

  /** The size asked for after. */
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
   * The part that decided: that of the policy, such as {@code behind}, or of what is around it,
   * such as {@code limits}, where the reason names one; else the path.
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
