package dev.flyball.lab.calldata;

import dev.flyball.dataflow.live.FlowGovernor;
import dev.flyball.dataflow.pipeline.StageWindow;
import dev.flyball.dataflow.policy.FlowAdvice.Change;
import dev.flyball.dataflow.policy.FlowPolicy;
import dev.flyball.dataflow.policy.FlowSettings;
import dev.flyball.lab.report.text.NumberFormat;
import dev.flyball.policy.Limits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * One run of a demonstration, and what was seen of it up to now.
 *
 * <p>For one thread.
 */
final class DemoRun {

  /** Shorter than the governor's own, for a demonstration has seconds where others have minutes. */
  private static final FlowSettings GOVERNING = FlowSettings.DEFAULT.withWindows(2, 10, 15);

  /** What is measured beside the governor's own configuration. */
  private static final List<ThreadCounts> GRID =
      CallDataSweep.grid(List.of(1, 2), List.of(1), List.of(1, 2), List.of(1, 2, 4, 8, 16, 32));

  private static final int SWEEP_TURNS = 2;
  private static final Duration SWEEP_SETTLE = Duration.ofMillis(500);
  private static final Duration SWEEP_LENGTH = Duration.ofMillis(1_500);

  private final CallDataDemo demo;
  private final CallDataServer server;
  private final Consumer<String> says;
  private final long beganNanos = System.nanoTime();
  private final List<PhaseFigures> phases = new ArrayList<>();
  private final List<Changed> changes = new ArrayList<>();
  private final List<Swept> sweeps = new ArrayList<>();
  private Optional<TicketAccount> account = Optional.empty();

  DemoRun(CallDataDemo demo, CallDataServer server, Consumer<String> says) {
    this.demo = demo;
    this.server = server;
    this.says = says;
  }

  /** Goes through all phases, then sweeps. */
  void untilInterrupted(Consumer<FlowGovernor> began) {
    try {
      TicketAccount found = govern(began);
      account = Optional.of(found);
      says.accept(found.text());
      for (PhaseFigures phase : phases()) {
        if (phase.phase().isFlood()) {
          sweep(phase);
        }
      }
    } catch (InterruptedException e) {
      says.accept("ended by hand");
    }
  }

  private TicketAccount govern(Consumer<FlowGovernor> began) throws InterruptedException {
    try (CallDataProgram program =
        new CallDataProgram(server, demo.settings(), ThreadCounts.ONE_EACH, demo.perSecond())) {
      try (FlowGovernor governor =
          FlowGovernor.of(program.pipeline())
              .policy(FlowPolicy.planned(GOVERNING))
              .limits(StageName.FEEDER.text(), Limits.of(1, CallDataSettings.CONNECTIONS))
              .journal(100_000)
              .start()) {
        began.accept(governor);
        try {
          for (DemoPhase phase : demo.phases()) {
            watch(program, phase);
          }
        } finally {
          governor.journal().decisions().stream()
              .flatMap(decision ->
                  decision.changes().stream()
                      .map(change -> new Changed(seconds(decision.atNanos()), change)))
              .forEach(changes::add);
        }
      }
      return program.end();
    }
  }

  private void watch(CallDataProgram program, DemoPhase phase) throws InterruptedException {
    PhaseFigures figures = new PhaseFigures(phase, threads(program), new ArrayList<>());
    phases.add(figures);
    server.slowDatabase(phase.databaseDelay());
    program.generator().rate(phase.perSecond());
    for (int second = 0; second < phase.seconds(); second++) {
      List<StageWindow> windows = program.measure(Duration.ofSeconds(1));
      double queued = windows.stream().mapToLong(window -> window.size().queued()).sum();
      DemoSecond seen =
          new DemoSecond(
              phase,
              seconds(System.nanoTime()),
              threads(program),
              queued + program.generator().backlog(),
              windows);
      figures.seconds().add(seen);
      says.accept(seen.text());
    }
  }

  private static ThreadCounts threads(CallDataProgram program) {
    return ThreadCounts.of(program.pipeline().threads());
  }

  private double seconds(long atNanos) {
    return (atNanos - beganNanos) / 1e9;
  }

  private void sweep(PhaseFigures phase) throws InterruptedException {
    server.slowDatabase(phase.phase().databaseDelay());
    ThreadCounts held = phase.threadsAtEnd();
    CallDataSweep sweep =
        new CallDataSweep(demo.settings(), GRID, SWEEP_TURNS, held, SWEEP_SETTLE, SWEEP_LENGTH);
    sweeps.add(new Swept(phase, held, sweep.on(server, says)));
  }

  /** What was seen in each phase, but one that was ended in its first second. */
  List<PhaseFigures> phases() {
    return phases.stream().filter(phase -> !phase.seconds().isEmpty()).toList();
  }

  /** The governor's changes. */
  List<Changed> changes() {
    return changes;
  }

