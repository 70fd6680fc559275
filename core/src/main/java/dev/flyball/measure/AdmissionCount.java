package dev.flyball.measure;

/**
 * What the rule for who gets in has seen since the beginning.
 *
 * @param shed tasks that it turned away, at their arrival or after they had waited
 * @param deadlineTasks tasks that came with a deadline, those turned away included
 * @param deadlineShareSum the share of the time to their deadline that they are expected to be
 *     served for, above 1 for one that takes longer, summed
 * @param turnedAway the work of the tasks that it turned away at their arrival
 */
public record AdmissionCount(
    long shed, long deadlineTasks, double deadlineShareSum, ArrivalMeter turnedAway) {

  /** Of a target without such a rule. */
  public static final AdmissionCount NONE = new AdmissionCount(0, 0, 0, new ArrivalMeter());
}
