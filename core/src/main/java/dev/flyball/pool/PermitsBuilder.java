package dev.flyball.pool;

import dev.flyball.admission.Admission;
import dev.flyball.base.Durations;
import dev.flyball.base.Require;
import dev.flyball.control.Journal;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.pool.base.AdmissionSettings;
import dev.flyball.pool.govern.GovernorPlan;
import java.time.Duration;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.DoubleSupplier;

/** A builder of permits; every setting has a default. */
public final class PermitsBuilder {

  final String name;
  final GovernorPlan governing = new GovernorPlan();
  AdmissionSettings admission = AdmissionSettings.STANDARD;
  private boolean bounded;
  final SortedMap<String, DoubleSupplier> signals = new TreeMap<>();
  int limit = Runtime.getRuntime().availableProcessors();

  PermitsBuilder(String name) {
    this.name = Require.notBlank("name", name);
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
   * The rule for who gets in. {@link dev.flyball.admission.DeadlineAdmission#standard()} by
   * default: it turns a task away that cannot be done by its deadline, and none without a deadline.
   */
  public PermitsBuilder admission(Admission rule) {
    Objects.requireNonNull(rule, "rule must not be null");
    this.admission = admission.rule(rule);
    return this;
  }

  /**
   * The time in which a task is to be done that brings no deadline of its own. None by default.
   *
   * @param time positive, from the call of {@code acquire}
   */
  public PermitsBuilder deadline(Duration time) {
    Objects.requireNonNull(time, "time must not be null");
    this.admission = admission.deadlineNanos(Durations.nanos("deadline", time));
    return this;
  }

  /**
   * Creates no governor: the caller that takes {@link Permits#control()} sets the size. Without
   * this, and without another policy, the default policy governs.
   */
  public PermitsBuilder ungoverned() {
    governing.nobody();
    return this;
  }

  /** Gives the permits a governor that asks this policy until they are closed. */
  public PermitsBuilder governedBy(SizingPolicy sizing) {
    Objects.requireNonNull(sizing, "sizing must not be null");
    governing.policy(sizing);
    return this;
  }

  /** The sizes that the governor may set. Unlimited by default. */
  public PermitsBuilder limits(int min, int max) {
    governing.limits(min, max);
    return this;
  }

  /**
   * The time between two steps of the governor, for a policy that asks for none itself. One second
   * by default.
   *
   * @throws IllegalArgumentException when it is below one millisecond
   */
  public PermitsBuilder period(Duration time) {
    Objects.requireNonNull(time, "time must not be null");
    governing.period(time);
    return this;
  }

  /** The journal that the governor writes to. By default it keeps the last 3000 decisions. */
  public PermitsBuilder journal(Journal memory) {
    Objects.requireNonNull(memory, "memory must not be null");
    governing.journal(memory);
    return this;
  }

  /**
   * Adds a figure to the permits' observations that the permits themselves cannot measure but their
   * policy needs; as {@link PoolBuilder#signal}.
   *
   * @param signal its name
   * @param source returns its value
   * @throws IllegalArgumentException when the name is blank or was given before
   */
  public PermitsBuilder signal(String signal, DoubleSupplier source) {
    Objects.requireNonNull(signal, "signal must not be null");
    Objects.requireNonNull(source, "source must not be null");
    if (signals.putIfAbsent(Require.notBlank("signal", signal), source) != null) {
      throw new IllegalArgumentException(
          "signal must be given once but was '" + signal + "' twice");
    }
    return this;
  }

  /**
   * Makes the permits; if they are governed, the governor starts at once.
   *
   * @throws IllegalStateException when they have limits but no policy
   */
  public Permits build() {
    if (bounded) {
      governing.atMost(limit);
    }
    governing.check("permits '" + name + "'");
    return new Permits(this);
  }
}
