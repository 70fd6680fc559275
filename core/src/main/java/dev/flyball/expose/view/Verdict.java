package dev.flyball.expose.view;

import dev.flyball.control.Governor;
import dev.flyball.control.Mode;
import dev.flyball.expose.view.PoolView.Steering;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Regime;
import java.util.Locale;
import java.util.OptionalInt;

/**
 * What matters most about a pool now: whether it is in trouble, in a word and in a sentence.
 *
 * <p>The first of these that holds is said: nothing moves; tasks fail; the size is held by limits,
 * or by hand, and that is too small; tasks are turned away; more comes than can be done in time;
 * the processors, or what is behind the workers, are short while tasks wait; somebody other than
 * the policy decides. What limits a pool is not asked of the policy alone: it sees no limit of its
 * own pool, and it goes on advising a pool that was pinned.
 *
 * @param level how much it matters
 * @param word the matter in one word or two
 * @param sentence the matter in one sentence, with its figures
 */
public record Verdict(Level level, String word, String sentence) {

  /** How much something matters. */
  public enum Level {
    /** Callers get errors, or wait for what does not come. */
    TROUBLE,
    /** To be known: it may be meant, or may become trouble. */
    ATTENTION,
    /** The pool does what comes. */
    FINE
  }

  /** The part of the tasks that fail from which on a pool is in trouble. */
  private static final double MOST = 0.5;

  /** The part from which on it is to be known. */
  private static final double SOME = 0.1;

  /** The part of the tasks turned away up to which that is no trouble yet. */
  private static final double RARE = 0.01;

  private static final double ALL_BUSY = 0.9;

  /** Advice that differs from the size by more than this factor is far from it. */
  private static final double FAR = 1.5;

  /** The verdict on a pool as it was seen. */
  public static Verdict of(PoolView view) {
    return of(view.figures(), view.steering());
  }

  static Verdict of(WindowFigures figures, Steering steering) {
    return new Case(figures, steering).verdict();
  }

  /** The verdict on what a governor sizes, as it was in a window that has just ended. */
  public static Verdict of(Governor governor, Observation seen) {
    return of(WindowFigures.of(seen, OptionalInt.empty(), true), Steering.of(governor, ""));
  }

  /** A pool of which nothing can be seen. */
  public static Verdict unseen(String why) {
    return new Verdict(Level.ATTENTION, "not seen", "It is not seen now: " + why);
  }

  private record Case(WindowFigures figures, Steering steering) {

    Verdict verdict() {
      int size = figures.workersTarget();
      if (is(Regime.HUNG)) {
        return trouble("hung", text("Nothing ends: %.0f busy", figures.busy()) + pressure() + ".");
      }
      double failed = figures.failedPerSecond() / figures.completedPerSecond();
      if (failed >= MOST) {
        return trouble("failing", failing() + turnedAwayToo() + ".");
      }
      boolean pressed = figures.queued() > 0 || isTurningAway();
      boolean atLimit = size >= steering.limitMax() && steering.wanted() > steering.limitMax();
      if (isIn(Mode.GOVERN) && atLimit && pressed) {
        return trouble(
            "at its limit",
            text("At its limit of %d; %d are needed", size, steering.wanted()) + pressure() + ".");
      }
      if (isHeld() && pressed && steering.wanted() > size) {
        return trouble(
            word(),
            text("%s at %d; %d are advised", held(), size, steering.wanted()) + pressure() + ".");
      }
      if (is(Regime.OVERLOADED)) {
        return trouble("overloaded", "More comes than can be done in time" + pressure() + ".");
      }
      if (isTurningAway()) {
        return trouble("turning away", "Tasks are turned away" + pressure() + why() + ".");
      }
      return calm(size, failed);
    }

    private Verdict calm(int size, double failed) {
      if (failed >= SOME) {
        return attention("some fail", failing() + ".");
      }
      if (isHeld()) {
        String advised =
            isIn(Mode.OVERRIDDEN)
                ? "; the policy is not asked"
                : text("; %d are advised", steering.wanted());
        return attention(word(), text("%s at %d", held(), size) + advised + ".");
      }
      if (isIn(Mode.ADVISE_ONLY)) {
        boolean far =
            steering.wanted() > FAR * size
                || (steering.wanted() > 0 && size > FAR * steering.wanted());
        String sentence = text("Advice only: %d advised, %d in force.", steering.wanted(), size);
        return far || figures.queued() > 0
            ? attention("advice only", sentence)
            : new Verdict(Level.FINE, "advice only", sentence);
      }
      if (figures.queued() > 0 && figures.busy() >= ALL_BUSY * size) {
        return busyAll(size);
      }
      return new Verdict(
          Level.FINE,
          steering.mode().equals(Steering.UNGOVERNED) ? "ungoverned" : "keeps up",
          text("Keeps up: %.1f of %d workers are busy.", figures.busy(), size));
    }

    private Verdict busyAll(int size) {
      if (is(Regime.CPU)) {
        return attention(
            "CPU", text("The processors are short: %d workers", size) + pressure() + ".");
      }
      if (is(Regime.BEHIND)) {
        return attention(
            "behind", text("What stands behind its %d workers is short", size) + pressure() + ".");
      }
      return attention("full", text("All of its %d workers are busy", size) + pressure() + ".");
    }

    private boolean is(Regime regime) {
      return !isIn(Mode.OVERRIDDEN) && steering.regime().equals(regime.word());
    }

    private boolean isIn(Mode mode) {
      return steering.mode().equals(mode.name());
    }

    private boolean isHeld() {
      return isIn(Mode.PINNED) || isIn(Mode.OVERRIDDEN);
    }

    private String word() {
      return isIn(Mode.PINNED) ? Mode.PINNED.word() : Mode.OVERRIDDEN.word();
    }

    private String held() {
      return isIn(Mode.PINNED) ? "Pinned by hand" : "Overridden by hand";
    }

    private double turnedAway() {
      return Math.max(figures.rejectedPerSecond(), figures.shedPerSecond());
    }

    private boolean isTurningAway() {
      double offered = figures.arrivedPerSecond() + figures.rejectedPerSecond();
      return turnedAway() > RARE * offered;
    }

    private String failing() {
      return text(
          "%.1f of %.1f tasks a second fail",
          figures.failedPerSecond(), figures.completedPerSecond());
    }

    private String turnedAwayToo() {
      return turnedAway() > 0 ? text("; %.1f/s turned away", turnedAway()) : "";
    }

    private String pressure() {
      return (figures.queued() > 0 ? text("; %d wait", figures.queued()) : "") + turnedAwayToo();
    }

    /** What limits a pool that turns tasks away, as far as its policy says. */
    private String why() {
      return is(Regime.BEHIND)
          ? "; what stands behind it is short"
          : is(Regime.CPU) ? "; the processors are short" : "";
    }

    private static Verdict trouble(String word, String sentence) {
      return new Verdict(Level.TROUBLE, word, sentence);
    }

    private static Verdict attention(String word, String sentence) {
      return new Verdict(Level.ATTENTION, word, sentence);
    }

    @SuppressWarnings("AnnotateFormatMethod") // the annotation is no dependency
    private static String text(String format, Object... figures) {
      return String.format(Locale.ROOT, format, figures);
    }
  }
}
