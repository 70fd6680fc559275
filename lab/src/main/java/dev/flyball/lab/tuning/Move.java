package dev.flyball.lab.tuning;

import dev.flyball.control.Decision;
import dev.flyball.policy.Observation;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * One decision of a governed run, as its journal has it: one window, and what was made of it.
 *
 * @param atSeconds when, since the stand was opened
 * @param cause which path decided
 * @param throughputPerSecond what the governor saw of the server, in the target's unit; empty where
 *     it saw nothing
 * @param advised the number that the policy wanted
 * @param from the size before
 * @param to the size after
 * @param why the reason, for a person
 */
public record Move(
    double atSeconds,
    Decision.Cause cause,
    OptionalDouble throughputPerSecond,
    OptionalInt advised,
    int from,
    int to,
    String why) {

  /** A governor's decision, so many seconds after the stand was opened. */
  public static Move of(Decision decision, double atSeconds) {
    return new Move(
        atSeconds,
        decision.cause(),
        decision
            .seen()
            .map(Observation::throughputPerSecond)
            .map(OptionalDouble::of)
            .orElse(OptionalDouble.empty()),
        decision.advised(),
        decision.from(),
        decision.to(),
        decision.why());
  }

  public boolean changed() {
    return from != to;
  }
}
