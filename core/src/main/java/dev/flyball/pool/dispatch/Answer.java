package dev.flyball.pool.dispatch;

import dev.flyball.admission.TaskShedException;
import dev.flyball.pool.base.Intake;

/**
 * The answer to an offer.
 *
 * @param intake the same for the submitter
 * @param isShort whether some tasks have to wait for a worker to be done with another, or this one
 *     is turned away
 * @param wasAsked whether the rule was asked, and may have turned others away
 */
@SuppressWarnings("ReferenceEquality") // there is one of each
record Answer(Intake intake, boolean isShort, boolean wasAsked) {

  /** It waits to be run, and there are workers for all that wait. */
  static final Answer TAKEN = new Answer(Intake.TAKEN, false, false);

  /** It waits to be run, and some have to wait for a worker to be done with another. */
  static final Answer TAKEN_SHORT = new Answer(Intake.TAKEN, true, false);

  /** As many wait as may. */
  static final Answer NO_ROOM = new Answer(Intake.REFUSED, true, false);

  /** The pool takes no more. */
  static final Answer CLOSED = new Answer(Intake.CLOSED, false, false);

  /** The rule has let it in. */
  static final Answer ADMITTED = new Answer(Intake.TAKEN, false, true);

  /** The rule has let it in, and some have to wait. */
  static final Answer ADMITTED_SHORT = new Answer(Intake.TAKEN, true, true);

  /** The rule has turned it away. */
  static Answer shed(TaskShedException why) {
    return new Answer(Intake.shed(why), true, true);
  }

  boolean isTaken() {
    return intake == Intake.TAKEN;
  }

  /** Whether there may be room for it later. */
  boolean lacksRoom() {
    return intake != Intake.TAKEN && intake.lacksRoom();
  }
}
