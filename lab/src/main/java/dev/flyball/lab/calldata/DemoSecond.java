package dev.flyball.lab.calldata;

import dev.flyball.dataflow.pipeline.StageWindow;
import java.util.List;
import java.util.Locale;

/**
 * A second of a demonstration.
 *
 * @param phase the index of the phase, from 0
 * @param atSeconds when it ended, from the beginning of the demonstration
 * @param offered the mean number of tickets sent per second, if nothing blocks the sender
 * @param threads the requested threads at its end
 * @param backlog tickets that wait at its end: before the stages, and with the blocked sender
 * @param stages the work of each stage
 */
record DemoSecond(
    int phase,
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
  String text(String phaseName) {
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