  /** Where the tickets are; empty where it was ended before. */
  Optional<TicketAccount> account() {
    return account;
  }

  /** Fixed configurations under the conditions of some phases. */
  List<Swept> sweeps() {
    return sweeps;
  }

  /** Whether a ticket was looked for and is not where it belongs, in any of the runs. */
  boolean lost() {
    return !Stream.concat(account.stream(), sweeps.stream().map(swept -> swept.result().account()))
        .allMatch(TicketAccount::holds);
  }

  /**
   * A change of the governor's.
   *
   * @param atSeconds when, from the beginning of the demonstration
   * @param change which, and why
   */
  record Changed(double atSeconds, Change change) {}

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

  /**
   * A part of a demonstration in which the conditions stay as they are.
   *
   * @param name what it is called
   * @param perSecond how many tickets per second are sent on average; infinite for as many as are
   *     taken in
   * @param databaseDelay how much longer each insert takes in the server
   * @param seconds how long it lasts
   */
  record DemoPhase(String name, double perSecond, Duration databaseDelay, int seconds) {

    /** Whether as many tickets come as are taken in. */
    boolean isFlood() {
      return Double.isInfinite(perSecond);
    }
  }

  /**
   * A second of a demonstration.
   *
   * @param phase the conditions
   * @param atSeconds when it ended, from the beginning of the demonstration
   * @param threads the requested threads at its end
   * @param backlog tickets that wait at its end: before the stages, and with the blocked sender
   * @param stages the work of each stage
   */
  record DemoSecond(
      DemoPhase phase,
      double atSeconds,
      ThreadCounts threads,
      double backlog,
      List<StageWindow> stages) {

    /** Tickets stored per second. */
    double delivered() {
      return CallDataProgram.delivered(stages);
    }

    /** Tickets that came to the first stage, per second. */
    double arrived() {
      return stages.get(0).arrivalRate();
    }

    /** The second in a line. */
    String text() {
      return String.format(
          Locale.ROOT,
          "%4.0f s  %s: %s offered, %.0f/s stored, %.0f waiting, threads %s",
          atSeconds,
          phase.name(),
          phase.isFlood() ? "no end" : Math.round(phase.perSecond()) + "/s",
          delivered(),
          backlog,
          threads.text());
    }
  }

  /**
   * The observations under one set of conditions.
   *
   * @param phase the conditions
   * @param before the requested threads when they began
   * @param seconds second by second, added to while they last
   */
  record PhaseFigures(DemoPhase phase, ThreadCounts before, List<DemoSecond> seconds) {

    /** Stored is as good as offered from here on: Poisson arrivals differ by that much. */
    private static final double AS_GOOD_AS = 0.9;

    DemoSecond last() {
      return seconds.get(seconds.size() - 1);
    }

    private List<DemoSecond> lastQuarter() {
      return seconds.subList(seconds.size() - (seconds.size() + 3) / 4, seconds.size());
    }

    /** Tickets stored per second, on average over the last quarter. */
    double deliveredAtEnd() {
      return lastQuarter().stream().mapToDouble(DemoSecond::delivered).average().orElseThrow();
    }

    /** The threads that there were for most of the last quarter. */
    ThreadCounts threadsAtEnd() {
      List<ThreadCounts> held = lastQuarter().stream().map(DemoSecond::threads).toList();
      return Collections.max(
          held, Comparator.comparingInt(threads -> Collections.frequency(held, threads)));
    }

    double mostWaiting() {
      return seconds.stream().mapToDouble(DemoSecond::backlog).max().orElseThrow();
    }

    /**
     * After how many seconds of these conditions it kept up with what came until their end: as much
     * stored as offered, or less than a tenth of a second's tickets waiting. NaN when at the end it
     * does not.
     */
    double keptUpSeconds() {
      int kept = seconds.size();
      while (kept > 0 && keepsUp(seconds.get(kept - 1))) {
        kept--;
      }
      return kept == seconds.size() ? Double.NaN : kept;
    }

    private boolean keepsUp(DemoSecond second) {
      return second.delivered() >= AS_GOOD_AS * phase.perSecond()
          || (!phase.isFlood() && second.backlog() < (1 - AS_GOOD_AS) * phase.perSecond());
    }

    /** These conditions in a sentence. */
    String sentence() {
      return String.format(
          Locale.ROOT,
          "%s%s (%s%s): %s/s stored with %s.",
          Character.toUpperCase(phase.name().charAt(0)),
          phase.name().substring(1),
          phase.isFlood()
              ? "as many tickets as it takes in"
              : NumberFormat.text(phase.perSecond()) + " tickets per second",
          phase.databaseDelay().isZero()
              ? ""
              : ", inserts " + phase.databaseDelay().toMillis() + " ms slower",
          NumberFormat.text(deliveredAtEnd()),
          last().threads().text());
    }
  }
}
