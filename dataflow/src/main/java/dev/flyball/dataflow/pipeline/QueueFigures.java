package dev.flyball.dataflow.pipeline;

/** The counts of a queue. Guarded by its lock. */
final class QueueFigures {

  private long arrived;
  private long dropped;
  private long spilled;
  private long unspillable;
  private long refused;
  private long withoutKey;
  private long gapCount;
  private double gapNanos;
  private double gapSquares;
  private long lastStamp;

  /** Notes records that came at one time: the first after a gap, the others after none. */
  void arrived(int records, long stamp) {
    if (records == 0) {
      return;
    }
    boolean first = arrived == 0;
    if (!first) {
      double gap = Math.max(0, stamp - lastStamp); // clocks are read before the lock is had
      gapCount++;
      gapNanos += gap;
      gapSquares += gap * gap;
    }
    gapCount += records - 1;
    arrived += records;
    lastStamp = first ? stamp : Math.max(lastStamp, stamp);
  }

  void dropped(int records) {
    dropped += records;
  }

  void spilled() {
    spilled++;
  }

  void unspillable() {
    unspillable++;
  }

  void refused() {
    refused++;
  }

  /** A record was given up before any worker, for it has no key. */
  void withoutKey() {
    withoutKey++;
  }

  Moments gaps() {
    return new Moments(gapCount, gapNanos, gapSquares);
  }

  StageTotals.Flow flow(StageSum workers) {
    return new StageTotals.Flow(
        arrived,
        workers.done + withoutKey,
        workers.failed + withoutKey,
        workers.retried,
        dropped,
        spilled,
        unspillable,
        refused);
  }
}
