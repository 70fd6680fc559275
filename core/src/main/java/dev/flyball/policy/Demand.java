package dev.flyball.policy;

import java.util.OptionalDouble;

/**
 * The workers that the load needs: Little's law, staffed.
 *
 * <pre>{@code
 * load    = arrivals per second * mean service time        (Erlang: workers busy on average)
 * workers = load + headroom(load) + queued * min(1, service time / drain)
 * }</pre>
 *
 * <p>Never fewer than are busy. As long as no task has ended each task in the system has a worker;
 * and so it is while workers are busy for 1.3 times longer than the tasks that ended account for,
 * for then what runs is longer than what ended.
 *
 * <p>Worked: 96 tasks/s of 1.14 s are 109.4 Erlang; 1.5 * sqrt(109.4) = 15.7 more make 126; with a
 * queue of 10 and a drain of 0.3 s, 10 more.
 *
 * <p>Source: as {@link LittlesLaw}.
 *
 * @param staffing how the load becomes a number of workers
 * @param service the mean service time
 * @param load the load so far, in Erlang
 * @param busyNanos time that workers were busy, forgotten with a time constant of 2 s
 * @param endedNanos service time of the tasks that ended, forgotten likewise
 * @param backlog whether tasks that wait are given workers
 */
record Demand(
    Staffing staffing,
    ServiceTime service,
    Smoothed load,
    double busyNanos,
    double endedNanos,
    boolean backlog) {

  private static final double LONGER_THAN_ENDED = 1.3;
  private static final double MEMORY_NANOS = 2e9;

  static Demand of(Staffing staffing, Smoothed load, boolean surprised, boolean backlog) {
    return new Demand(staffing, ServiceTime.unknown(surprised), load, 0, 0, backlog);
  }

  Demand with(Observation seen) {
    long nanos = seen.window().lengthNanos();
    ServiceTime measured =
        service.with(seen.times().serviceNanosSum() / 1e9, seen.flow().completed());
    OptionalDouble seconds = measured.seconds();
    double kept = StrictMath.exp(-nanos / MEMORY_NANOS);
    return new Demand(
        staffing,
        measured,
        seconds.isEmpty()
            ? load
            : load.next(Windows.finite(seen.arrivalRatePerSecond() * seconds.getAsDouble()), nanos),
        Windows.finite(busyNanos * kept + seen.busyNanos()),
        Windows.finite(endedNanos * kept + seen.times().serviceNanosSum()),
        backlog);
  }

  /** Whether a task has ended yet. */
  boolean known() {
    return service.seconds().isPresent();
  }

  /** The mean service time in nanoseconds; 0 while not known. */
  double serviceNanos() {
    return service.seconds().orElse(0) * 1e9;
  }

  int workers(Observation seen) {
    if (!known()) {
      return WorkloadProfile.inSystemAtEnd(seen);
    }
    double busy = Math.min(seen.size().busyMean(), seen.size().workersAsked());
    int needed =
        Math.max(
            Workers.roundedUp(busy),
            Workers.sum(staffing.steady(load.value().orElse(0)), forBacklog(seen)));
    return tasksAreLong() ? Math.max(needed, WorkloadProfile.inSystemAtEnd(seen)) : needed;
  }

  Reason why(Observation seen) {
    if (!known()) {
      return Reason.of(
          "demand: no task has ended yet, so one worker for each of the %d in the system",
          WorkloadProfile.inSystemAtEnd(seen));
    }
    double now = load.value().orElse(0);
    return Reason.of(
        "demand: %.1f tasks/s x %.3g s, smoothed to %.1f busy; %s%s",
        seen.arrivalRatePerSecond(),
        service.seconds().orElse(0),
        now,
        staffing.why(now, seen.size().queuedAtEnd(), forBacklog(seen)),
        tasksAreLong() ? "; what runs is longer than what ended" : "");
  }

  private int forBacklog(Observation seen) {
    return backlog ? staffing.forBacklog(seen.size().queuedAtEnd(), service.seconds()) : 0;
  }

  private boolean tasksAreLong() {
    return busyNanos > LONGER_THAN_ENDED * endedNanos;
  }
}
