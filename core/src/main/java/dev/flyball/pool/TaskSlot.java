package dev.flyball.pool;

import dev.flyball.measure.KindProfile;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A place for one task with its arrival and kind, used again and again by its one owner.
 *
 * <p>Not thread-safe: belongs to a worker, or to whoever made it.
 */
final class TaskSlot {

  @Nullable Runnable task;
  @Nullable KindProfile kind;
  long arrivalStamp;

  Runnable task() {
    return Objects.requireNonNull(task, "task");
  }

  KindProfile kind() {
    return Objects.requireNonNull(kind, "kind");
  }

  /** Forgets the task, so that it can be collected while the owner idles. */
  void clear() {
    task = null;
    kind = null;
  }
}
