package dev.flyball.dashboard;

import dev.flyball.expose.view.Verdict;

/**
 * The verdict on a pool that the page shows, and since when it holds.
 *
 * <p>What matters more is shown at once; what matters less only after it has been so for three
 * seconds, or a pool in trouble would jump about in the list with every burst.
 *
 * @param verdict what is shown
 * @param sinceMillis since when, on this machine's clock, since 1970
 * @param otherSinceMillis since when it would be another one that matters no more; 0 where not so
 */
record Judgement(Verdict verdict, long sinceMillis, long otherSinceMillis) {

  private static final long STEADY_MILLIS = 3000;

  /** The first judgement on a pool. */
  static Judgement first(Verdict verdict, long nowMillis) {
    return new Judgement(verdict, nowMillis, 0);
  }

  /** The judgement after another look. */
  Judgement next(Verdict now, long nowMillis) {
    if (now.word().equals(verdict.word())) {
      return new Judgement(now, sinceMillis, 0);
    }
    boolean mattersMore = now.level().compareTo(verdict.level()) < 0;
    boolean isSteady = otherSinceMillis > 0 && nowMillis - otherSinceMillis >= STEADY_MILLIS;
    if (mattersMore || isSteady) {
      return first(now, nowMillis);
    }
    return new Judgement(
        verdict, sinceMillis, otherSinceMillis == 0 ? nowMillis : otherSinceMillis);
  }
}
