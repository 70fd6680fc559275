package dev.flyball.measure;

/**
 * What is counted where tasks come in: arrivals, tasks withdrawn before they started, and the
 * offered work. Tasks turned away are counted elsewhere: they never come in.
 *
 * <p>Not thread-safe: every call is made under the lock of the queue that the tasks go into, which
 * is what makes the counts agree with the queue.
 */
public final class ArrivalMeter {

  long arrived;
  long arrivalStampSum;
  long withdrawn;
  long withdrawalStampSum;
  long knownTasks;
  long firstNanosSum;
  long recentNanosSum;
  long referenceNanosSum;

  /**
   * Notes that a task was taken in.
   *
   * @param arrivalStamp the clock's reading, in nanoseconds
   * @param kind the profile of the task's kind
   */
  public void arrived(long arrivalStamp, KindProfile kind) {
    arrived++;
    arrivalStampSum += arrivalStamp;
    long firstNanos = kind.firstNanos();
    if (firstNanos != KindProfile.UNKNOWN) {
      knownTasks++;
      firstNanosSum += firstNanos;
      recentNanosSum += kind.recentNanos();
      referenceNanosSum += kind.referenceNanos();
    }
  }

  /**
   * Notes that a task left without ever starting.
   *
   * @param stamp the clock's reading, in nanoseconds
   */
  public void withdrawn(long stamp) {
    withdrawn++;
    withdrawalStampSum += stamp;
  }

  /** A copy of the figures as they are now. */
  public ArrivalMeter copy() {
    ArrivalMeter copy = new ArrivalMeter();
    copy.arrived = arrived;
    copy.arrivalStampSum = arrivalStampSum;
    copy.withdrawn = withdrawn;
    copy.withdrawalStampSum = withdrawalStampSum;
    copy.knownTasks = knownTasks;
    copy.firstNanosSum = firstNanosSum;
    copy.recentNanosSum = recentNanosSum;
    copy.referenceNanosSum = referenceNanosSum;
    return copy;
  }
}
