package dev.flyball.lab.calldata;

import dev.flyball.base.Require;
import dev.flyball.dataflow.live.FlowDecision;
import dev.flyball.dataflow.pipeline.StageWindow;
import dev.flyball.lab.calldata.DemoResult.DemoPhase;
import dev.flyball.lab.calldata.DemoResult.DemoSecond;
import dev.flyball.lab.report.NumberFormat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
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

    DemoPhase {
      Require.notBlank("name", name);
      if (!(perSecond > 0)) {
        throw new IllegalArgumentException("perSecond must be above 0 but was " + perSecond);
      }
      Require.notNegative("databaseDelay", databaseDelay);
      Require.atLeast("seconds", 1, seconds);
    }

    /** Whether as many tickets come as are taken in. */
    boolean isFlood() {
      return Double.isInfinite(perSecond);
    }
  }

  /**
   * A second of a demonstration.
   *
   * @param phase the index of the phase, from 0
   * @param phaseName the phase's name
   * @param atSeconds when it ended, from the beginning of the demonstration
   * @param offered the mean number of tickets sent per second, if nothing blocks the sender
   * @param threads the requested threads at its end
   * @param backlog tickets that wait at its end: before the stages, and with the blocked sender
   * @param stages the work of each stage
   */
  record DemoSecond(
      int phase,
      String phaseName,
      double atSeconds,
      double offered,
      ThreadCounts threads,
      double backlog,
      List<StageWindow> stages) {

    DemoSecond {
      stages = List.copyOf(stages);
    }

    /** Tickets stored per second. */
    double delivered() {
      return CallDataSession.delivered(stages);
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
          phaseName,
          Double.isInfinite(offered) ? "no end" : Math.round(offered) + "/s",
          delivered(),
          backlog,
          threads.text());
    }
  }

  /**
   * The observations under one set of conditions.
   *
   * @param phase the conditions
   * @param seconds second by second, at least one
   */
  record PhaseFigures(DemoPhase phase, List<DemoSecond> seconds) {

    /** Stored is as good as offered from here on: Poisson arrivals differ by that much. */
    private static final double AS_GOOD_AS = 0.9;

    PhaseFigures {
      seconds = List.copyOf(seconds);
    }

    DemoSecond last() {
      return seconds.get(seconds.size() - 1);
    }

    /** Tickets stored per second, on average over the last quarter. */
    double deliveredAtEnd() {
      return seconds.stream()
          .skip(seconds.size() - (seconds.size() + 3) / 4)
          .mapToDouble(DemoSecond::delivered)
          .average()
          .orElse(Double.NaN);
    }

    /** The threads that there were for most of the last quarter. */
    ThreadCounts threadsAtEnd() {
      List<ThreadCounts> held =
          seconds.stream()
              .skip(seconds.size() - (seconds.size() + 3) / 4)
              .map(DemoSecond::threads)
              .toList();
      return held.stream()
          .max(Comparator.comparingInt(threads -> Collections.frequency(held, threads)))
          .orElseThrow();
    }

    double mostWaiting() {
      return seconds.stream().mapToDouble(DemoSecond::backlog).max().orElse(Double.NaN);
    }

    /**
     * After how many seconds of these conditions it kept up with what came until their end: as much
     * stored as offered, or less than a tenth of a second's tickets waiting. Empty when at the end
     * it does not.
     */
    double keptUpSeconds() {
      int kept = seconds.size();
      while (kept > 0 && keepsUp(seconds.get(kept - 1))) {
        kept--;
      }
      return kept == seconds.size() ? Double.NaN : kept;
    }

    private static boolean keepsUp(DemoSecond second) {
      return second.delivered() >= AS_GOOD_AS * second.offered()
          || (!Double.isInfinite(second.offered())
              && second.backlog() < (1 - AS_GOOD_AS) * second.offered());
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
