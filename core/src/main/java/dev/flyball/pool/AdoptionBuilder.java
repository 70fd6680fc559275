package dev.flyball.pool;

import dev.flyball.pool.adopt.ForeignPools;
import dev.flyball.pool.foreign.ForeignPool;

/** A builder of adopted pools; every setting has a default. */
public final class AdoptionBuilder extends TargetBuilder<AdoptionBuilder> {

  final Object pool;

  AdoptionBuilder(String name, Object pool) {
    super(name);
    this.pool = pool;
  }

  @Override
  AdoptionBuilder self() {
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
