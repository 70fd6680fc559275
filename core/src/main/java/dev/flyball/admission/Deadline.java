package dev.flyball.admission;

import dev.flyball.base.Durations;
import dev.flyball.base.ThreadDeadline;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * The moment from which on the result of a task is of no use any more: the client has left, the
 * caller has timed out.
 *
 * <p>A task that runs on a pool, a limiter or under a permit can ask for its own: {@link
 * #current()}. So what it calls need not be given the deadline as an argument:
 *
 * <pre>{@code
 * Duration left = Deadline.current().map(Deadline::remaining).orElse(Duration.ofSeconds(30));
 * statement.setQueryTimeout((int) Math.max(1, left.toSeconds()));
 * }</pre>
 *
 * <p>Immutable. On the clock of {@link System#nanoTime()}, so it has a meaning only inside of one
 * process; what goes to another process is {@link #remaining()}.
 */
public final class Deadline {

  private final long nanos;

  private Deadline(long nanos) {
    this.nanos = nanos;
  }

  /**
   * The moment in so long from now.
   *
   * @param time positive, at most a year
   */
  public static Deadline in(Duration time) {
    Objects.requireNonNull(time, "time must not be null");
    return atNanos(System.nanoTime() + Durations.nanos("time", time));
  }

  /** The moment at that reading of {@link System#nanoTime()}. */
  public static Deadline atNanos(long nanoTime) {
    return new Deadline(nanoTime);
  }

  /** The deadline of the task that this thread runs; empty when it has none, or runs no task. */
  public static Optional<Deadline> current() {
    long current = ThreadDeadline.current();
    return current == ThreadDeadline.NONE ? Optional.empty() : Optional.of(new Deadline(current));
  }

  /** The reading of {@link System#nanoTime()} at that moment. */
  public long nanos() {
    return nanos;
  }

  /** The time left; zero when the moment has passed. */
  public Duration remaining() {
    return Duration.ofNanos(leftNanos());
  }

  /** Whether the moment has passed. */
  public boolean isOver() {
    return leftNanos() == 0;
  }

  private long leftNanos() {
    long nowNanos = System.nanoTime();
    return Durations.within(nanos, nowNanos) - nowNanos;
  }

  /** Runs an action whose {@link #current()} deadline is this one, in this thread. */
  public void run(Runnable action) {
    ThreadDeadline own = ThreadDeadline.ofThread();
    ThreadDeadline.Span span = own.begin(nanos);
    try {
      action.run();
    } finally {
      own.end(span);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Deadline that && nanos == that.nanos;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(nanos);
  }

  @Override
  public String toString() {
    return isOver() ? "over" : "in " + remaining();
  }
}
