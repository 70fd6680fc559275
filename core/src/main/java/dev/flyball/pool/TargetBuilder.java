package dev.flyball.pool;

import dev.flyball.base.Require;
import dev.flyball.control.Journal;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.pool.govern.GovernorPlan;
import java.time.Duration;
import java.util.Objects;

/**
 * What the builders of all targets share: who chooses the size, and within which bounds. Every
 * setting has a default.
 *
 * @param <B> the builder's own type, which its settings return
 */
public abstract sealed class TargetBuilder<B extends TargetBuilder<B>>
    permits AdoptionBuilder, AdmittingBuilder {

  final String name;
  final GovernorPlan governing = new GovernorPlan();

  TargetBuilder(String name) {
    this.name = Require.notBlank("name", name);
  }

  /** This builder. */
  abstract B self();

  /**
   * Only advises: the size stays what it is at the beginning until {@link
   * dev.flyball.control.Governor#govern()} is called. Without this it is governed at once.
   */
  public B adviseOnly() {
    governing.adviseOnly();
    return self();
  }

  /**
   * Has this policy choose the size until the target ends. Without this, the default policy does.
   */
  public B governedBy(SizingPolicy sizing) {
    Objects.requireNonNull(sizing, "sizing must not be null");
    governing.policy(sizing);
    return self();
  }

  /** The sizes that the governor may set. Unlimited by default, but for what a pool can have. */
  public B limits(int min, int max) {
    governing.limits(min, max);
    return self();
  }

  /**
   * The time between two steps of the governor, for a policy that asks for none itself. One second
   * by default.
   *
   * @throws IllegalArgumentException when it is below one millisecond or above 365 days
   */
  public B period(Duration time) {
    Objects.requireNonNull(time, "time must not be null");
    governing.period(time);
    return self();
  }

  /** The journal that the governor writes to. By default it keeps the last 3000 decisions. */
  public B journal(Journal memory) {
    Objects.requireNonNull(memory, "memory must not be null");
    governing.journal(memory);
    return self();
  }
}
