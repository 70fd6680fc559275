package dev.flyball.dataflow.policy;

import dev.flyball.dataflow.policy.LearnedStage.Measurement;

/**
 * A stage that was given a number of threads that nothing was known of; an immutable value.
 *
 * <p>There is one at a time, so what the stage gains is due to it. The gain is that of the stage's
 * own rate, measured while its threads were busy, so neither a lack of records nor a slow stage
 * behind it is taken for a failure. A clear gain or loss is seen in one window; what is not clear
 * is measured four times: a step of a quarter is predicted to gain 25 %, of which four windows with
 * 10 % of noise each leave 5 %.
 *
 * @param stage the stage's name
 * @param from its threads before
 * @param to its threads now
 * @param before its total rate with those before, in records per second
 * @param measured how often its rate was measured since
 * @param gains the sum of the gains that were measured, each as a share of what was predicted; with
 *     fewer threads, as a share of the rate before
 * @param windows how many windows it has lasted
 * @param jumps how often the stage's curve had been scaled when it began
 * @param again whether the threads now were measured before
 */
record Trial(
    String stage,
    int from,
    int to,
    double before,
    int measured,
    double gains,
    int windows,
    int jumps,
    boolean again) {

  /** So many measurements end it. */
  static final int MEASUREMENTS = 4;

  /** A mean gain above this needs no further ones; 0.5 after one, 0.35 after two. */
  private static final double CLEAR_GAIN = 0.5;

  /** Fewer threads that lose more than this need no further measurements; 0.18 after two. */
  private static final double CLEAR_LOSS = 0.25;

  /** Fewer threads that lose less than this do as much; of four measurements 7 % is noise. */
  private static final double KEEPS = -0.05;

  private static final int WINDOWS_MAX = 20;

  /** The result of the trial. */
  enum Verdict {
    /** Not known yet. */
    OPEN,
    /** More threads do more. */
    GAINED,
    /** More threads do not: something outside the stage bounds it. */
    IN_VAIN,
    /** The threads were measured; the curve says how good they are. */
    MEASURED,
    /** The threads were not busy, or nothing was measured, or something else has changed. */
    UNDECIDED
  }

  static Trial of(LearnedStage stage, int to) {
    boolean again = stage.curve().knows(to, to);
    return new Trial(
        stage.name(),
        stage.threads(),
        to,
        stage.curve().measuredPerSecond(stage.threads()),
        0,
        0,
        0,
        stage.curve().jumps(),
        again);
  }

  boolean grows() {
    return to > from;
  }

  /** After another window. */
  Trial seen(LearnedStage now) {
    boolean fresh = now.latest().isPresent();
    boolean used = fresh && (!grows() || now.latest().get().threads() > from);
    double gain = used ? gain(now.latest().get()) : 0;
    return new Trial(
        stage,
        from,
        to,
        before,
        measured + (fresh ? 1 : 0),
        gains + gain,
        windows + 1,
        jumps,
        again);
  }

  /**
   * The gain as a share of what was predicted, (rate - before) / (before / from * (busy - from)).
   */
  private double gain(Measurement now) {
    return !grows()
        ? now.perSecond() / before - 1
        : (now.perSecond() - before) / (before / from * (now.threads() - from));
  }

  /** What is known after the window that it was {@link #seen} with last. */
  Verdict verdict(LearnedStage now, double gainMin) {
    boolean changed = now.threads() != to || now.curve().jumps() != jumps;
    boolean over = changed || windows >= WINDOWS_MAX;
    if (now.latest().isEmpty() || over) {
      return over ? Verdict.UNDECIDED : Verdict.OPEN;
    }
    if (!grows() || again) {
      return measured >= MEASUREMENTS || isClear() ? Verdict.MEASURED : Verdict.OPEN;
    }
    if (now.latest().get().threads() <= from) {
      return Verdict.UNDECIDED;
    }
    double mean = gains / measured;
    if (mean >= CLEAR_GAIN / Math.sqrt(measured)) {
      return Verdict.GAINED;
    }
    if (measured < MEASUREMENTS && mean > -CLEAR_GAIN / Math.sqrt(measured)) {
      return Verdict.OPEN;
    }
    return mean < gainMin ? Verdict.IN_VAIN : Verdict.GAINED;
  }

  /** Whether fewer threads have done as much, or more. */
  boolean keeps() {
    return gains / measured > KEEPS;
  }

  private boolean isClear() {
    return !grows() && Math.abs(gains) / measured >= CLEAR_LOSS / Math.sqrt(measured);
  }
}
