package dev.flyball.admission;

import dev.flyball.base.Durations;
import dev.flyball.base.Require;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * What a submitter says of a task: its kind, its importance, its tenant, and until when its result
 * is wanted.
 *
 * <pre>{@code
 * static final TaskOptions CHECKOUT =
 *     TaskOptions.kind("checkout").importance(Importance.HIGH).within(Duration.ofSeconds(1));
 *
 * orders.execute(CHECKOUT, () -> checkOut(cart));
 * }</pre>
 *
 * <p>Immutable; each method returns a copy. One value may serve any number of tasks.
 */
public final class TaskOptions {

  /** Of a task of which nothing is said: no kind, {@link Importance#NORMAL}, no deadline. */
  public static final TaskOptions NONE =
      new TaskOptions("", Importance.NORMAL, "", 0, Optional.empty());

  private final String kind;
  private final Importance importance;
  private final String tenant;
  private final long withinNanos; // 0 for none
  private final Optional<Deadline> deadline;
  private final long byNanos; // of the deadline; asked for each task, as is the next one
  private final boolean ranks;
  private final boolean matters;

  private TaskOptions(
      String kind,
      Importance importance,
      String tenant,
      long withinNanos,
      Optional<Deadline> deadline) {
    this.kind = kind;
    this.importance = importance;
    this.tenant = tenant;
    this.withinNanos = withinNanos;
    this.deadline = deadline;
    this.byNanos = deadline.map(Deadline::nanos).orElse(Arrival.NO_DEADLINE);
    this.ranks = importance != Importance.NORMAL || !tenant.isEmpty();
    this.matters = ranks || withinNanos > 0 || byNanos != Arrival.NO_DEADLINE;
  }

  /**
   * Of a task of this kind.
   *
   * @param kind what tells apart tasks of different length: a request's path, a message's type; few
   *     of them (a thousand at most are told apart)
   */
  public static TaskOptions kind(String kind) {
    Objects.requireNonNull(kind, "kind must not be null");
    return new TaskOptions(kind, Importance.NORMAL, "", 0, Optional.empty());
  }

  /** The same with this importance. {@link Importance#NORMAL} by default. */
  public TaskOptions importance(Importance other) {
    Objects.requireNonNull(other, "importance must not be null");
    return new TaskOptions(kind, other, tenant, withinNanos, deadline);
  }

  /**
   * The same for this tenant: one of those who share the pool, and may be given shares of it.
   *
   * @param other its name, not blank
   */
  public TaskOptions tenant(String other) {
    Require.notBlank("tenant", other);
    return new TaskOptions(kind, importance, other, withinNanos, deadline);
  }

  /**
   * The same with a deadline so long after each task's arrival.
   *
   * @param time positive
   */
  public TaskOptions within(Duration time) {
    Objects.requireNonNull(time, "time must not be null");
    return new TaskOptions(
        kind, importance, tenant, Durations.nanos("within", time), Optional.empty());
  }

  /** The same with this deadline, in the place of any other. */
  public TaskOptions by(Deadline moment) {
    Objects.requireNonNull(moment, "deadline must not be null");
    return new TaskOptions(kind, importance, tenant, 0, Optional.of(moment));
  }

  /** The kind; empty text for none. */
  public String kind() {
    return kind;
  }

  public Importance importance() {
    return importance;
  }

  /** The tenant; empty text for none. */
  public String tenant() {
    return tenant;
  }

  /** Whether such a task has a deadline. */
  public boolean hasDeadline() {
    return withinNanos > 0 || byNanos != Arrival.NO_DEADLINE;
  }

  /** Whether that deadline counts from each task's arrival. */
  public boolean countsFromArrival() {
    return withinNanos > 0;
  }

  /** Whether such a task may start before or after others for what it is, or whose. */
  public boolean rank() {
    return ranks;
  }

  /** Whether more is said of such a task than its kind. */
  public boolean matter() {
    return matters;
  }

  /**
   * The deadline of such a task.
   *
   * @param arrivedNanos when it came, a reading of {@link System#nanoTime()}
   * @return a reading of the same clock; {@link Arrival#NO_DEADLINE} for none
   */
  public long deadlineNanos(long arrivedNanos) {
    return withinNanos > 0 ? arrivedNanos + withinNanos : byNanos;
  }
}
