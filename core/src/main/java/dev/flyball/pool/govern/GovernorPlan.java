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

  /** The limits in force, of a target that needs so many workers. */
  private Optional<Limits> inForce(int least) {
    Optional<Limits> set = inForce();
    if (least <= set.orElse(Limits.NONE).min()) {
      return set;
    }
    int max = set.orElse(Limits.NONE).max();
    if (max < least) {
      throw new IllegalArgumentException(
          "limits must allow "
              + least
              + " workers, which the pool needs, but were "
              + set.orElse(Limits.NONE));
    }
    return Optional.of(Limits.of(least, max));
  }

  private Optional<Limits> inForce() {
    return limits.isEmpty() && !asked && policy.isPresent() && most.isPresent()
        ? Optional.of(Limits.of(1, most.getAsInt()))
        : limits;
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
        .map(sizing -> inForce().orElse(Limits.NONE).clamp(sizing.firstSize(made)))
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
   * The same of a target that needs so many workers at least.
   *
   * @throws IllegalArgumentException when a maximum is set that is below it
   */
  public Optional<Governor> governor(String target, SizeControl control, int least) {
    Optional<Limits> allowed = inForce(least);
    return policy.map(sizing -> governor(target, control.takenBy("its governor"), sizing, allowed));
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
      String target, Resizable resizable, SizingPolicy sizing, Optional<Limits> allowed) {
    GovernorBuilder plan = Governor.of(target, resizable, sizing).collectable();
    period.ifPresent(plan::period);
    allowed.ifPresent(plan::limits);
    journal.ifPresent(plan::journal);
    Governor governor = plan.build();
    if (advises) {
      governor.adviseOnly();
    }
    return governor;
  }
}
