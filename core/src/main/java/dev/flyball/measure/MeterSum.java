package dev.flyball.measure;

/**
 * The figures of many worker meters added up; a scratch pad of one thread.
 *
 * <p>What each field means is said at {@link WorkerMeter}.
 */
public final class MeterSum {

  long started;
  long startStampSum;
  long waitNanosSum;
  long completed;
  long endStampSum;
  long failed;
  long serviceNanosSum;
  long referenceNanosSum;
  long responseNanosSum;

  final LatencyCounts waits = new LatencyCounts();
  final LatencyCounts responses = new LatencyCounts();

  /** Adds another sum to this one. */
  public void add(MeterSum other) {
    started += other.started;
    startStampSum += other.startStampSum;
    waitNanosSum += other.waitNanosSum;
    completed += other.completed;
    endStampSum += other.endStampSum;
    failed += other.failed;
    serviceNanosSum += other.serviceNanosSum;
    referenceNanosSum += other.referenceNanosSum;
    responseNanosSum += other.responseNanosSum;
    waits.add(other.waits);
    responses.add(other.responses);
  }

  /** Tasks ended so far, whether well or not. */
  public long completed() {
    return completed;
  }

  /** The sum of the clock's readings at all ends, wrapped around. */
  public long endStampSum() {
    return endStampSum;
  }
}
