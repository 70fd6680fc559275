package dev.flyball.adapters.mariadb;

import java.time.Duration;

/**
 * A time in which a server cannot be reached, and when to try again: a pure value, which waits for
 * nothing itself.
 *
 * <p>The tries lie 1, 2, 4, 8, 16 and then 30 s apart: soon enough for a restart, and no burden on
 * a server that is down for long.
 *
 * @param sinceNanos when the server was lost, on any clock
 * @param tries how often it was tried to reach it since then
 * @param nextTryNanos when to try again
 * @param cause why it was not reached the last time
 */
record Absence(long sinceNanos, int tries, long nextTryNanos, String cause) {

  private static final int MOST_SECONDS = 30;

  static Absence begins(long nowNanos, String cause) {
    return new Absence(nowNanos, 0, nowNanos + waitNanos(0), cause);
  }

  Absence triedInVain(long nowNanos, String why) {
    return new Absence(sinceNanos, tries + 1, nowNanos + waitNanos(tries + 1), why);
  }

  private static long waitNanos(int tries) {
    int seconds = tries >= 5 ? MOST_SECONDS : 1 << tries;
    return Duration.ofSeconds(seconds).toNanos();
  }

  /** How long to wait still until the next try; 0 or less when it is due. */
  long leftNanos(long nowNanos) {
    return nextTryNanos - nowNanos;
  }

  long seconds(long nowNanos) {
    return Math.round((nowNanos - sinceNanos) / 1e9);
  }
}
