package dev.flyball.policies.law;

import dev.flyball.base.Durations;
import dev.flyball.base.Workers;
import dev.flyball.policy.Advice;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Reason;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.part.CpuLimit;
import dev.flyball.policy.part.RecentMean;
import dev.flyball.policy.part.Smoothed;
import dev.flyball.policy.part.Staffing;
import dev.flyball.policy.spec.Headroom;
import dev.flyball.policy.spec.PolicyEntry;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * A policy that staffs arrival rate times measured service time.
 *
 * <p>How it decides:
 *
 * <pre>{@code
 * load    = arrivals per second * mean service time       (Erlang: workers busy on average)
 * workers = load + headroom(load) + backlog               (rounded up)
 * backlog = queued tasks * min(1, service time / drain)
 * never fewer workers than there were tasks in the system on average;
 * when the CPU is the limit, no more than cores * (1 + blocked time / CPU time)
 * }</pre>
 *
 * <p>Worked: 96 tasks/s of 1.14 s keep 109.4 workers busy; 1.5 * sqrt(109.4) = 15.7 more for bursts
 * make 126; a queue of 10 adds 10 while it lasts, so that it is gone in about a second.
 *
 * <p>Why: "the number of requests in a system equals the rate at which they arrive, multiplied by
 * the average amount of time it takes to service an individual request". With an empty queue,
 * throughput says nothing about the size, but the load does, so no search is needed: one window
 * suffices.
 *
 * <ul>
 *   <li>The mean service time is over the tasks completed, in a {@link RecentMean}: a window in
 *       which nothing ended leaves it as it was.
 *   <li>The load follows through {@link Smoothed}: up within a second or so, down slowly.
 *   <li>As long as no task has ended, the service time is not known, and each task in the system
 *       gets a worker. So it does later when workers were busy for 1.3 times longer than the tasks
 *       that ended account for: then what runs is longer than what ended, and the mean too low,
 *       because long tasks end, and are counted, last. Then the size does not fall faster than the
 *       load may, either.
 *   <li>Without arrivals the load falls to nothing, and the size with it to 1.
 * </ul>
 *
 * <p>Assumes that the service time does not depend on the number of workers. Fails where it does: a
 * database that gets slower with every connection makes the service time longer, the load higher
 * and the size larger, round and round; set {@code max} there. The bound by the CPU exists only
 * where its sensors do.
 *
 * <p>Source: Pepperdine, Tuning the Size of Your Thread Pool (Little's law, buffer, capacity
 * check); Halfin and Whitt 1981 for the square root; Goetz 2006, section 8.2 for the bound by the
 * CPU.
 *
 * @param staffing how the load becomes a number of workers
 * @param service the mean service time so far
 * @param load the load so far, in Erlang
 */
public record LittlesLaw(Staffing staffing, RecentMean service, Smoothed load)
    implements SizingPolicy {

  /** More than chance makes of a hundred tasks, less than the half that a cold start leaves out. */
  private static final double LONGER_THAN_ENDED = 1.3;

  public static final PolicyEntry ENTRY =
      new PolicyEntry(
          "littles-law",
          "Arrival rate times measured service time, with headroom and backlog, bounded by the"
              + " CPU.",
          "Pepperdine (Little's law), Halfin and Whitt 1981, Goetz 2006",
          List.of(Staffing.HEADROOM, Staffing.DRAIN, Smoothed.RISE, Smoothed.FALL),
          given ->
              LittlesLaw.of(
                  given.value(Staffing.HEADROOM),
                  given.value(Staffing.DRAIN),
                  given.value(Smoothed.RISE),
                  given.value(Smoothed.FALL)));

  /** The policy before it has seen anything. */
  public static LittlesLaw of(Headroom headroom, Duration drain, Duration rise, Duration fall) {
    return new LittlesLaw(
        Staffing.of(headroom, drain),
        RecentMean.NOTHING,
        Smoothed.of(Durations.nanos("rise", rise), Durations.nanos("fall", fall)));
  }

  @Override
  public Advice advise(Observation seen) {
    RecentMean measured =
        service.with(seen.times().serviceNanosSum() / 1e9, seen.flow().completed());
    OptionalDouble seconds = measured.mean();
    if (seconds.isEmpty()) {
      return cold(seen);
    }
    double raw = seen.arrivalRatePerSecond() * seconds.getAsDouble();
    Smoothed followed = load.next(raw, seen.window().lengthNanos());
    Advice advice = staffed(seen, seconds.getAsDouble(), followed.value().orElse(raw));
    return bounded(atLeastInSystem(advice, seen), seen)
        .then(new LittlesLaw(staffing, measured, followed));
  }

  private Advice cold(Observation seen) {
    if (seen.flow().arrived() == 0 && seen.inSystemMean() == 0) {
      return Staffing.nothingSeenYet(seen, this);
    }
    int inSystem = RunningTasks.inSystemAtEnd(seen);
    Reason why =
        Reason.of(
            "no task has ended yet, so one worker for each of the %d in the system", inSystem);
    return bounded(new Advice(inSystem, why, this), seen);
  }

  private Advice staffed(Observation seen, double seconds, double now) {
    long queued = seen.size().queuedAtEnd();
    int drain = staffing.forBacklog(queued, OptionalDouble.of(seconds));
    double rate = seen.arrivalRatePerSecond();
    Reason why =
        Reason.of(
            "%.1f tasks/s x %.3f s = %.1f, smoothed to %.1f busy; %s",
            rate, seconds, rate * seconds, now, staffing.why(now, queued, drain));
    return new Advice(Workers.sum(staffing.steady(now), drain), why, this);
  }

  private Advice atLeastInSystem(Advice advice, Observation seen) {
    int onAverage = Workers.roundedUp(seen.inSystemMean());
    Advice served =
        onAverage > advice.workers()
            ? advice.changed(
                onAverage, Reason.of("%d tasks were in the system on average", onAverage))
            : advice;
    if (!tasksAreLong(seen)) {
      return served;
    }
    // The load is known to be taken too low, so the size neither falls with it nor below the tasks.
    double slowly = load.keptOfAFall(seen.window().lengthNanos()) * seen.size().workersTarget();
    int careful = Math.max(RunningTasks.inSystemAtEnd(seen), Workers.roundedUp(slowly));
    return careful > served.workers()
        ? advice.changed(
            careful,
            Reason.of("what runs is longer than what ended, so %d until it is known", careful))
        : served;
  }

  /** Whether workers were busy for much longer than the tasks that ended account for. */
  private static boolean tasksAreLong(Observation seen) {
    return seen.busyNanos() > LONGER_THAN_ENDED * seen.times().serviceNanosSum();
  }

  private static Advice bounded(Advice advice, Observation seen) {
    OptionalInt carried = CpuLimit.workersMax(seen);
    if (carried.isEmpty() || carried.getAsInt() >= advice.workers()) {
      return advice;
    }
    return advice.changed(
        carried.getAsInt(),
        Reason.of(
            "%s, which carries %d workers",
            CpuLimit.reason(seen).orElse(Reason.of("the CPU is the limit")), carried.getAsInt()));
  }
}
