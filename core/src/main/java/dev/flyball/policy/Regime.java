package dev.flyball.policy;

import dev.flyball.policy.standard.FlyballPolicy;
import java.util.Optional;

/** What limits a pool, as {@link FlyballPolicy} decides it; each advice of it begins with this. */
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

  /** The regime that decided an advice; empty for policies that do not know regimes. */
  public static Optional<Regime> of(Advice advice) {
    for (Regime regime : values()) {
      if (advice.why().startsWith(regime.word + ":")) {
        return Optional.of(regime);
      }
    }
    return Optional.empty();
  }
}
