package dev.flyball.dataflow.live;

import dev.flyball.dataflow.live.LearnedStage.Measurement;

/**
 * A stage that was given a number of threads that nothing was known of; an immutable value.
 *
 * <p>There is one at a time, so what the stage gains is due to it. The gain is that of the stage's
 * own rate, measured while its threads were busy, so neither a lack of records nor a slow stage
 * behind it is taken for a failure.
 *
 * @param stage the stage's name
 * @param from its threads before
 * @param to its threads now
 * @param before its total rate with those before, in records per second
 * @param measured how often its rate was measured since
 * @param disappointments how often it had gained less than it must
 * @param windows how many windows it has lasted
 */
record Trial(
    String stage,
    int from,
    int to,
    double before,
    int measured,
    int disappointments,
    int windows) {

  /** So many disappointments are no chance. */
  private static final int DISAPPOINTMENTS = 2;

  /** So many measurements tell what fewer threads do. */
  private static final int SHRUNK_MEASUREMENTS = 2;

  private static final int WINDOWS_MAX = 20;

  /** What came of it. */
  enum Verdict {
    /** Not known yet. */
    OPEN,
    /** More threads do more. */
    GAINED,
    /** More threads do not: something outside the stage bounds it. */
    IN_VAIN,
    /** Fewer threads were measured; the curve says how good they are. */
    MEASURED,
    /** The threads were not busy, or changed by somebody else, or nothing was measured. */
    UNDECIDED
  }

  static Trial of(LearnedStage stage, int to) {
    return new Trial(stage.name(), stage.threads(), to, stage.perSecond(), 0, 0, 0);
  }

  boolean grows() {
    return to > from;
  }

  /** After another window. */
  Trial seen(LearnedStage now, double gainMin) {
    boolean fresh = now.latest().isPresent();
    boolean used = fresh && grows() && now.latest().get().threads() > from;
    boolean disappointing = used && gain(now.latest().get()) < gainMin;
    return new Trial(
        stage,
        from,
        to,
        before,
        measured + (fresh ? 1 : 0),
        disappointments + (disappointing ? 1 : 0),
        windows + 1);
  }

  /**
   * The gain as a share of what was predicted, (rate - before) / (before / from * (busy - from)).
   */
  private double gain(Measurement now) {
    return (now.perSecond() - before) / (before / from * (now.threads() - from));
  }

  /** What is known after the window that it was {@link #seen} with last. */
  Verdict verdict(LearnedStage now) {
    boolean over = now.threads() != to || windows >= WINDOWS_MAX;
    if (now.latest().isEmpty() || over) {
      return over ? Verdict.UNDECIDED : Verdict.OPEN;
    }
    if (!grows()) {
      return measured >= SHRUNK_MEASUREMENTS ? Verdict.MEASURED : Verdict.OPEN;
    }
    if (now.latest().get().threads() <= from) {
      return Verdict.UNDECIDED;
    }
    if (disappointments < measured) {
      return Verdict.GAINED;
    }
    return disappointments >= DISAPPOINTMENTS ? Verdict.IN_VAIN : Verdict.OPEN;
  }
}
