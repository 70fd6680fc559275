package dev.flyball.pool;

import dev.flyball.pool.adopt.Claims;
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

  /** The adapter of the pool, which is claimed until {@link #release}. */
  ForeignPool adopt() {
    return pool instanceof ForeignPool foreign
        ? Claims.claimed(() -> foreign, foreign)
        : ForeignPools.adopt(pool);
  }

  /** Gives back what {@link #adopt} has claimed; an adapter does so itself. */
  static void release(ForeignPool adopted) {
    Claims.release(adopted);
  }

  /**
   * Adopts the pool; its governor starts at once.
   *
   * @throws IllegalArgumentException when no adapter knows the pool, or it cannot be governed, or
   *     is governed already; the message says why
   */
  public AdoptedPool build() {
    return new AdoptedPool(this);
  }
}
