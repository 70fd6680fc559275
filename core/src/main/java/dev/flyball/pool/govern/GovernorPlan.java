package dev.flyball.pool.govern;

import dev.flyball.control.Governor;
import dev.flyball.control.GovernorBuilder;
import dev.flyball.control.Journal;
import dev.flyball.control.Resizable;
import dev.flyball.policy.Limits;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.standard.FlyballPolicy;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/** The settings of a target's governor; the default policy governs unless another one is set. */
public final class GovernorPlan {

  private Optional<SizingPolicy> policy = Optional.of(FlyballPolicy.standard());
  private boolean asked;
  private boolean advises;
  private Optional<Limits> limits = Optional.empty();
  private OptionalInt most = OptionalInt.empty();
  private Optional<Journal> journal = Optional.empty();
  private Optional<Duration> period = Optional.empty();

  public void policy(SizingPolicy sizing) {
    this.asked = true;
    this.policy = Optional.of(Objects.requireNonNull(sizing, "policy must not be null"));
  }

  public void nobody() {
    this.asked = false;
    this.policy = Optional.empty();
  }

  /** Leaves the size alone until the governor is told to govern. */
  public void adviseOnly() {
    this.advises = true;
  }

  /**
   * Whether a policy or its advice was asked for, so that to leave out its sensors is a mistake.
   */
  public boolean isAsked() {
    return asked || advises;
  }

  public void limits(int min, int max) {
    this.limits = Optional.of(Limits.of(min, max));
  }

  /** The maximum if the default policy governs and no limits are set. */
  public void atMost(int workers) {
    this.most = OptionalInt.of(workers);
  }

  private Limits inForce() {
    return limits.isEmpty() && !asked && policy.isPresent() && most.isPresent()
        ? Limits.of(1, most.getAsInt())
        : limits.orElse(Limits.NONE);
  }

  /** Whether limits are set. */
  public boolean hasLimits() {
    return limits.isPresent();
  }

  public void period(Duration time) {
    this.period = Optional.of(GovernorBuilder.requirePeriod(time));
  }

  public void journal(Journal memory) {
    this.journal = Optional.of(Objects.requireNonNull(memory, "journal must not be null"));
  }

  /** The size to begin with, of a target that is to be made with another. */
  public int firstSize(int made) {
    return policy
        .filter(sizing -> !advises)
        .map(sizing -> inForce().clamp(sizing.firstSize(made)))
        .orElse(made);
  }

  /**
   * Makes the governor of a target, which is not started yet.
   *
   * @param target its name
   */
  public Optional<Governor> governor(String target, SizeControl control) {
    return governor(target, control, 1);
  }

  /**
   * Makes the governor of a target that has a smallest size.
   *
   * @param least its smallest size, in workers
   * @throws IllegalArgumentException when a maximum is set that is below it
   */
  public Optional<Governor> governor(String target, SizeControl control, int least) {
    Limits bounds = inForce(least);
    return policy.map(sizing -> governor(target, control.takenBy("its governor"), sizing, bounds));
  }

  private Limits inForce(int least) {
    Limits set = inForce();
    if (set.max() < least) {
      throw new IllegalArgumentException(
          "limits must allow " + least + " workers, which the pool needs, but were " + set);
    }
    return Limits.of(Math.max(least, set.min()), set.max());
  }

  /**
   * Checks the settings.
   *
   * @param target what messages call it, such as "pool 'orders'"
   * @throws IllegalStateException when something is set that only a governor uses, but no policy
   */
  public void check(String target) {
    if (policy.isEmpty()) {
      refuse(target, "limits", limits.isPresent());
      refuse(target, "advice", advises);
      refuse(target, "a journal", journal.isPresent());
      refuse(target, "a period", period.isPresent());
    }
  }

  private static void refuse(String target, String what, boolean isSet) {
    if (isSet) {
      throw new IllegalStateException(
          target + " must be governed to have " + what + " but was built without a policy");
    }
  }

  private Governor governor(
      String target, Resizable resizable, SizingPolicy sizing, Limits bounds) {
    GovernorBuilder plan = Governor.of(target, resizable, sizing).limits(bounds).collectable();
    period.ifPresent(plan::period);
    journal.ifPresent(plan::journal);
    Governor governor = plan.build();
    if (advises) {
      governor.adviseOnly();
    }
    return governor;
  }
}
