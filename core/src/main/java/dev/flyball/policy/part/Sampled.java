package dev.flyball.policy.part;

import static dev.flyball.base.Require.countAtLeast;

import dev.flyball.base.Durations;
import dev.flyball.base.Require;
import dev.flyball.policy.Advice;
import dev.flyball.policy.Observation;
import dev.flyball.policy.PollInterval;
import dev.flyball.policy.Reason;
import dev.flyball.policy.SizingPolicy;
import java.time.Duration;
import java.util.Optional;

/**
 * A wrapper that asks its policy once in an interval, however finely the target is observed.
 *
 * <p>Windows shorter than the interval are {@linkplain Windows joined} until it is over, and the
 * size stays as it is meanwhile. The interval ends with the window after which its length is nearer
 * to the wanted length than with one window more; so windows of 0.999 s make intervals of about 1
 * s, not of 2 s. A window longer than the interval is one sample. If the policy needs a number of
 * tasks for a meaningful figure, the interval goes on until that many have ended.
 *
 * <p>An interval below a second is also how often the policy wishes to be polled, unless it has a
 * wish of its own.
 *
 * @param policy the wrapped policy
 * @param intervalNanos the length of an interval, in nanoseconds, above 0
 * @param tasksMin the number of tasks that must have ended before the policy is asked
 * @param collected the observation of the incomplete interval
 */
public record Sampled(
    SizingPolicy policy, long intervalNanos, long tasksMin, Optional<Observation> collected)
    implements SizingPolicy {

  private static final long SECOND_NANOS = 1_000_000_000;

  public Sampled {
    Require.above("intervalNanos", 0, intervalNanos);
    countAtLeast("tasksMin", 0, tasksMin);
  }

  public static Sampled every(Duration interval, SizingPolicy policy) {
    return every(interval, 0, policy);
  }

  public static Sampled every(Duration interval, long tasksMin, SizingPolicy policy) {
    long nanos = Durations.nanos("interval", interval);
    return new Sampled(policy, nanos, tasksMin, Optional.empty());
  }

  @Override
  public Optional<SizingPolicy> inner() {
    return Optional.of(policy);
  }

  @Override
  public Optional<PollInterval> nextPoll() {
    return policy.nextPoll().or(this::ownPoll);
  }

  /** A governor polls once a second by itself; an interval below that would be without effect. */
  private Optional<PollInterval> ownPoll() {
    return intervalNanos < SECOND_NANOS
        ? Optional.of(new PollInterval(intervalNanos, intervalNanos))
        : Optional.empty();
  }

  @Override
  public Advice advise(Observation seen) {
    Observation whole = collected.map(before -> Windows.joined(before, seen)).orElse(seen);
    long windowNanos = seen.window().lengthNanos();
    if (!isOver(whole.window().lengthNanos(), windowNanos, intervalNanos)
        || whole.flow().completed() < tasksMin) {
      Sampled next = new Sampled(policy, intervalNanos, tasksMin, Optional.of(whole));
      return Sensor.held(progress(whole), seen, next);
    }
    Advice advice = policy.advise(whole);
    return advice.then(new Sampled(advice.next(), intervalNanos, tasksMin, Optional.empty()));
  }

  /** Whether one window more would not take the length nearer to the interval than it is. */
  public static boolean isOver(long collectedNanos, long windowNanos, long intervalNanos) {
    return collectedNanos >= intervalNanos - windowNanos / 2;
  }

  private Reason progress(Observation whole) {
    Reason time =
        Reason.of("collecting %.3f of %.3f s", whole.window().seconds(), intervalNanos / 1e9);
    return tasksMin == 0
        ? time
        : Reason.of("%s, %d of %d tasks", time, whole.flow().completed(), tasksMin);
  }
}
