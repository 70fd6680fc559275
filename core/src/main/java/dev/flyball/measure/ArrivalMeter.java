package dev.flyball.measure;

/**
 * The counts at a pool's entrance: arrivals, tasks withdrawn before they started, and the offered
 * work. Rejected tasks never arrive and are counted elsewhere.
 *
 * <p>Not thread-safe: every call is made under the lock of the queue that the tasks enter, so the
 * counts agree with the queue.
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

  /** Makes a meter with all counts at 0. */
  public ArrivalMeter() {}

  /**
   * Records that a task was accepted.
   *
   * @param arrivalStamp the clock's reading, in nanoseconds
   * @param kind the profile of the task's kind
   */
  public void arrived(long arrivalStamp, KindProfile kind) {
    allArrived(arrivalStamp, kind, 1);
  }

  /**
   * Records that several tasks were accepted, one of which was clocked.
   *
   * @param arrivalStamp the clock's reading when the clocked task arrived, in nanoseconds
   * @param kind the profile of its kind
   * @param tasks the number of tasks, at least 1
   */
  public void allArrived(long arrivalStamp, KindProfile kind, int tasks) {
    arrived += tasks;
    clocked(arrivalStamp, kind, tasks);
  }

  /** Counts an accepted task that was not clocked. */
  public void arrived() {
    arrived++;
  }

  /**
   * Counts an accepted task that was clocked.
   *
   * @param arrivalStamp the clock's reading, in nanoseconds
   * @param kind the profile of the task's kind
   * @param weight the number of tasks that it stands for, at least 1
   */
  public void arrived(long arrivalStamp, KindProfile kind, int weight) {
    arrived++;
    clocked(arrivalStamp, kind, weight);
  }

  private void clocked(long arrivalStamp, KindProfile kind, int weight) {
    arrivedWeight += weight;
    arrivalStampSum += weight * arrivalStamp;
    offered(kind, weight);
  }

  /**
   * Records the work of tasks that came and were turned away: it was offered, too.
   *
   * @param kind the profile of their kind
   * @param weight how many
   */
  public void offered(KindProfile kind, int weight) {
    long firstNanos = kind.firstNanos();
    if (firstNanos != KindProfile.UNKNOWN) {
      knownTasks += weight;
      firstNanosSum += weight * firstNanos;
      recentNanosSum += weight * kind.recentNanos();
      referenceNanosSum += weight * kind.referenceNanos();
    }
  }

  /**
   * Records that a task left without ever starting.
   *
   * @param stamp the clock's reading, in nanoseconds
   */
  public void withdrawn(long stamp) {
    withdrawn(stamp, 1);
  }

  /**
   * Records that a task left without ever starting.
   *
   * @param stamp the clock's reading, in nanoseconds
   * @param weight the weight with which it arrived; 0 if it was not clocked
   */
  public void withdrawn(long stamp, int weight) {
    withdrawn++;
    withdrawnWeight += weight;
    withdrawalStampSum += weight * stamp;
  }

  /** Adds the present counts of another meter to this one. */
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
