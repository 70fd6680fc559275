package dev.flyball.pool;

import dev.flyball.base.Require;
import dev.flyball.control.Journal;
import dev.flyball.policy.SizingPolicy;
import java.time.Duration;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.DoubleSupplier;

/** The description of permits that are not made yet; what is not said has a default. */
public final class PermitsBuilder {

  final String name;
  final GovernorPlan governing = new GovernorPlan();
  private boolean bounded;
  final SortedMap<String, DoubleSupplier> signals = new TreeMap<>();
  int limit = Runtime.getRuntime().availableProcessors();

  PermitsBuilder(String name) {
    this.name = Require.notBlank("name", name);
  }

  /**
   * How many permits there are, at least 1; as many as the machine has processors at the beginning
   * unless said. Where the default governs within no other limits it is their maximum; a policy of
   * yours, or {@link Permits#control()}, begins there and may pass it.
   */
  public PermitsBuilder atMost(int permits) {
    this.limit = Require.atLeast("atMost", 1, permits);
    this.bounded = true;
    return this;
  }

  /**
   * Leaves the size to whoever takes {@link Permits#control()}; without this, and without another
   * policy, the default governs.
   */
  public PermitsBuilder ungoverned() {
    governing.nobody();
    return this;
  }

  /** Gives the permits a governor that asks this policy until they are closed. */
  public PermitsBuilder governedBy(SizingPolicy sizing) {
    governing.policy(sizing);
    return this;
  }

  /** The sizes allowed to the governor; any unless said. */
  public PermitsBuilder limits(int min, int max) {
    governing.limits(min, max);
    return this;
  }

  /**
   * The time from one step of the governor to the next for a policy that has no wish of its own;
   * one second unless said.
   *
   * @throws IllegalArgumentException when it is below one millisecond
   */
  public PermitsBuilder period(Duration time) {
    governing.period(time);
    return this;
  }

  /** The journal that the governor writes to; one of its last 3000 decisions unless said. */
  public PermitsBuilder journal(Journal memory) {
    governing.journal(memory);
    return this;
  }

  /**
   * Has something observed that the permits themselves cannot see, and that their policy needs; as
   * {@link PoolBuilder#signal}.
   *
   * @param signal its name
   * @param source what is asked for its value
   * @throws IllegalArgumentException when the name is blank or was given before
   */
  public PermitsBuilder signal(String signal, DoubleSupplier source) {
    if (signals.putIfAbsent(Require.notBlank("signal", signal), source) != null) {
      throw new IllegalArgumentException(
          "signal must be given once but was '" + signal + "' twice");
    }
    return this;
  }

  /**
   * Makes the permits; where they are governed, the governor starts at once.
   *
   * @throws IllegalStateException when they have limits and nobody who keeps them
   */
  public Permits build() {
    if (bounded) {
      governing.atMost(limit);
    }
    governing.check("permits '" + name + "'");
    return new Permits(this);
  }
}
