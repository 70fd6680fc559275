package dev.flyball.policy;

import dev.flyball.base.Durations;
import dev.flyball.base.Require;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A policy that leaves a pause between two changes of size.
 *
 * <p>The wrapped policy sees every observation, so it goes on learning during the pause; only its
 * number is held back. Any change of the target's size starts the pause, including one by hand.
 *
 * @param policy the wrapped policy
 * @param pauseNanos the minimum time between two changes, in nanoseconds, above 0
 * @param lastAsked the target's size at the last observation; 0 before the first
 * @param changedAtNanos the end of the window after which the size last changed; empty before
 */
public record CoolDown(
    SizingPolicy policy, long pauseNanos, int lastAsked, OptionalLong changedAtNanos)
    implements SizingPolicy {

  /** Checks the ranges of pause and size. */
  public CoolDown {
    Require.above("pauseNanos", 0, pauseNanos);
    Require.atLeast("lastAsked", 0, lastAsked);
  }

  static CoolDown of(SizingPolicy policy, Duration pause) {
    return new CoolDown(policy, Durations.nanos("pause", pause), 0, OptionalLong.empty());
  }

  @Override
  public Optional<SizingPolicy> inner() {
    return Optional.of(policy);
  }

  @Override
  public Advice advise(Observation seen) {
    long nowNanos = seen.window().endNanos();
    int asked = seen.size().workersTarget();
    Advice advice = policy.advise(seen);
    boolean changedByOthers = lastAsked != 0 && lastAsked != asked;
    OptionalLong changedAt = changedByOthers ? OptionalLong.of(nowNanos) : changedAtNanos;
    boolean cooling =
        changedAt.isPresent() && isPause(nowNanos - changedAt.getAsLong()) && lastAsked != 0;
    if (advice.workers() == asked) {
      return advice.then(new CoolDown(advice.next(), pauseNanos, asked, changedAt));
    }
    if (cooling) {
      double leftSeconds = (pauseNanos - (nowNanos - changedAt.getAsLong())) / 1e9;
      Reason because =
          Reason.by(
              "cool-down",
              "held at %{held}d, %{left}.1f s of the cool-down are left",
              asked,
              leftSeconds);
      return advice
          .changed(asked, because)
          .then(new CoolDown(advice.next(), pauseNanos, asked, changedAt));
    }
    return advice.then(
        new CoolDown(advice.next(), pauseNanos, advice.workers(), OptionalLong.of(nowNanos)));
  }

  /**
   * Below 0 the clock has restarted, as after a restart; then the time since the change is unknown.
   */
  private boolean isPause(long sinceNanos) {
    return sinceNanos >= 0 && sinceNanos < pauseNanos;
  }
}
