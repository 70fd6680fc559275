package dev.flyball.expose;

import dev.flyball.base.LogPause;
import dev.flyball.expose.view.Verdict;
import dev.flyball.expose.view.Verdict.Level;
import java.util.Locale;
import java.util.Optional;

/**
 * What a log is told of a pool's {@linkplain Verdict verdicts}: a verdict that has lasted for 10
 * seconds, once, and its end, once all has been fine for as long.
 *
 * <p>A pool that goes to and fro is no flood: a {@link LogPause} follows each line about trouble,
 * and another one each line about all else, so that no lesser matter hides a greater one. What
 * still holds after a pause is said then.
 *
 * <p>Times are those of the pool's clock, in nanoseconds. Not for several threads at once.
 */
final class LastingVerdict {

  private static final long LASTING_NANOS = 10_000_000_000L;
  private static final String FINE = "";

  private final LogPause troublePause = new LogPause();
  private final LogPause otherPause = new LogPause();

  private String word = FINE;
  private long sinceNanos;
  private String logged = FINE;
  private long loggedSinceNanos;

  /**
   * A line for the log.
   *
   * @param level how much it matters
   * @param text without the pool's name
   */
  record Line(Level level, String text) {}

  /**
   * Takes the verdict on one window, which follows on the one before.
   *
   * @return the line that is to be written now; mostly none
   */
  Optional<Line> next(Verdict verdict, long startNanos, long endNanos) {
    String present = verdict.level() == Level.FINE ? FINE : verdict.word();
    if (!present.equals(word)) {
      word = present;
      sinceNanos = startNanos;
    }
    LogPause pause = verdict.level() == Level.TROUBLE ? troublePause : otherPause;
    if (word.equals(logged) || endNanos - sinceNanos < LASTING_NANOS || !pause.isOver(endNanos)) {
      return Optional.empty();
    }
    pause.begin(endNanos);
    String what =
        word.equals(FINE)
            ? text("no longer %s, after %.0f s. ", logged, (sinceNanos - loggedSinceNanos) / 1e9)
            : text("%s, for %.0f s now. ", word, (endNanos - sinceNanos) / 1e9);
    logged = word;
    loggedSinceNanos = sinceNanos;
    return Optional.of(new Line(verdict.level(), what + verdict.sentence()));
  }

  @SuppressWarnings("AnnotateFormatMethod") // the annotation is no dependency
  private static String text(String format, Object... figures) {
    return String.format(Locale.ROOT, format, figures);
  }
}
