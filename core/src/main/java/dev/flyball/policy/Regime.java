package dev.flyball.policy;

/** What limits a target, as the default policy decides it; each of its reasons begins with it. */
public enum Regime {
  /** The load: what comes is carried, and no worker more would be of use. */
  DEMAND("demand"),
  /** The processors: more workers would only wait for one. */
  CPU("CPU"),
  /** Something behind the workers: tasks wait, and the processors are idle. */
  BEHIND("behind"),
  /** Nothing ends and nothing is computed. */
  HUNG("hung");

  private final String word;

  Regime(String word) {
    this.word = word;
  }

  /** The word that stands for it in an advice. */
  public String word() {
    return word;
  }
}
