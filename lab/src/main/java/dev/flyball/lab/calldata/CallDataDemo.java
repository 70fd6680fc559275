package dev.flyball.lab.calldata;

import dev.flyball.base.Require;
import dev.flyball.dataflow.live.FlowGovernor;
import dev.flyball.lab.calldata.DemoRun.DemoPhase;
import dev.flyball.lab.report.Findings;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The program with one thread for each stage, and a governor that gives it those it needs, while
 * the conditions become others: tickets come at one rate, then at twice the rate, then the database
 * becomes slow, then all is as it was. At the end every ticket is looked for.
 *
 * @param perSecond how many tickets per second come at first
 * @param secondsEach how long the conditions stay as they are
 * @param databaseDelay by how much each insert becomes slower
 * @param swept whether there are two parts more, in which as many tickets come as are taken in,
 *     first onto the slow database and then onto the fast one; all configurations of a grid are
 *     measured under the same conditions, beside the governor's
 * @param settings what the program is like
 * @param command the command line that does it again
 */
public record CallDataDemo(
    double perSecond,
    int secondsEach,
    Duration databaseDelay,
    boolean swept,
    CallDataSettings settings,
    String command) {

  public CallDataDemo {
    Require.between("perSecond", 1, 1_000_000, perSecond);
    Require.atLeast("secondsEach", 5, secondsEach);
    Require.notNegative("databaseDelay", databaseDelay);
  }

  List<DemoPhase> phases() {
    double flood = Double.POSITIVE_INFINITY;
    return Stream.of(
            new DemoPhase("tickets come", perSecond, Duration.ZERO, secondsEach),
            new DemoPhase("twice as many", 2 * perSecond, Duration.ZERO, secondsEach),
            new DemoPhase("slow database", 2 * perSecond, databaseDelay, secondsEach),
            new DemoPhase("as at first", perSecond, Duration.ZERO, secondsEach),
            new DemoPhase("flood onto slow database", flood, databaseDelay, 2 * secondsEach),
            new DemoPhase("flood", flood, Duration.ZERO, 2 * secondsEach))
        .filter(phase -> swept || !phase.isFlood())
        .toList();
  }

  /**
   * The result.
   *
   * @param findings the figures and the page
   * @param lost whether a ticket was looked for and is not where it belongs
   */
  public record Ended(Findings findings, boolean lost) {}

  /**
   * Runs it; where the thread is interrupted, what there is up to then.
   *
   * @param says is told what happens, line by line
   * @param began is given the governor when it has started
   */
  public Ended run(Consumer<String> says, Consumer<FlowGovernor> began) {
    says.accept("starting a database server");
    try (CallDataServer server = CallDataServer.start(says)) {
      DemoRun run = new DemoRun(this, server, says);
      run.untilInterrupted(began);
      return new Ended(new CallDataDemoFindings(this, run).findings(), run.lost());
    }
  }
}
