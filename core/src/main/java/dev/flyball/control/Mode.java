package dev.flyball.control;

import java.util.Locale;

/**
 * The mode of a governor: how far it may act.
 *
 * <p>{@code GOVERN} is the rule. The other three let an operator overrule the governor.
 */
public enum Mode {
  /** The governor asks the policy and follows it. */
  GOVERN,
  /** The governor asks the policy, publishes its advice and leaves the size alone. */
  ADVISE_ONLY,
  /**
   * The size was pinned by hand; the governor still asks the policy, so its advice stays visible.
   */
  PINNED,
  /** The kill switch: the size was overridden by hand, and the governor does not ask the policy. */
  OVERRIDDEN;

  /** The constant as a word, as in {@code advise-only}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
