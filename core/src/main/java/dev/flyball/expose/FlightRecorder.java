package dev.flyball.expose;

import dev.flyball.control.Decision;
import dev.flyball.control.Governor;
import dev.flyball.pool.ManagedTarget;

/**
 * The bridge to the flight recorder: writes every decision of a governor as an event, and the tasks
 * that a target turns away.
 *
 * <p>Costs next to nothing while no recording runs, and does not load the recorder before something
 * else has, since that takes a process tens of milliseconds. Needs the module {@code jdk.jfr}; does
 * nothing on a run time without it.
 */
public final class FlightRecorder {

  private FlightRecorder() {}

  /** Records the decisions of this governor from now on; does nothing if there is no recorder. */
  public static void record(Governor governor) {
    if (isThere()) {
      governor.addListener(decision -> commit(governor.name(), decision));
    }
  }

  /**
   * Records the tasks that this target turns away from now on, at most one event a second for each
   * importance and cause; does nothing if there is no recorder.
   */
  public static void record(ManagedTarget target) {
    if (isThere()) {
      target.onShed(new ShedRecorder(target.name()));
    }
  }

  private static boolean isThere() {
    return ModuleLayer.boot().findModule("jdk.jfr").isPresent();
  }

  /**
   * Whether there can be a recording; the first event of a process would initialise the recorder.
   */
  static boolean isInitialised() {
    return jdk.jfr.FlightRecorder.isInitialized();
  }

  private static void commit(String pool, Decision decision) {
    if (!isInitialised()) {
      return;
    }
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
