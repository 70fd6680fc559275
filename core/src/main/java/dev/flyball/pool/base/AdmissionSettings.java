package dev.flyball.pool.base;

import dev.flyball.admission.Admission;
import dev.flyball.admission.Arrival;
import dev.flyball.admission.DeadlineAdmission;
import dev.flyball.admission.TaskOptions;
import dev.flyball.base.Durations;

/**
 * The settings of who gets in.
 *
 * @param rule the rule
 * @param deadlineNanos the time that tasks have which bring no deadline; 0 for any
 */
public record AdmissionSettings(Admission rule, long deadlineNanos) {

  /** The usual rule, and no deadline. */
  public static final AdmissionSettings STANDARD =
      new AdmissionSettings(DeadlineAdmission.standard(), 0);

  public AdmissionSettings rule(Admission other) {
    return new AdmissionSettings(other, deadlineNanos);
  }

  public AdmissionSettings deadlineNanos(long nanos) {
    return new AdmissionSettings(rule, nanos);
  }

  /** Whether they matter for tasks of which nothing is said. */
  public boolean matter() {
    return deadlineNanos > 0 || !rule.equals(DeadlineAdmission.standard());
  }

  /**
   * Whether the rule lets in whatever starts soon, so that it need not be asked. That is known of
   * ours.
   */
  public boolean letsInWhatStartsSoon() {
    return rule instanceof DeadlineAdmission;
  }

  /** Whether a task with these options has a deadline. */
  public boolean hasDeadline(TaskOptions options) {
    return deadlineNanos > 0 || options.hasDeadline();
  }

  /** Whether that counts from the task's arrival. */
  public boolean countsFromArrival(TaskOptions options) {
    return options.hasDeadline() ? options.countsFromArrival() : deadlineNanos > 0;
  }

  /**
   * The deadline of such a task; {@link Arrival#NO_DEADLINE} for none. It is not before the
   * arrival, and so near that its difference to a reading of the clock is right.
   */
  public long deadlineNanos(TaskOptions options, long arrivedNanos) {
    long said =
        deadlineNanos == 0 || options.hasDeadline()
            ? options.deadlineNanos(arrivedNanos)
            : arrivedNanos + deadlineNanos;
    return said == Arrival.NO_DEADLINE ? said : Durations.within(said, arrivedNanos);
  }
}
