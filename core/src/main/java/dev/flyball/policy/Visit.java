package dev.flyball.policy;

/**
 * The stay at one size: since when, and what was done there.
 *
 * @param size in workers; 0 before the first
 * @param sinceNanos since when
 * @param tasks tasks that ended
 * @param work work that ended, in the unit of {@link Batch}
 * @param settledNanos when what ends began to be what was begun here; 0 as long as it is not
 * @param batch the tasks that ended since the last full batch
 */
record Visit(
    int size, long sinceNanos, double tasks, double work, long settledNanos, Batch batch) {

  static final Visit NONE = new Visit(0, 0, 0, 0, 0, Batch.EMPTY);

  private static final double COUNT_MAX = 1e15;

  /** The stay with one window more; another stay when the size is another. */
  Visit with(Observation seen, double easeSeconds) {
    int asked = seen.size().workersAsked();
    long now = seen.window().endNanos();
    Visit begun = asked == size ? this : new Visit(asked, now, 0, 0, 0, Batch.EMPTY);
    double ended = Math.min(COUNT_MAX, begun.tasks + seen.flow().completed());
    boolean settled =
        !shrinking(seen) && (ended >= asked || now - begun.sinceNanos > 3e9 * easeSeconds);
    return new Visit(
        asked,
        begun.sinceNanos,
        ended,
        Math.min(COUNT_MAX * 1e9, begun.work + Batch.work(seen)),
        !settled ? 0 : begun.settledNanos == 0 ? now : begun.settledNanos,
        begun.batch);
  }

  Visit gathered(Batch now) {
    return new Visit(size, sinceNanos, tasks, work, settledNanos, now);
  }

  /** The same stay, as if it began now. */
  Visit again(long nowNanos) {
    return new Visit(size, nowNanos, tasks, 0, settledNanos, batch);
  }

  boolean settled() {
    return settledNanos != 0;
  }

  /** Whether a reading can still be expected: as long as settling took, and some looks. */
  boolean patient(long nowNanos) {
    return !settled() || nowNanos - settledNanos < Math.max(settledNanos - sinceNanos, 4e8);
  }

  double seconds(long nowNanos) {
    return (nowNanos - sinceNanos) / 1e9;
  }

  /** Work per nanosecond since the stay began. */
  double throughput(long nowNanos) {
    return work / Math.max(1, nowNanos - sinceNanos);
  }

  static boolean shrinking(Observation seen) {
    return seen.size().busyMean() > 1.1 * seen.size().workersAsked() + 1;
  }
}
