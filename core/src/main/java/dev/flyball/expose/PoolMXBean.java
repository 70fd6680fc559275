package dev.flyball.expose;

/**
 * A pool over JMX, as {@code dev.flyball:type=Pool,name="..."}.
 *
 * <p>The figures named as in Pepperdine's article "Tuning the Size of Your Thread Pool" (listing 2)
 * are over the pool's whole life, and at most 0.1 s old. A figure that is not known is NaN.
 *
 * <p>Those that begin with "Window" are of a window that this bean cuts for itself, for those of
 * the governor may be too short to say much. It begins where the one before ended, and ends when
 * one of its figures is asked for, a second after its beginning at the earliest: who asks every
 * minute has the figures of whole minutes. All who ask share it; NaN until the first second is
 * over.
 */
public interface PoolMXBean {

  /** Tasks completed per second of the pool's life. */
  double getRequestPerSecondRetirementRate();

  /** Mean time from start to end, in seconds. */
  double getAverageServiceTime();

  /** Mean time from arrival to start, in seconds. */
  double getAverageTimeWaitingInPool();

  /** Mean time from arrival to end, in seconds: waiting plus service. */
  double getAverageResponseTime();

  /** Little's law: retirement rate times average response time. */
  double getEstimatedAverageNumberOfActiveRequests();

  /** Waiting / (waiting + service). */
  double getRatioOfDeadTimeToResponseTime();

  /** Estimated average number of active requests / processors usable. */
  double getRatioOfActiveRequestsToCoreCount();

  /** The number of tasks in the pool averaged over its life, measured and not derived. */
  double getMeasuredAverageNumberOfActiveRequests();

  /** Tasks completed since the pool was made. */
  long getRequestsRetired();

  /** Tasks that ended with an exception since the pool was made. */
  long getRequestsFailed();

  /** Tasks turned away since the pool was made. */
  long getRequestsRejected();

  /** Processors that the process may use, a quota counted. */
  double getCoreCount();

  /** Workers asked for. */
  int getWorkersTarget();

  /** Workers that exist. */
  int getWorkersCurrent();

  /** Tasks that wait. */
  int getQueued();

  /** The length of the last window, in seconds. */
  double getWindowSeconds();

  /** Tasks arrived per second in the last window. */
  double getWindowArrivalRate();

  /** Busy workers averaged over the last window. */
  double getWindowBusyWorkers();

  /** The 95th percentile of arrival to end in the last window, in milliseconds. */
  double getWindowResponseMillisP95();

  /** The name of the governor's mode; "UNGOVERNED" where there is none. */
  String getMode();

  /** The name of the policy; empty where there is none. */
  String getPolicy();

  /** What limits the pool, in a word; empty where the policy does not say. */
  String getRegime();

  /** What the policy advised last; 0 where it has not advised yet. */
  int getLastAdvice();

  /** Why it advised so. */
  String getLastReason();

  /**
   * How long ago it advised so, in seconds. A policy that leaves an idle pool alone has advised
   * long ago, and that is in order.
   */
  double getLastAdviceAgeSeconds();

  /** How often the size was changed. */
  long getSizeChanges();

  /** How often the policy failed. */
  long getPolicyFailures();

  /** The smallest size allowed to the governor; 0 where there is none. */
  int getLimitMin();

  /** The largest size allowed to the governor; 0 where there is none. */
  int getLimitMax();

  /** Sets the sizes that are allowed to the governor. */
  void setLimits(int min, int max);

  /** Sets the size by hand and keeps it; the policy is still asked. */
  void pin(int workers);

  /** The kill switch: sets the size and no longer asks the policy. */
  void override(int workers);

  /** Leaves the size alone and only publishes the advice. */
  void adviseOnly();

  /** Follows the policy again. */
  void govern();

  /**
   * Would so many workers help? One line: throughput as a ratio of the present one, from low to
   * high, and why; or that nothing is known.
   *
   * @param workers the number asked about, at least 1
   */
  String forecast(int workers);

  /**
   * Asks another policy from now on.
   *
   * @param specification its name in the catalogue, and in brackets what is to differ from its
   *     defaults, as in {@code littles-law(headroom=0.2)}
   */
  void policy(String specification);
}
