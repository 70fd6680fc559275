package dev.flyball.dashboard;

import dev.flyball.base.Nearest;
import dev.flyball.dashboard.http.Form;
import dev.flyball.dashboard.http.Refusal;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.List;
import javax.management.JMRuntimeException;

/** The actions that a person may take on a watched target, by name. */
final class Actions {

  private static final System.Logger LOG = System.getLogger(Actions.class.getName());
  private static final List<String> KNOWN =
      List.of("pin", "govern", "advise-only", "limits", "policy");

  private final Sampler sampler;

  Actions(Sampler sampler) {
    this.sampler = sampler;
  }

  /**
   * Does one of them.
   *
   * @param fields {@code pool} or {@code flow} says to what, the others how
   * @throws Refusal 404 for an action or target that is not there, 400 for a value that cannot be,
   *     403 where the target's program does not let this one act, 409 where the target cannot be
   *     acted upon now
   */
  void act(String action, Form fields) throws Refusal {
    if (!KNOWN.contains(action)) {
      throw new Refusal(404, Nearest.unknown("action", action, KNOWN));
    }
    try {
      if (fields.optional("flow").isPresent()) {
        actOnFlow(action, fields.text("flow"));
      } else {
        actOnPool(action, fields.text("pool"), fields);
      }
    } catch (IllegalArgumentException e) {
      throw new Refusal(400, String.valueOf(e.getMessage()));
    } catch (SecurityException e) {
      throw new Refusal(403, "this is not allowed there: " + e.getMessage());
    } catch (IllegalStateException | JMRuntimeException e) {
      throw new Refusal(409, String.valueOf(e.getMessage()));
    } catch (UndeclaredThrowableException e) {
      throw new Refusal(409, "it cannot be reached: " + e.getCause());
    }
    LOG.log(System.Logger.Level.DEBUG, "dashboard: {0} was done by hand", action);
  }

  private void actOnPool(String action, String id, Form fields) throws Refusal {
    PoolTrack track =
        sampler.track(id).orElseThrow(() -> new Refusal(404, "there is no pool '" + id + "'"));
    PoolSwitches switches = track.pool().switches();
    switch (action) {
      case "pin" -> switches.pin(fields.number("workers"));
      case "govern" -> switches.govern();
      case "advise-only" -> switches.adviseOnly();
      case "limits" -> switches.limits(fields.number("min"), fields.number("max"));
      case "policy" -> switches.policy(fields.text("policy"));
      default -> throw new AssertionError(action);
    }
  }

  private void actOnFlow(String action, String name) throws Refusal {
    WatchedFlow flow =
        sampler.flow(name).orElseThrow(() -> new Refusal(404, "there is no flow '" + name + "'"));
    switch (action) {
      case "govern" -> flow.govern();
      case "advise-only" -> flow.adviseOnly();
      default -> throw new Refusal(400, "a flow can be governed or advised only, not " + action);
    }
  }
}
