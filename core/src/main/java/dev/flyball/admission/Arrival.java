package dev.flyball.admission;

import dev.flyball.base.Require;
import java.util.Objects;

/**
 * A task that wants in, as far as a rule may know it. Times are on the pool's clock.
 *
 * @param kind its kind; empty text where none was named
 * @param importance its class
 * @param tenant the tenant that it belongs to; empty text for none
 * @param arrivedNanos when it came
 * @param deadlineNanos when its result is of no use any more; {@link #NO_DEADLINE} for never
 */
public record Arrival(
    String kind, Importance importance, String tenant, long arrivedNanos, long deadlineNanos) {

  /** The deadline of a task that has none. */
  public static final long NO_DEADLINE = Long.MAX_VALUE;

  public Arrival {
    Objects.requireNonNull(kind, "kind must not be null");
    Objects.requireNonNull(importance, "importance must not be null");
    Objects.requireNonNull(tenant, "tenant must not be null");
    Require.countAtLeast("deadlineNanos", arrivedNanos, deadlineNanos);
  }

  public boolean hasDeadline() {
    return deadlineNanos != NO_DEADLINE;
  }
}
