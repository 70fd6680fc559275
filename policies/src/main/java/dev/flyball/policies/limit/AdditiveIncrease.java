package dev.flyball.policies.limit;

import dev.flyball.base.Require;
import dev.flyball.base.Workers;
import dev.flyball.policy.Advice;
import dev.flyball.policy.Limits;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Reason;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.part.Sensor;
import dev.flyball.policy.spec.Parameter;
import dev.flyball.policy.spec.PolicyEntry;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;

/**
 * One worker more as long as tasks end in time, a tenth fewer as soon as they do not: additive
 * increase, multiplicative decrease.
 *
 * <p>How it decides, once in a window of a second with at least 10 tasks:
 *
 * <pre>{@code
 * mean service time above the time-out: size = floor(0.9 * size)
 * else, where 2 * busy >= size:         size + 1
 * else:                                 the same: so few workers are busy that the size says nothing
 * always within floor and ceiling, 20 and 200
 * }</pre>
 *
 * <p>Worked: 40 workers, 25 of them busy on average, tasks of 80 ms: 41. With 19 busy: 40. With
 * tasks of 6 s: 36.
 *
 * <p>Why: what fails under load fails suddenly; so go up gently until it does and back off at once,
 * as TCP does.
 *
 * <p>What is different here: the original is a limit on requests. By itself it is asked with every
 * one of them; in the window that is taken over here once in a second, so that 20 to 200 takes
 * three minutes and not 180 requests, and the time is a mean, which hides a few slow ones. There a
 * window with fewer than 10 requests is thrown away, here it goes on until there are 10; in flight
 * there is the most at once, here the busy workers averaged over the window. Failed tasks are no
 * reason to back off, for an observation does not say whether one ran out of time. The size at the
 * beginning is the target's, not 20.
 *
 * <p>Assumes that trouble shows as a time-out. Fails where tasks only get slower: it adds workers
 * up to the ceiling; of a queue and of a plateau it knows nothing. Where a fifth of the floor would
 * do, it is five times too large.
 *
 * <p>Source: Netflix concurrency-limits, {@code AIMDLimit} in {@code WindowedLimit}; Chiu and Jain
 * 1989 for the rule.
 *
 * @param backoff what the size is multiplied with when tasks time out, above 0 and at most 1
 * @param timeoutNanos the mean service time that is too long, in nanoseconds
 * @param bounds the smallest and the largest size
 */
public record AdditiveIncrease(double backoff, long timeoutNanos, Limits bounds)
    implements SizingPolicy {

  private static final Parameter<Double> BACKOFF =
      Parameter.percent("backoff", "0.9", "what the size is multiplied with after a time-out");
  private static final Parameter<Duration> TIMEOUT =
      Parameter.duration("timeout", "5s", "the mean service time that is too long");
  private static final Parameter<Integer> FLOOR =
      Parameter.workers("floor", "20", "the smallest size it goes to by itself");
  private static final Parameter<Integer> CEILING =
      Parameter.workers("ceiling", "200", "the largest size it goes to by itself");

  public static final PolicyEntry ENTRY =
      new PolicyEntry(
          "additive-increase",
          "One worker more in each window, a tenth fewer when tasks time out (AIMD).",
          "Netflix concurrency-limits, AIMDLimit",
          List.of(BACKOFF, TIMEOUT, FLOOR, CEILING, RoundTrip.WINDOW, RoundTrip.SAMPLES),
          given ->
              RoundTrip.windowed(
                  given,
                  new AdditiveIncrease(
                      given.value(BACKOFF),
                      given.value(TIMEOUT).toNanos(),
                      RoundTrip.bounds(given.value(FLOOR), given.value(CEILING)))));

  public AdditiveIncrease {
    Require.above("backoff", 0, backoff);
    Require.between("backoff", 0, 1, backoff);
    Require.above("timeoutNanos", 0, timeoutNanos);
  }

  @Override
  public Advice advise(Observation seen) {
    OptionalDouble nanos = RoundTrip.nanos(seen);
    if (nanos.isEmpty()) {
      return Sensor.held(RoundTrip.UNKNOWN, seen, this);
    }
    int asked = seen.size().workersTarget();
    Reason took = RoundTrip.why(nanos.getAsDouble(), seen);
    return bounds.apply(next(asked, took, nanos.getAsDouble() > timeoutNanos, seen));
  }

  private Advice next(int asked, Reason took, boolean tooLong, Observation seen) {
    if (tooLong) {
      int fewer = Workers.roundedDown(backoff * asked);
      Reason why = Reason.of("%s, longer than %.3f s: back to %d", took, timeoutNanos / 1e9, fewer);
      return new Advice(fewer, why, this);
    }
    if (RoundTrip.isLittleUsed(asked, seen)) {
      return Sensor.held(Reason.of("%s, less than half of the size", took), seen, this);
    }
    return new Advice(Workers.sum(asked, 1), Reason.of("%s, in time: one more", took), this);
  }
}
