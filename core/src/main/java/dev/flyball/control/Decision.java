package dev.flyball.control;

import dev.flyball.policy.Observation;
import dev.flyball.policy.Reason;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * One entry of the journal: what a governor did with a target's size at one moment, and why.
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
public record Decision(
    long number,
    long atNanos,
    Cause cause,
    Optional<Observation> seen,
    OptionalInt advised,
    int from,
    int to,
    Reason reason) {

  /** The path by which a decision came about. */
  public enum Cause {
    /** The policy advised, and the advice was followed. */
    POLICY,
    /** The policy advised, and the governor only says so. */
    ADVISE_ONLY,
    /** Somebody froze the size by hand; the policy is asked but not followed. */
    FROZEN,
    /** The kill switch: the fixed size is in force, the policy is not asked. */
    FIXED,
    /** New limits came into force. */
    LIMITS,
    /** Somebody changed who decides: whether the policy is followed, or which one is asked. */
    SWITCHED,
    /** The policy failed; the size is held. */
    POLICY_FAILED,
    /** The target could not be observed or resized; the size is held. */
    TARGET_FAILED
  }

  /** The reason's text. */
  public String why() {
    return reason.text();
  }

  /** Whether this decision changed the size. */
  public boolean changed() {
    return from != to;
  }
}
