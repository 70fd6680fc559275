package dev.flyball.lab.calldata;

import dev.flyball.base.Require;
import dev.flyball.dataflow.live.FlowDecision;
import dev.flyball.dataflow.live.FlowGovernor;
import dev.flyball.dataflow.live.FlowPolicy;
import dev.flyball.dataflow.live.FlowSettings;
import dev.flyball.dataflow.network.Threads;
import dev.flyball.dataflow.pipeline.StageWindow;
import dev.flyball.lab.calldata.DemoResult.DemoPhase;
import dev.flyball.lab.calldata.DemoResult.DemoSecond;
import dev.flyball.lab.calldata.DemoResult.PhaseFigures;
import dev.flyball.lab.database.ServerSettings;
import dev.flyball.lab.report.Findings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

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

  /** Shorter than the governor's own, for a demonstration has seconds where others have minutes. */
  private static final FlowSettings GOVERNING = FlowSettings.DEFAULT.withWindows(2, 10, 15);

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final int SWEEP_TURNS = 2;
  private static final Duration SWEEP_SETTLE = Duration.ofMillis(500);
  private static final Duration SWEEP_LENGTH = Duration.ofMillis(1_500);

  public CallDataDemo {
    Require.between("perSecond", 1, 1_000_000, perSecond);
    Require.atLeast("secondsEach", 5, secondsEach);
    Require.notNegative("databaseDelay", databaseDelay);
  }

  List<DemoPhase> phases() {
    List<DemoPhase> phases = new ArrayList<>();
    phases.add(new DemoPhase("tickets come", perSecond, Duration.ZERO, secondsEach));
    phases.add(new DemoPhase("twice as many", 2 * perSecond, Duration.ZERO, secondsEach));
    phases.add(new DemoPhase("slow database", 2 * perSecond, databaseDelay, secondsEach));
    phases.add(new DemoPhase("as at first", perSecond, Duration.ZERO, secondsEach));
    if (swept) {
      phases.add(flood("flood onto slow database", databaseDelay));
      phases.add(flood("flood", Duration.ZERO));
    }
    return List.copyOf(phases);
  }

  private DemoPhase flood(String name, Duration delay) {
    return new DemoPhase(name, Double.POSITIVE_INFINITY, delay, 2 * secondsEach);
  }

  /** What is measured beside the governor's own configuration. */
  List<ThreadCounts> grid() {
    List<Integer> feeders = new ArrayList<>();
    for (int feeder = 1; feeder <= settings.connections(); feeder *= 2) {
      feeders.add(feeder);
    }
    return CallDataSweep.grid(List.of(1, 2), List.of(1), List.of(1, 2), feeders);
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
    try (CallDataServer testServer = CallDataServer.start(ServerSettings.usual(), says)) {
      DemoResult seen = watched(testServer, says, began);
      return new Ended(new CallDataDemoFindings(this, seen).findings(), seen.lost());
    }
  }

  private DemoResult watched(
      CallDataServer testServer, Consumer<String> says, Consumer<FlowGovernor> began) {
    List<DemoSecond> seconds = new ArrayList<>();
    List<FlowDecision> decisions = new ArrayList<>();
    Optional<TicketAccount> account = Optional.empty();
    List<DemoResult.Swept> sweeps = new ArrayList<>();
    long beganNanos = System.nanoTime();
    try {
      account = Optional.of(govern(testServer, beganNanos, seconds, decisions, says, began));
      says.accept(account.get().text());
      sweep(testServer, DemoResult.phases(seconds, phases()), sweeps, says);
    } catch (InterruptedException e) {
      says.accept("ended by hand");
    }
    return new DemoResult(seconds, decisions, beganNanos, account, sweeps);
  }

  private TicketAccount govern(
      CallDataServer testServer,
      long beganNanos,
      List<DemoSecond> seconds,
      List<FlowDecision> decisions,
      Consumer<String> says,
      Consumer<FlowGovernor> began)
      throws InterruptedException {
    try (CallDataSession session =
        CallDataSession.start(testServer, settings, ThreadCounts.ONE_EACH, perSecond)) {
      try (FlowGovernor governor = governor(session)) {
        began.accept(governor);
        Watch watch = new Watch(session, phases(), seconds, beganNanos, says);
        try {
          watch.all();
        } finally {
          decisions.addAll(
              governor.journal().decisions().stream()
                  .filter(decision -> !decision.changes().isEmpty())
                  .toList());
        }
      }
      return session.end();
    }
  }

  private FlowGovernor governor(CallDataSession session) {
    Threads feeders = new Threads(1, settings.connections(), false);
    FlowSettings governing = GOVERNING.withLimits(StageName.FEEDER.text(), feeders);
    return FlowGovernor.of(session.program().pipeline())
        .policy(FlowPolicy.planned(governing))
        .journal(100_000)
        .start();
  }

  /** Goes through the phases and writes down each second. */
  private record Watch(
      CallDataSession session,
      List<DemoPhase> phases,
      List<DemoSecond> seconds,
      long beganNanos,
      Consumer<String> says) {

    void all() throws InterruptedException {
      for (int phase = 0; phase < phases.size(); phase++) {
        DemoPhase conditions = phases.get(phase);
        session.testServer().slowDatabase(conditions.databaseDelay());
        session.generator().rate(conditions.perSecond());
        for (int second = 0; second < conditions.seconds(); second++) {
          DemoSecond seen = next(phase, conditions);
          seconds.add(seen);
          says.accept(seen.text());
        }
      }
    }

    private DemoSecond next(int phase, DemoPhase conditions) throws InterruptedException {
      List<StageWindow> windows = session.measure(SECOND);
      double queued = windows.stream().mapToLong(window -> window.size().queued()).sum();
      return new DemoSecond(
          phase,
          conditions.name(),
          (System.nanoTime() - beganNanos) / 1e9,
          conditions.perSecond(),
          ThreadCounts.of(session.program().pipeline().threads()),
          queued + session.generator().backlog(),
          windows);
    }
  }

  private void sweep(
      CallDataServer testServer,
      List<PhaseFigures> governed,
      List<DemoResult.Swept> sweeps,
      Consumer<String> says)
      throws InterruptedException {
    for (PhaseFigures phase : governed) {
      if (phase.phase().isFlood()) {
        testServer.slowDatabase(phase.phase().databaseDelay());
        ThreadCounts held = phase.threadsAtEnd();
        CallDataSweep sweep =
            new CallDataSweep(
                settings, grid(), SWEEP_TURNS, List.of(held), SWEEP_SETTLE, SWEEP_LENGTH);
        sweeps.add(new DemoResult.Swept(phase, held, sweep.on(testServer, says)));
      }
    }
  }
}
