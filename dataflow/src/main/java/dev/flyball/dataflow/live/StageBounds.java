package dev.flyball.dataflow.live;

import java.util.OptionalInt;

/**
 * The changes of a stage's threads that gained nothing; an immutable value.
 *
 * @param ceiling the threads beyond which nothing was gained: something outside bounds the stage;
 *     empty where none is known
 * @param growing when more may be tried
 * @param shrinking when fewer may be tried
 */
record StageBounds(OptionalInt ceiling, BackOff growing, BackOff shrinking) {

  /** Nothing was tried in vain. */
  static final StageBounds NONE = new StageBounds(OptionalInt.empty(), BackOff.NONE, BackOff.NONE);

  StageBounds grownInVain(int from, long window, int firstWait) {
    return new StageBounds(OptionalInt.of(from), growing.failed(window, firstWait), shrinking);
  }

  StageBounds grownWell() {
    return new StageBounds(OptionalInt.empty(), BackOff.NONE, shrinking);
  }

  /** More were measured that had been measured before. */
  StageBounds grownAgain(long window, int firstWait) {
    return new StageBounds(ceiling, growing.failed(window, firstWait), shrinking);
  }

  /** Fewer were measured. */
  StageBounds shrunk(long window, int firstWait) {
    return new StageBounds(ceiling, growing, shrinking.failed(window, firstWait));
  }

  /** Whether the ceiling may be tried again. */
  boolean ceilingIsOver(long window) {
    return ceiling.isPresent() && !growing.waits(window);
  }

  StageBounds withoutCeiling() {
    return new StageBounds(OptionalInt.empty(), growing, shrinking);
  }
}
