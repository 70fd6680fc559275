package dev.flyball.control;

/**
 * How far a governor goes.
 *
 * <p>{@code GOVERN} is the rule; the three others exist because whoever runs a system must be able
 * to overrule it.
 */
public enum Mode {
  /** The policy is asked and followed. */
  GOVERN,
  /** The policy is asked, its advice is published, the size is left alone. */
  ADVISE_ONLY,
  /** The size was pinned by hand; the policy is still asked, so its advice can be seen. */
  PINNED,
  /** The kill switch: the size was overridden by hand, and the policy is not even asked. */
  OVERRIDDEN
}
