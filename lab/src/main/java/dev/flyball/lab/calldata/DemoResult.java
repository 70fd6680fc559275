package dev.flyball.lab.calldata;

import dev.flyball.dataflow.live.FlowDecision;
import java.util.List;
import java.util.Optional;

/**
 * What a demonstration showed.
 *
 * @param seconds second by second
 * @param decisions the governor's, those that changed something; each with its clock's reading
 * @param beganNanos that clock's reading at the beginning
 * @param account where the tickets are; empty where it was ended before
 * @param sweep fixed configurations under the last conditions, where they were measured
 */
record DemoResult(
    List<DemoSecond> seconds,
    List<FlowDecision> decisions,
    long beganNanos,
    Optional<TicketAccount> account,
    Optional<CallDataSweep.Result> sweep) {

  DemoResult {
    seconds = List.copyOf(seconds);
    decisions = List.copyOf(decisions);
  }

  List<DemoSecond> of(int phase) {
    return seconds.stream().filter(second -> second.phase() == phase).toList();
  }
}
