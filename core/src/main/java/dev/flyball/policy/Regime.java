package dev.flyball.policy;

/**
 * The limiting resource of a target, as the default policy sees it; each of its reasons begins with
 * it.
 */
public enum Regime {
  /** The load: the pool keeps up with the arrivals, and another worker would be of no use. */
  DEMAND("demand"),
  /** The processors: another worker would only wait for one. */
  CPU("CPU"),
  /** Something behind the workers: tasks wait, and the processors are idle. */
  BEHIND("behind"),
  /** More comes than can be done in time: no size helps, and the rule for who gets in decides. */
  OVERLOADED("overloaded"),
  /** No task ends and no CPU is used. */
  HUNG("hung");

  private final String word;

  Regime(String word) {
    this.word = word;
  }

  /** The word for it in an advice. */
  public String word() {
    return word;
  }
}
