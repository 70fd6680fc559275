package dev.flyball.expose;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A governor's decision as an event of the flight recorder, with its reason. */
@Name("dev.flyball.Decision")
@Label("Sizing decision")
@Category({"Flyball", "Governor"})
@Description("What a governor did with the size of its pool, and why")
@StackTrace(false)
final class DecisionEvent extends Event {

  @Label("Pool")
  String pool = "";

  @Label("Cause")
  @Description("The path that decided: the policy, a hand, new limits, a failure")
  String cause = "";

  @Label("Workers before")
  int from;

  @Label("Workers advised")
  @Description("What the policy wanted; 0 where it was not asked or failed")
  int advised;

  @Label("Workers after")
  int to;

  @Label("Reason")
  String why = "";
}
