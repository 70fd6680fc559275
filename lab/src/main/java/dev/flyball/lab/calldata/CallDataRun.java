package dev.flyball.lab.calldata;

import dev.flyball.base.Require;
import dev.flyball.dataflow.pipeline.StageWindow;
import java.time.Duration;
import java.util.List;

/**
 * A run of the program with threads that stay as they are.
 *
 * @param settings what the program is like
 * @param threads its threads
 * @param perSecond how many tickets per second are sent on average; infinite for as many as are
 *     taken in
 * @param warmUp how long it runs before it is measured
 * @param length how long it is measured
 */
public record CallDataRun(
    CallDataSettings settings,
    ThreadCounts threads,
    double perSecond,
    Duration warmUp,
    Duration length) {

  public CallDataRun {
    Require.notNegative("warmUp", warmUp);
    Require.positive("length", length);
  }

  public CallDataResult on(CallDataServer testServer) throws InterruptedException {
    try (CallDataSession session =
        CallDataSession.start(testServer, settings, threads, perSecond)) {
      Thread.sleep(warmUp.toMillis());
      List<StageWindow> stages = session.measure(length);
      TicketAccount account = session.end();
      return new CallDataResult(
          threads, perSecond, stages, account, session.program().givenUp().firstCauses());
    }
  }
}
