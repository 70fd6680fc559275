package dev.flyball.lab.calldata;

import dev.flyball.dataflow.live.FlowDecision;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The result of a demonstration.
 *
 * @param seconds second by second
 * @param decisions the governor's, those that changed something; each with its clock's reading
 * @param beganNanos that clock's reading at the beginning
 * @param account where the tickets are; empty where it was ended before
 * @param sweeps fixed configurations under the conditions of some phases
 */
record DemoResult(
    List<DemoSecond> seconds,
    List<FlowDecision> decisions,
    long beganNanos,
    Optional<TicketAccount> account,
    List<Swept> sweeps) {

  DemoResult {
    seconds = List.copyOf(seconds);
    decisions = List.copyOf(decisions);
    sweeps = List.copyOf(sweeps);
  }

  /**
   * Fixed configurations under the conditions of a phase.
   *
   * @param phase what the governor made of it
   * @param held the threads that the governor held at its end
   * @param result what they came to, the governor's threads among them
   */
  record Swept(PhaseFigures phase, ThreadCounts held, CallDataSweep.Result result) {

    String name() {
      return phase.phase().name();
    }

    /** What the governor's threads store, measured beside the others in turns. */
    double heldPerSecond() {
      return result.finalOf(held).perSecond();
    }

    /** That as a share of what the best do. */
    double share() {
      return heldPerSecond() / result.best().perSecond();
    }
  }

  /** Whether a ticket was looked for and is not where it belongs, in any of the runs. */
  boolean lost() {
    return !Stream.concat(account.stream(), sweeps.stream().map(swept -> swept.result().account()))
        .allMatch(TicketAccount::holds);
  }

  /** What was seen in each phase that began. */
  static List<PhaseFigures> phases(List<DemoSecond> seconds, List<DemoPhase> conditions) {
    List<PhaseFigures> figures = new ArrayList<>();
    for (int phase = 0; phase < conditions.size(); phase++) {
      int number = phase;
      List<DemoSecond> seen = seconds.stream().filter(at -> at.phase() == number).toList();
      if (!seen.isEmpty()) {
        figures.add(new PhaseFigures(conditions.get(phase), seen));
      }
    }
    return figures;
  }

  /** When a decision was taken, in seconds from the beginning. */
  double secondsAt(FlowDecision decision) {
    return (decision.atNanos() - beganNanos) / 1e9;
  }
}
