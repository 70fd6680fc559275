package dev.flyball.pool;

import dev.flyball.base.Require;

/** A builder of permits; every setting has a default. */
public final class PermitsBuilder extends AdmittingBuilder<PermitsBuilder> {

  private boolean bounded;
  int limit = Runtime.getRuntime().availableProcessors();

  PermitsBuilder(String name) {
    super(name);
  }

  @Override
  PermitsBuilder self() {
    return this;
  }

  /**
   * How many permits there are, at least 1. By default it begins with as many as the machine has
   * processors. If the default policy governs and no limits are set, this is also its maximum;
   * another policy, or {@link Permits#control()}, begins there and may exceed it.
   */
  public PermitsBuilder atMost(int permits) {
    this.limit = Require.atLeast("atMost", 1, permits);
    this.bounded = true;
    return this;
  }

  /**
   * Makes the permits; if they are governed, the governor starts at once.
   *
   * @throws IllegalStateException when they have limits, a period, a journal or advice but no
   *     policy
   */
  public Permits build() {
    if (bounded) {
      governing.atMost(limit);
    }
    governing.check("permits '" + name + "'");
    return new Permits(this);
  }
}
