package dev.flyball.sim.race.verdict;

import java.util.Optional;

/**
 * A rule that is not kept.
 *
 * @param where the scenario, or what was varied, or everything
 * @param rule the rule
 * @param value the figure that breaks it
 */
public record Shortfall(String where, Rule rule, double value) {

  /** Where a rule is about all scenarios together. */
  public static final String OVERALL = "overall";

  /** The shortfall of a figure, if it is one. */
  static Optional<Shortfall> of(String where, Rule rule, double value) {
    return rule.isKept(value) ? Optional.empty() : Optional.of(new Shortfall(where, rule, value));
  }
}
