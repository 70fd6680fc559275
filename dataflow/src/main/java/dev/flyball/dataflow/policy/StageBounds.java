package dev.flyball.dataflow.policy;

import java.util.OptionalInt;

/**
 * The changes of a stage's threads that gained nothing; an immutable value.
 *
 * @param ceiling the threads beyond which nothing was gained: something outside bounds the stage;
 *     empty where none is known
 * @param fence the fewest threads beyond a ceiling that gained nothing; also once the ceiling may
 *     be tried again, until more have gained
 * @param growing when more may be tried
 * @param shrinking when fewer may be tried
 */
record StageBounds(OptionalInt ceiling, OptionalInt fence, BackOff growing, BackOff shrinking) {

  /** Nothing was tried in vain. */
  static final StageBounds NONE =
      new StageBounds(OptionalInt.empty(), OptionalInt.empty(), BackOff.NONE, BackOff.NONE);

  /** More gained nothing; where a ceiling was known, it was a try between it and the fence. */
  StageBounds grownInVain(int from, int to, long window, int firstWait) {
    BackOff next = ceiling.isPresent() ? growing : growing.failed(window, firstWait);
    OptionalInt least = OptionalInt.of(Math.min(to, fence.orElse(to)));
    return new StageBounds(OptionalInt.of(from), least, next, shrinking);
  }

  /** More gained; a ceiling rises to them. */
  StageBounds grownWell(int to) {
    return ceiling.isPresent()
        ? new StageBounds(OptionalInt.of(to), fence, growing, shrinking)
        : ceilingWasWrong();
  }

  /** More had gained after all: the ceiling was an error. */
  StageBounds ceilingWasWrong() {
    return new StageBounds(OptionalInt.empty(), OptionalInt.empty(), BackOff.NONE, shrinking);
  }

  /** More were measured that had been measured before. */
  StageBounds grownAgain(long window, int firstWait) {
    return new StageBounds(ceiling, fence, growing.failed(window, firstWait), shrinking);
  }

  /** Fewer did as much, so still fewer may be tried at once. */
  StageBounds shrunkWell() {
    return new StageBounds(ceiling, fence, growing, BackOff.NONE);
  }

  /** Fewer were measured. */
  StageBounds shrunk(long window, int firstWait) {
    return new StageBounds(ceiling, fence, growing, shrinking.failed(window, firstWait));
  }

  /** Whether the ceiling may be tried again. */
  boolean ceilingIsOver(long window) {
    return ceiling.isPresent() && !growing.waits(window);
  }

  /** What was measured beyond the ceiling is forgotten, but for the fewest threads there. */
  StageBounds withoutCeiling(OptionalInt beyond) {
    OptionalInt least = fence;
    if (beyond.isPresent()) {
      least = OptionalInt.of(Math.min(beyond.getAsInt(), fence.orElse(beyond.getAsInt())));
    }
    return new StageBounds(OptionalInt.empty(), least, growing, shrinking);
  }
}
