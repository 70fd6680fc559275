package dev.flyball.flink;

import java.util.Map;
import java.util.TreeMap;

/**
 * What a governor made of one window of a job, and why.
 *
 * @param action what was done
 * @param perSecond records per second that the sources sent
 * @param demandPerSecond records per second that they would send without back pressure; at most a
 *     hundred times the former
 * @param from subtasks by vertex before
 * @param to subtasks by vertex that are wanted
 * @param restartSeconds from the request until the job ran again; 0 where it was not rescaled
 * @param why the reason in one line
 */
public record FlinkDecision(
    Action action,
    double perSecond,
    double demandPerSecond,
    Map<String, Integer> from,
    Map<String, Integer> to,
    double restartSeconds,
    String why) {

  /** What was done with a job. */
  public enum Action {
    /** Nothing: no whole window of one epoch was seen. */
    WAITED,
    /** Nothing: the present parallelisms are good enough, or a restart is too early. */
    HELD,
    /** A rescale was advised only. */
    ADVISED,
    /** The job was rescaled and runs with what was wanted. */
    RESCALED,
    /** The job was rescaled and runs with less than was wanted. */
    PARTLY,
    /** The job did not run again in time; its former parallelisms were asked for. */
    TAKEN_BACK
  }

  public FlinkDecision {
    from = new TreeMap<>(from);
    to = new TreeMap<>(to);
  }
}
