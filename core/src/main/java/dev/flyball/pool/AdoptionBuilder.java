package dev.flyball.pool;

import dev.flyball.base.Require;
import dev.flyball.control.Journal;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.pool.adopt.ForeignPools;
import dev.flyball.pool.foreign.ForeignPool;
import dev.flyball.pool.govern.GovernorPlan;
import java.time.Duration;
import java.util.Objects;

/** A builder of adopted pools; every setting has a default. */
public final class AdoptionBuilder {

  final String name;
  final Object pool;
  final GovernorPlan governing = new GovernorPlan();

  AdoptionBuilder(String name, Object pool) {
    this.name = Require.notBlank("name", name);
    this.pool = pool;
  }

  /**
   * Only advises: the size stays as it is until {@link dev.flyball.control.Governor#govern()} is
   * called. Without this it is governed at once.
   */
  public AdoptionBuilder adviseOnly() {
    governing.adviseOnly();
    return this;
  }

  /** Has this policy choose the size. Without this, the default policy does. */
  public AdoptionBuilder governedBy(SizingPolicy sizing) {
    Objects.requireNonNull(sizing, "sizing must not be null");
    governing.policy(sizing);
    return this;
  }

  /** The sizes that the governor may set. Unlimited by default, but for what the pool can have. */
  public AdoptionBuilder limits(int min, int max) {
    governing.limits(min, max);
    return this;
  }

  /**
   * The time between two steps of the governor, for a policy that asks for none itself. One second
   * by default.
   *
   * @throws IllegalArgumentException when it is below one millisecond
   */
  public AdoptionBuilder period(Duration time) {
    Objects.requireNonNull(time, "time must not be null");
    governing.period(time);
    return this;
  }

  /** The journal that the governor writes to. By default it keeps the last 3000 decisions. */
  public AdoptionBuilder journal(Journal memory) {
    Objects.requireNonNull(memory, "memory must not be null");
    governing.journal(memory);
    return this;
  }

  /** The adapter of the pool. */
  ForeignPool adopt() {
    return pool instanceof ForeignPool foreign ? foreign : ForeignPools.adopt(pool);
  }

  /**
   * Adopts the pool; its governor starts at once.
   *
   * @throws IllegalArgumentException when no adapter knows the pool, or it cannot be governed; the
   *     message says why
   */
  public AdoptedPool build() {
    return new AdoptedPool(this);
  }
}
