package dev.flyball.pool.dispatch;

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
final class TaskSlot {

  @Nullable KindProfile kind;

  /** When it arrived, if it was clocked, and in what kind of stream; see {@code ArrivalSampler}. */
  long arrivalMark;

  /** Its number in the queue; -1 for one that waited in a line. */
  long number;

  /** What its submitter has said of it. */
  TaskOptions options = TaskOptions.NONE;

  /** Its deadline, or one of the values that {@link Admitting} has for others. */
  long deadlineNanos = Arrival.NO_DEADLINE;

  KindProfile kind() {
    return Objects.requireNonNull(kind, "kind");
  }
}
