package dev.flyball.pool;

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
