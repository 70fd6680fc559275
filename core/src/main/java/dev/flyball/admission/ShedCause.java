package dev.flyball.admission;

import java.util.Locale;

/** Why a task was turned away by the rule for who gets in. */
public enum ShedCause {
  /** It came, and would have been done after its deadline. */
  LATE,
  /** It waited, and its deadline came too near. */
  EXPIRED,
  /** The pool is overloaded, and it would only have made the queue longer. */
  OVERLOADED,
  /** As many wait as may. */
  FULL,
  /** The queue was full, and a more important task took its place. */
  DISPLACED,
  /** It waited, and its client has gone. */
  GONE;

  /** As metrics and tables have it: {@code late}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
