package dev.flyball.lab.calldata;

import dev.flyball.lab.report.JsonFields;
import dev.flyball.lab.report.NumberFormat;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;

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
   * stored as offered, or less than a tenth of a second's tickets waiting. Empty when at the end it
   * does not.
   */
  OptionalDouble keptUpSeconds() {
    int kept = seconds.size();
    while (kept > 0 && keepsUp(seconds.get(kept - 1))) {
      kept--;
    }
    return kept == seconds.size() ? OptionalDouble.empty() : OptionalDouble.of(kept);
  }

  private static boolean keepsUp(DemoSecond second) {
    return second.delivered() >= AS_GOOD_AS * second.offered()
        || (!Double.isInfinite(second.offered())
            && second.backlog() < (1 - AS_GOOD_AS) * second.offered());
  }

  /** These conditions in a sentence. */
  String sentence() {
    String offered =
        Double.isInfinite(phase.perSecond())
            ? "as many tickets as it takes in"
            : NumberFormat.text(phase.perSecond()) + " tickets per second";
    String slow =
        phase.databaseDelay().isZero()
            ? ""
            : ", inserts " + phase.databaseDelay().toMillis() + " ms slower";
    return Character.toUpperCase(phase.name().charAt(0))
        + phase.name().substring(1)
        + " ("
        + offered
        + slow
        + "): "
        + NumberFormat.text(deliveredAtEnd())
        + "/s stored with "
        + last().threads().text()
        + ".";
  }

  JsonFields extra() {
    return JsonFields.of("name", phase.name())
        .and("offeredPerSecond", finite(phase.perSecond()))
        .and("databaseDelayMillis", phase.databaseDelay().toNanos() / 1e6)
        .and("seconds", seconds.size())
        .and("storedAtEndPerSecond", deliveredAtEnd())
        .and("mostWaiting", mostWaiting())
        .and("waitingAtEnd", last().backlog())
        .and("keptUpAfterSeconds", keptUpSeconds())
        .and("threads", extra(last().threads()));
  }

  /** Unknown where it is infinite. */
  static OptionalDouble finite(double value) {
    return Double.isInfinite(value) ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  static JsonFields extra(ThreadCounts threads) {
    JsonFields extra = JsonFields.NONE;
    for (StageName stage : StageName.values()) {
      extra = extra.and(stage.text(), threads.of(stage));
    }
    return extra;
  }
}
