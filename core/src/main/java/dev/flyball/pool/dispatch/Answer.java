package dev.flyball.pool.dispatch;

import dev.flyball.admission.ShedCause;
import dev.flyball.admission.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * The answer to an offer.
 *
 * @param isTaken whether the task waits to be run
 * @param isShort whether some tasks have to wait for a worker to be done with another, or this one
 *     is turned away
 * @param lacksRoom whether it is turned away since as many wait as may
 * @param verdict what the rule has said, where it has turned the task away
 */
record Answer(boolean isTaken, boolean isShort, boolean lacksRoom, @Nullable Verdict verdict) {

  /** It waits to be run, and there are workers for all that wait. */
  static final Answer TAKEN = new Answer(true, false, false, null);

  /** It waits to be run, and some have to wait for a worker to be done with another. */
  static final Answer TAKEN_SHORT = new Answer(true, true, false, null);

  /** As many wait as may. */
  static final Answer NO_ROOM = new Answer(false, true, true, null);

  /** The pool takes no more. */
  static final Answer CLOSED = new Answer(false, false, false, null);

  /** The rule has turned it away. */
  static Answer shed(Verdict verdict) {
    boolean full = verdict.cause().filter(cause -> cause == ShedCause.FULL).isPresent();
    return new Answer(false, true, full, verdict);
  }
}
