package dev.flyball.expose;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** A task that was turned away as an event of the flight recorder, for all like it in a second. */
@Name("dev.flyball.Shed")
@Label("Task shed")
@Category({"Flyball", "Admission"})
@Description(
    "A task that was turned away, and why. At most one event a second for each importance and cause"
        + " of a pool; it stands for all tasks since the event before")
@StackTrace(false)
final class ShedEvent extends Event {

  @Label("Pool")
  String pool = "";

  @Label("Kind")
  String kind = "";

  @Label("Importance")
  String importance = "";

  @Label("Cause")
  String cause = "";

  @Label("Waited")
  @Description("How long the task had waited; 0 for one that was turned away when it came")
  @Timespan
  long waited;

  @Label("Retry after")
  @Description("In how long one like it would be let in; 0 where it is not known")
  @Timespan
  long retryAfter;

  @Label("Reason")
  String reason = "";

  @Label("Tasks")
  @Description("Tasks of this importance and cause since the event before, this one included")
  long tasks;
}
