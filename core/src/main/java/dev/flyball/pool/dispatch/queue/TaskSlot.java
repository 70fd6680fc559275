package dev.flyball.pool.dispatch.queue;

import dev.flyball.admission.Arrival;
import dev.flyball.admission.TaskOptions;
import dev.flyball.measure.KindProfile;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The data of a task that was taken out of the queue, used again and again by its one owner.
 *
 * <p>Not thread-safe: belongs to a worker, or to the method that made it.
 */
public final class TaskSlot {

  /** A {@link Label}, or only a kind; null for a task that waited in a line. */
  public @Nullable Object label;

  /** When it arrived, if it was clocked, and in what kind of stream; see {@code ArrivalSampler}. */
  public long arrivalMark;

  /** The number of a task that comes from a line, or was handed over. */
  public static final long OF_NO_QUEUE = -1;

  /** Its number in the queue, or the one above. */
  public long number;

  /** Its deadline, or one of the values that {@code Admitting} has for others. */
  public long deadlineNanos = Arrival.NO_DEADLINE;

  /** Whether a task of the same pool has submitted it; only for one that is in the queue. */
  public boolean inner() {
    return label instanceof Label said && said.inner();
  }

  // Of a task that waited in a line.
  private @Nullable KindProfile lineKind;
  private TaskOptions lineOptions = TaskOptions.NONE;

  /** Takes over what is known of a task that waited in a line. */
  public void know(WaitingTask its) {
    label = null;
    number = OF_NO_QUEUE;
    lineKind = its.kind();
    arrivalMark = its.arrivalMark();
    lineOptions = its.options();
    deadlineNanos = its.who().deadlineNanos();
  }

  /** What was taken over from the queue. */
  public Object label() {
    return Objects.requireNonNull(label, "label");
  }

  public KindProfile kind() {
    if (label instanceof Label said) {
      return said.kind();
    }
    return label == null ? Objects.requireNonNull(lineKind, "lineKind") : (KindProfile) label;
  }

  /** What its submitter has said of it. */
  public TaskOptions options() {
    if (label instanceof Label said) {
      return said.options();
    }
    return label == null ? lineOptions : TaskOptions.NONE;
  }
}
