package dev.flyball.policy.part;

import dev.flyball.base.Durations;
import dev.flyball.base.Require;
import dev.flyball.policy.Advice;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Reason;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.spec.Headroom;
import dev.flyball.policy.spec.Parameter;
import java.time.Duration;
import java.util.OptionalDouble;

/**
 * The rule that turns a load into a number of workers: the load, its headroom, and more while there
 * is a backlog.
 *
 * @param headroom what is kept beyond the load
 * @param drainNanos the time in which a backlog is to be gone, in nanoseconds, above 0
 */
public record Staffing(Headroom headroom, long drainNanos) {

  public static final Parameter<Headroom> HEADROOM =
      Headroom.parameter(Headroom.standard(), "workers kept beyond the load, for bursts");
  public static final Parameter<Duration> DRAIN =
      Parameter.duration("drain", "1s", "the time in which a queue is to be gone");

  public Staffing {
    Require.above("drainNanos", 0, drainNanos);
  }

  public static Staffing of(Headroom headroom, Duration drain) {
    return new Staffing(headroom, Durations.nanos("drain", drain));
  }

  /** The workers for a load, rounded up, at least 1. */
  public int steady(double load) {
    return headroom.workers(load);
  }

  /**
   * The workers that drain a queue in the drain time: {@code queued * service / drain}, but no more
   * than one for each queued task; and one for each where the service time is not known.
   */
  public int forBacklog(long queued, OptionalDouble serviceSeconds) {
    if (queued <= 0) {
      return 0;
    }
    double perTask = Math.min(1, serviceSeconds.orElse(1e300) * 1e9 / drainNanos);
    return (int) Math.min(Integer.MAX_VALUE, Math.ceil(queued * perTask));
  }

  /** The advice of a policy that has not seen a single task: the size that is there. */
  public static Advice nothingSeenYet(Observation seen, SizingPolicy policy) {
    int asked = seen.size().workersTarget();
    return new Advice(asked, Reason.of("stays at %d: no task was seen yet", asked), policy);
  }

  /** The two parts in words, as in: +15.7 for bursts (sqrt:1.5); queue 12, +9 to drain it. */
  public Reason why(double load, long queued, int forBacklog) {
    Reason bursts =
        Reason.of("+%.1f for bursts (%s); queue %d", headroom.beyond(load), headroom, queued);
    return forBacklog == 0
        ? bursts
        : Reason.of("%s, +%d to drain it in %.1f s", bursts, forBacklog, drainNanos / 1e9);
  }
}
