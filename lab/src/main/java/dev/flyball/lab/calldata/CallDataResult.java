package dev.flyball.lab.calldata;

import dev.flyball.dataflow.pipeline.StageWindow;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The result of a run of the program.
 *
 * @param threads its threads
 * @param offered how many tickets per second were sent on average; infinite for as many as were
 *     taken in
 * @param stages what each stage did in the measured time, each after those that send to it
 * @param account where the tickets are
 * @param causes why tickets were given up, the first of each stage, by the stages' names
 */
public record CallDataResult(
    ThreadCounts threads,
    double offered,
    List<StageWindow> stages,
    TicketAccount account,
    Map<String, String> causes) {

  public CallDataResult {
    stages = List.copyOf(stages);
    causes = Collections.unmodifiableMap(new TreeMap<>(causes));
  }

  /** Tickets stored per second, in the measured time. */
  public double delivered() {
    return CallDataSession.delivered(stages);
  }
}
