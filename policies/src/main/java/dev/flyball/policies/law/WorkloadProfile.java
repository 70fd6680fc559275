package dev.flyball.policies.law;

import dev.flyball.base.Durations;
import dev.flyball.base.Workers;
import dev.flyball.policy.Advice;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Reason;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.part.Smoothed;
import dev.flyball.policy.part.Staffing;
import dev.flyball.policy.spec.Headroom;
import dev.flyball.policy.spec.PolicyEntry;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A policy that staffs request rate times the profiled service time of the kinds that arrived.
 *
 * <p>How it decides:
 *
 * <pre>{@code
 * average = sum of the profiled service times of the known tasks that arrived / their number
 * load    = arrivals per second * average                 (Erlang: workers busy on average)
 * workers = load + headroom(load) + backlog               (rounded up)
 * backlog = queued tasks * min(1, average / drain)
 * }</pre>
 *
 * <p>The load rises and falls through {@link Smoothed}. Worked: 100 tasks/s of 1.144 s are 114.4
 * Erlang; 1.5 * sqrt(114.4) = 16.0 more make 131 workers; a queue of 20 adds 20 more while it
 * lasts.
 *
 * <p>Why: it is what {@link PrintedWorkloadProfile} sets out to do, Equation 4 of the paper,
 * without what keeps that one from it: the average is over the tasks whose kind is known, so it is
 * not pulled to zero by the others; there is one formula for all cases, so no case is without a
 * branch; no threshold at one second, for headroom is what a short wait calls for; the profile of a
 * kind decays instead of resting on its first task; the size shrinks as it grows. Looking at what
 * <em>arrived</em> instead of what was completed sees a change of the mix one service time earlier
 * than {@link LittlesLaw} can.
 *
 * <p>Cold start: as long as tasks arrive whose kind is not known, there is at least one worker for
 * each task in the system. A task that is queued says nothing about its service time, and one that
 * runs says only that it is longer than it has run so far: the sole estimate that is certainly not
 * too low, and never absurdly high, is that each of them needs a worker of its own now. The average
 * over the known tasks alone is far too low then, because short kinds end, and are known, first.
 *
 * <p>Assumes that the kind of a task foretells its service time, that service times do not grow
 * with the number of workers, and that enough CPU is there. Fails where every task is a kind of its
 * own (then it is one worker per task), and where service times grow with the load.
 *
 * <p>Source: Bahadur et al., A Perfect Knob to Scale Thread Pool on Runtime, 2022, section 3,
 * Equation 4; corrected as said.
 *
 * @param staffing how the load becomes a number of workers
 * @param load the load so far, in Erlang
 */
public record WorkloadProfile(Staffing staffing, Smoothed load) implements SizingPolicy {

  public static final PolicyEntry ENTRY =
      new PolicyEntry(
          "workload-profile",
          "Request rate times profiled service time, with headroom and backlog, growing and"
              + " shrinking.",
          "Bahadur et al. 2022, section 3, Eq. 4, corrected",
          List.of(Staffing.HEADROOM, Staffing.DRAIN, Smoothed.RISE, Smoothed.FALL),
          given ->
              WorkloadProfile.of(
                  given.value(Staffing.HEADROOM),
                  given.value(Staffing.DRAIN),
                  given.value(Smoothed.RISE),
                  given.value(Smoothed.FALL)));

  /** The policy before it has seen anything. */
  public static WorkloadProfile of(
      Headroom headroom, Duration drain, Duration rise, Duration fall) {
    return new WorkloadProfile(
        Staffing.of(headroom, drain),
        Smoothed.of(Durations.nanos("rise", rise), Durations.nanos("fall", fall)));
  }

  @Override
  public Advice advise(Observation seen) {
    if (load.value().isEmpty() && seen.flow().arrived() == 0 && seen.inSystemMean() == 0) {
      return Staffing.nothingSeenYet(seen, this);
    }
    long unknown = Math.max(0, seen.flow().arrived() - seen.offered().knownTasks());
    OptionalDouble average = average(seen);
    Smoothed next = load;
    double now = load.value().orElse(0);
    if (seen.flow().arrived() == 0 || average.isPresent()) {
      double measured = seen.arrivalRatePerSecond() * average.orElse(0);
      Smoothed followed = load.next(measured, seen.window().lengthNanos());
      now = followed.value().orElse(0);
      // What is measured while kinds are unknown is too low, so it is used but not remembered.
      boolean warm = seen.flow().arrived() > 0 && unknown == 0;
      boolean remembered = warm || load.value().isPresent();
      next = remembered ? followed : load;
    }
    return advice(seen, now, average, unknown).then(new WorkloadProfile(staffing, next));
  }

  private Advice advice(Observation seen, double now, OptionalDouble average, long unknown) {
    long queued = seen.size().queuedAtEnd();
    int drain = staffing.forBacklog(queued, unknown > 0 ? OptionalDouble.empty() : average);
    int workers = Workers.sum(staffing.steady(now), drain);
    Reason why =
        Reason.of(
            "%.1f tasks/s x %s, smoothed to %.1f busy; %s",
            seen.arrivalRatePerSecond(),
            average.isPresent()
                ? Reason.of("%.3f s", average.getAsDouble())
                : "unknown service time",
            now,
            staffing.why(now, queued, drain));
    Advice advice = new Advice(workers, why, this);
    int inSystem = RunningTasks.inSystemAtEnd(seen);
    return unknown > 0 && inSystem > workers
        ? advice.changed(
            inSystem,
            Reason.of("%d tasks of unknown kinds: one worker for each task in the system", unknown))
        : advice;
  }

  private static OptionalDouble average(Observation seen) {
    long known = seen.offered().knownTasks();
    return known == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(seen.offered().recentNanosSum() / 1e9 / known);
  }
}
