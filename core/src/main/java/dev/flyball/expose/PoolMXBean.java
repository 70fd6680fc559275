package dev.flyball.expose;

import java.util.Map;

/**
 * A pool over JMX, as {@code dev.flyball:type=Pool,name="..."}.
 *
 * <p>The figures named as in Pepperdine's article "Tuning the Size of Your Thread Pool" (listing 2)
 * cover the pool's whole life and are at most 0.1 s old. An unknown figure is NaN.
 *
 * <p>Figures that begin with "Window" belong to a window that this bean cuts for itself, since
 * those of the governor may be too short to say much. A window begins where the previous one ended.
 * It ends when a client reads one of its figures, at least a second after its beginning: a client
 * that reads once a minute gets the figures of whole minutes. All clients share the window. The
 * figures are NaN until the first second is over.
 */
public interface PoolMXBean {

  /** The version of Flyball that made the pool; "unknown" where its classes are in no jar. */
  String getFlyballVersion();

  /** Tasks completed per second of the pool's life. */
  double getRequestPerSecondRetirementRate();

  /** Tasks completed per second of the last window. */
  double getWindowThroughput();

  /** Tasks that run now. */
  long getActive();

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

  /** Estimated average number of active requests / usable processors. */
  double getRatioOfActiveRequestsToCoreCount();

  /** Mean number of tasks in the pool over its life, measured and not derived. */
  double getMeasuredAverageNumberOfActiveRequests();

  /** Tasks completed since the pool was made. */
  long getRequestsRetired();

  /**
   * Tasks that ended with an exception since the pool was made; 0 of an adopted pool, which does
   * not tell.
   */
  long getRequestsFailed();

  /**
   * Further attempts since the pool was made at tasks that had failed; of a pipeline's stage with a
   * rule for that, 0 of any other pool.
   */
  long getRequestsRetried();

  /** Tasks rejected since the pool was made. */
  long getRequestsRejected();

  /** Tasks that the rule for who gets in has turned away since the pool was made. */
  long getRequestsShed();

  /**
   * The same by cause: {@code late}, {@code expired}, {@code overloaded}, {@code full}, {@code
   * displaced}, {@code gone}. Each is there, so that a client may take rates from the beginning.
   */
  Map<String, Long> getRequestsShedByCause();

  /** The same by importance, each of the four. */
  Map<String, Long> getRequestsShedByImportance();

  /**
   * The same by kind, importance and cause together, as {@code kind=checkout importance=low
   * cause=overloaded}; those only that occurred, a thousand at most.
   */
  Map<String, Long> getRequestsShedByAll();

  /** Tasks that the rule for who gets in turned away per second in the last window. */
  double getWindowShedRate();

  /** Processors that the process may use, within its quota. */
  double getCoreCount();

  /** Requested workers. */
  int getWorkersTarget();

  /** Existing workers. */
  int getWorkersCurrent();

  /** Queued tasks. */
  int getQueued();

  /** The length of the last window, in seconds. */
  double getWindowSeconds();

  /** Tasks that arrived per second in the last window. */
  double getWindowArrivalRate();

  /** Mean number of busy workers over the last window. */
  double getWindowBusyWorkers();

  /** The 95th percentile of arrival to end in the last window, in milliseconds. */
  double getWindowResponseMillisP95();

  /**
   * What matters most about the pool in the last window, in one word or two, as the dashboard says
   * it: {@code hung}, {@code failing}, {@code at its limit}, {@code keeps up}. Empty until the
   * first second is over.
   */
  String getVerdict();

  /**
   * How much that matters: {@code TROUBLE}, {@code ATTENTION} or {@code FINE}. Empty until the
   * first second is over.
   */
  String getVerdictLevel();

  /** The same in one sentence, with its figures. Empty until the first second is over. */
  String getVerdictSentence();

  /** The name of the governor's mode; "UNGOVERNED" without a governor. */
  String getMode();

  /** The name of the policy; empty without one. */
  String getPolicy();

  /** The limiting resource of the pool in one word; empty if the policy does not say. */
  String getRegime();

  /** The last advice of the policy, in workers; 0 before the first. */
  int getLastAdvice();

  /** The reason of the last advice. */
  String getLastReason();

  /**
   * The age of the last advice, in seconds. A large age is normal for an idle pool, which the
   * policy leaves alone.
   */
  double getLastAdviceAgeSeconds();

  /** The number of changes of size. */
  long getSizeChanges();

  /** The number of failures of the policy. */
  long getPolicyFailures();

  /** The smallest size that the governor may choose; 0 without a governor. */
  int getLimitMin();

  /** The largest size that the governor may choose; 0 without a governor. */
  int getLimitMax();

  /** Sets the sizes that the governor may choose. */
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
   * Forecasts the effect of another number of workers in one line: throughput as a ratio of the
   * present one, from low to high, and the reason; or that nothing is known.
   *
   * @param workers the number of workers, at least 1
   */
  String forecast(int workers);

  /**
   * Replaces the policy.
   *
   * @param specification its name in the catalogue, followed in brackets by the parameters that
   *     differ from their defaults, as in {@code littles-law(headroom=0.2)}
   */
  void policy(String specification);
}
