package dev.flyball.lab.torture;

import java.util.List;

/**
 * The result of one round.
 *
 * @param plan what was done
 * @param faults what must not have been; none where all is well
 * @param tasks tasks handed in
 * @param ran tasks that ran
 * @param refused refusals that ended with a task turned away
 * @param handedBack tasks that were handed back unrun
 * @param resizes how often the size was changed by hand
 * @param interrupts how often a thread was interrupted
 * @param cancellations futures that were cancelled
 * @param startsFailed threads that could not be started
 * @param threads threads that were started
 */
record RoundResult(
    RoundPlan plan,
    List<String> faults,
    long tasks,
    long ran,
    long refused,
    long handedBack,
    long resizes,
    long interrupts,
    long cancellations,
    long startsFailed,
    long threads) {

  RoundResult {
    faults = List.copyOf(faults);
  }
}
