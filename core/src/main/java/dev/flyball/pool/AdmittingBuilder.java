package dev.flyball.pool;

import dev.flyball.admission.Admission;
import dev.flyball.base.Durations;
import dev.flyball.base.Require;
import dev.flyball.pool.base.AdmissionSettings;
import java.time.Duration;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.DoubleSupplier;

/**
 * What the builders of targets share that decide themselves which tasks get in: pools, limiters and
 * permits.
 *
 * @param <B> the builder's own type, which its settings return
 */
public abstract sealed class AdmittingBuilder<B extends AdmittingBuilder<B>>
    extends TargetBuilder<B> permits PoolBuilder, LimiterBuilder, PermitsBuilder {

  AdmissionSettings admission = AdmissionSettings.STANDARD;
  final SortedMap<String, DoubleSupplier> signals = new TreeMap<>();

  AdmittingBuilder(String name) {
    super(name);
  }

  /**
   * The rule for who gets in. {@link dev.flyball.admission.DeadlineAdmission#standard()} by
   * default: it turns a task away that cannot be done by its deadline, and one without a deadline
   * only for want of room in a queue, which permits have without a bound.
   */
  public B admission(Admission rule) {
    Objects.requireNonNull(rule, "rule must not be null");
    this.admission = admission.rule(rule);
    return self();
  }

  /**
   * The time in which the result of a task is wanted that brings no deadline of its own. None by
   * default.
   *
   * @param time positive, from each task's arrival; for permits, from the call of {@code acquire}
   */
  public B deadline(Duration time) {
    Objects.requireNonNull(time, "time must not be null");
    this.admission = admission.deadlineNanos(Durations.nanos("deadline", time));
    return self();
  }

  /**
   * Creates no governor: the caller that takes the target's {@code control()} sets the size.
   * Without this, and without another policy, the default policy governs. What only a governor uses
   * must not be set then: limits, a period, a journal, advice.
   */
  public B ungoverned() {
    governing.nobody();
    return self();
  }

  /**
   * Adds a figure to the target's observations that the target itself cannot measure but its policy
   * needs. {@link dev.flyball.policy.Signals} has the names that our policies know.
   *
   * <p>The thread that observes asks the source once in each {@link
   * dev.flyball.control.Resizable#observe()}; the source must answer at once. NaN means that the
   * value is unknown now, and then the observation has no such signal. If a source throws, the
   * target cannot be observed, which its governor counts and reports.
   *
   * @param signal its name
   * @param source returns its value
   * @throws IllegalArgumentException when the name is blank or was given before
   */
  public B signal(String signal, DoubleSupplier source) {
    Objects.requireNonNull(signal, "signal must not be null");
    Objects.requireNonNull(source, "source must not be null");
    if (signals.putIfAbsent(Require.notBlank("signal", signal), source) != null) {
      throw new IllegalArgumentException(
          "signal must be given once but was '" + signal + "' twice");
    }
    return self();
  }
}
