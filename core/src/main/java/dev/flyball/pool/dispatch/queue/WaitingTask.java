package dev.flyball.pool.dispatch.queue;

import dev.flyball.admission.Arrival;
import dev.flyball.admission.TaskOptions;
import dev.flyball.measure.KindProfile;

/**
 * A task that waits in a line, with all that its worker has to know.
 *
 * @param task itself
 * @param kind its kind
 * @param arrivalMark when it arrived, for the meters
 * @param options what its submitter has said of it
 * @param inner whether a task of the same pool has submitted it
 * @param who the same for the rule
 */
public record WaitingTask(
    Runnable task,
    KindProfile kind,
    long arrivalMark,
    TaskOptions options,
    boolean inner,
    Arrival who) {

  public static WaitingTask of(
      Runnable task,
      KindProfile kind,
      long arrivalMark,
      TaskOptions options,
      boolean inner,
      long arrivedNanos,
      long deadlineNanos) {
    return new WaitingTask(
        task,
        kind,
        arrivalMark,
        options,
        inner,
        new Arrival(
            kind.kind(),
            options.importance(),
            options.tenant(),
            arrivedNanos,
            Math.max(arrivedNanos, deadlineNanos)));
  }

  /** One that waits is no other, whatever they look like. */
  @Override
  @SuppressWarnings("ReferenceEquality")
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
