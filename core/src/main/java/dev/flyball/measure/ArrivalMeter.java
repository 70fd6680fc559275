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
  long arrivedWeight;
  long arrivalStampSum;
  long withdrawn;
  long withdrawnWeight;
  long withdrawalStampSum;
  long knownTasks;
  long firstNanosSum;
  long recentNanosSum;
  long referenceNanosSum;

  /** Nothing counted yet. */
  public ArrivalMeter() {}

  /**
   * Notes that a task was taken in.
   *
   * @param arrivalStamp the clock's reading, in nanoseconds
   * @param kind the profile of the task's kind
   */
  public void arrived(long arrivalStamp, KindProfile kind) {
    allArrived(arrivalStamp, kind, 1);
  }

  /**
   * Notes that tasks were taken in, of which one was clocked.
   *
   * @param arrivalStamp the clock's reading when that one arrived, in nanoseconds
   * @param kind the profile of its kind
   * @param tasks how many tasks, at least 1
   */
  public void allArrived(long arrivalStamp, KindProfile kind, int tasks) {
    arrived += tasks;
    clocked(arrivalStamp, kind, tasks);
  }

  /** Counts a task that was taken in and not clocked. */
  public void arrived() {
    arrived++;
  }

  /**
   * Counts a task that was taken in and clocked.
   *
   * @param arrivalStamp the clock's reading, in nanoseconds
   * @param kind the profile of the task's kind
   * @param weight how many tasks it stands for, at least 1
   */
  public void arrived(long arrivalStamp, KindProfile kind, int weight) {
    arrived++;
    clocked(arrivalStamp, kind, weight);
  }

  private void clocked(long arrivalStamp, KindProfile kind, int weight) {
    arrivedWeight += weight;
    arrivalStampSum += weight * arrivalStamp;
    long firstNanos = kind.firstNanos();
    if (firstNanos != KindProfile.UNKNOWN) {
      knownTasks += weight;
      firstNanosSum += weight * firstNanos;
      recentNanosSum += weight * kind.recentNanos();
      referenceNanosSum += weight * kind.referenceNanos();
    }
  }

  /**
   * Notes that a task left without ever starting.
   *
   * @param stamp the clock's reading, in nanoseconds
   */
  public void withdrawn(long stamp) {
    withdrawn(stamp, 1);
  }

  /**
   * Notes that a task left without ever starting.
   *
   * @param stamp the clock's reading, in nanoseconds
   * @param weight the weight with which it arrived; 0 where it was not clocked
   */
  public void withdrawn(long stamp, int weight) {
    withdrawn++;
    withdrawnWeight += weight;
    withdrawalStampSum += weight * stamp;
  }

  /** Adds what another meter counted, as it is now, to this one. */
  public void add(ArrivalMeter other) {
    arrived += other.arrived;
    arrivedWeight += other.arrivedWeight;
    arrivalStampSum += other.arrivalStampSum;
    withdrawn += other.withdrawn;
    withdrawnWeight += other.withdrawnWeight;
    withdrawalStampSum += other.withdrawalStampSum;
    knownTasks += other.knownTasks;
    firstNanosSum += other.firstNanosSum;
    recentNanosSum += other.recentNanosSum;
    referenceNanosSum += other.referenceNanosSum;
  }

  /** A copy of the figures as they are now. */
  public ArrivalMeter copy() {
    ArrivalMeter copy = new ArrivalMeter();
    copy.add(this);
    return copy;
  }
}
