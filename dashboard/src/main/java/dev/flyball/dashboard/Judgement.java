package dev.flyball.dashboard;

import dev.flyball.expose.view.Verdict;
import dev.flyball.expose.view.Verdict.Level;

/**
 * The verdict on a pool that the page shows, and since when it holds.
 *
 * <p>What matters more is shown at once; what matters less only after it has been so for three
 * seconds, or a pool in trouble would jump about in the list with every burst.
 *
 * @param level how much it matters
 * @param word in a word or two
 * @param sentence in a sentence
 * @param sinceMillis since when, on this machine's clock, since 1970
 * @param betterSinceMillis since when it would be another one that matters no more; 0 where not so
 */
record Judgement(
    Level level, String word, String sentence, long sinceMillis, long betterSinceMillis) {

  static final Judgement NONE = new Judgement(Level.FINE, "", "", 0, 0);

  private static final long STEADY_MILLIS = 3000;

  /** The judgement after another look. */
  Judgement next(Verdict now, long nowMillis) {
    if (word.equals(now.word())) {
      return new Judgement(now.level(), word, now.sentence(), sinceMillis, 0);
    }
    boolean matters = word.isEmpty() || now.level().compareTo(level) < 0;
    boolean steady = betterSinceMillis > 0 && nowMillis - betterSinceMillis >= STEADY_MILLIS;
    if (matters || steady) {
      return new Judgement(now.level(), now.word(), now.sentence(), nowMillis, 0);
    }
    long since = betterSinceMillis == 0 ? nowMillis : betterSinceMillis;
    return new Judgement(level, word, sentence, sinceMillis, since);
  }
}
