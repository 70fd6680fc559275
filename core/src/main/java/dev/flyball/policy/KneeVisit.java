package dev.flyball.policy;

import java.util.OptionalDouble;

/**
 * The stay at one size: since when, and what was done there.
 *
 * @param workers the size; 0 before the first
 * @param sinceNanos since when
 * @param tasks tasks that ended
 * @param work work that ended
 * @param settledNanos when what ends began to be what was begun at this size; 0 as long as it is
 *     not
 * @param batch the tasks that ended since the last full batch
 */
record KneeVisit(
    int workers, long sinceNanos, double tasks, double work, long settledNanos, KneeBatch batch) {

  static final KneeVisit NONE = new KneeVisit(0, 0, 0, 0, 0, KneeBatch.EMPTY);

  /** A size has settled after so many service times at the latest. */
  private static final double SERVICE_TIMES = 3;

  private static final double PATIENCE_NANOS = 4e8;

  /** The stay with one window more; another stay when the size is another. */
  KneeVisit with(Observation seen, OptionalDouble calmSeconds, boolean byWork) {
    int asked = seen.size().workersAsked();
    long now = seen.window().endNanos();
    KneeVisit begun = asked == workers ? this : new KneeVisit(asked, now, 0, 0, 0, KneeBatch.EMPTY);
    double ended = begun.tasks + seen.flow().completed();
    double shortly = calmSeconds.orElse(Double.MAX_VALUE) * SERVICE_TIMES * 1e9;
    boolean settles = !shrinking(seen) && (ended >= asked || now - begun.sinceNanos > shortly);
    long firstSettled = begun.settledNanos == 0 ? now : begun.settledNanos;
    return new KneeVisit(
        asked,
        begun.sinceNanos,
        ended,
        asked == workers ? work + KneeBatch.work(seen, byWork) : 0,
        settles ? firstSettled : 0,
        begun.batch);
  }

  KneeVisit gathered(KneeBatch now) {
    return new KneeVisit(workers, sinceNanos, tasks, work, settledNanos, now);
  }

  boolean settled() {
    return settledNanos != 0;
  }

  /** Whether a reading can still be expected: for as long as settling took, and some looks. */
  boolean patient(long nowNanos) {
    return !settled()
        || nowNanos - settledNanos < Math.max(settledNanos - sinceNanos, PATIENCE_NANOS);
  }

  double seconds(long nowNanos) {
    return (nowNanos - sinceNanos) / 1e9;
  }

  /** The work that ended per nanosecond, settled or not. */
  double throughput(long nowNanos) {
    return work / Math.max(1, nowNanos - sinceNanos);
  }

  /** Whether there are still clearly more workers busy than were asked for. */
  static boolean shrinking(Observation seen) {
    return seen.size().busyMean() > 1.1 * seen.size().workersAsked() + 1;
  }
}
