package dev.flyball.expose;

import dev.flyball.control.Decision;
import dev.flyball.control.Governor;

/**
 * The bridge to the flight recorder: writes every decision of a governor as an event.
 *
 * <p>Costs next to nothing while no recording runs. Needs the module {@code jdk.jfr}; does nothing
 * on a run time without it.
 */
public final class FlightRecorder {

  private FlightRecorder() {}

  /** Records the decisions of this governor from now on; does nothing if there is no recorder. */
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
