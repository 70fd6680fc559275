package dev.flyball.policy;

import java.util.Locale;
import java.util.OptionalDouble;

record Demand(
    Staffing staffing, ServiceTime service, Smoothed load, double busyNanos, double endedNanos) {

  private static final double LONGER_THAN_ENDED = 1.3;
  private static final double MEMORY_NANOS = 2e9;

  static Demand of(Staffing staffing, Smoothed load) {
    return new Demand(staffing, ServiceTime.NOTHING, load, 0, 0);
  }

  Demand with(Observation seen) {
    ServiceTime measured =
        service.with(seen.times().serviceNanosSum() / 1e9, seen.flow().completed());
    double kept = StrictMath.exp(-seen.window().lengthNanos() / MEMORY_NANOS);
    Smoothed followed =
        measured.seconds().isEmpty()
            ? load
            : load.next(
                seen.arrivalRatePerSecond() * measured.seconds().getAsDouble(),
                seen.window().lengthNanos());
    return new Demand(
        staffing,
        measured,
        followed,
        busyNanos * kept + seen.busyNanos(),
        endedNanos * kept + seen.times().serviceNanosSum());
  }

  OptionalDouble seconds() {
    return service.seconds();
  }

  boolean tasksAreLong() {
    return busyNanos > LONGER_THAN_ENDED * endedNanos;
  }

  int workers(Observation seen) {
    if (seconds().isEmpty()) {
      return WorkloadProfile.inSystemAtEnd(seen);
    }
    int drain = staffing.forBacklog(seen.size().queuedAtEnd(), seconds());
    int busy = Workers.roundedUp(Math.min(seen.size().busyMean(), seen.size().workersAsked()));
    int workers =
        Math.max(busy, Workers.sum(staffing.steady(load.value().orElse(0)), drain));
    return tasksAreLong() ? Math.max(workers, WorkloadProfile.inSystemAtEnd(seen)) : workers;
  }

  String why(Observation seen) {
    if (seconds().isEmpty()) {
      return "no task has ended yet, so one worker for each in the system";
    }
    double now = load.value().orElse(0);
    long queued = seen.size().queuedAtEnd();
    return String.format(
        Locale.ROOT,
        "%.1f tasks/s x %.3f s, smoothed to %.1f busy; %s%s",
        seen.arrivalRatePerSecond(),
        seconds().orElse(0),
        now,
        staffing.why(now, queued, staffing.forBacklog(queued, seconds())),
        tasksAreLong() ? "; what runs is longer than what ended" : "");
  }
}
