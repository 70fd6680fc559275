package dev.flyball.expose;

import dev.flyball.control.Decision;
import dev.flyball.control.Governor;

/**
 * Writes every decision of a governor into the flight recorder.
 *
 * <p>Costs next to nothing while nobody records. Needs the module {@code jdk.jfr}; a run time
 * without it is left alone.
 */
public final class FlightRecorder {

  private FlightRecorder() {}

  /**
   * Records the decisions of this governor from now on; does nothing where there is no recorder.
   */
  public static void record(Governor governor) {
    if (ModuleLayer.boot().findModule("jdk.jfr").isPresent()) {
      governor.addListener(decision -> commit(governor.name(), decision));
    }
  }

  private static void commit(String pool, Decision decision) {
    DecisionEvent event = new DecisionEvent();
    if (event.isEnabled()) {
      event.pool = pool;
      event.cause = decision.cause().name();
      event.from = decision.from();
      event.advised = decision.advised().orElse(0);
      event.to = decision.to();
      event.why = decision.why();
      event.commit();
    }
  }
}
