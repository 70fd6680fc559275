package dev.flyball.lab.calldata;

import dev.flyball.dataflow.pipeline.StageWindow;
import java.util.List;
import java.util.Locale;

/**
 * A second of a demonstration.
 *
 * @param phase in which phase, from 0
 * @param atSeconds when it ended, from the beginning of the demonstration
 * @param offered how many tickets per second are sent on average, if nobody holds the sender up
 * @param threads the threads asked for at its end
 * @param backlog tickets that wait at its end: before the stages, and with the sender who is held
 *     up
 * @param stages what each stage did
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
