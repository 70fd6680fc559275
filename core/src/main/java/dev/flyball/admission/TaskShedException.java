package dev.flyball.admission;

import dev.flyball.policy.Reason;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serial;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Tells the owner of a task that it was turned away, why, and in how long one like it would be let
 * in. It has no stack trace: under overload there are many, and each says where it comes from.
 */
public final class TaskShedException extends RejectedExecutionException {

  @Serial private static final long serialVersionUID = 1;

  private final String pool;
  private final ShedCause cause;
  private final Duration retryAfter;

  /** Is made to text when that is asked for: under overload there are many, and few are read. */
  private final transient @Nullable Reason why;

  private @Nullable String text;

  /**
   * Makes one.
   *
   * @param pool what turned it away, such as "pool 'orders'"
   * @param cause the kind of reason
   * @param why the reason with its figures
   * @param retryAfter in how long one like it would be let in; zero where that is not known
   */
  public TaskShedException(String pool, ShedCause cause, Reason why, Duration retryAfter) {
    this.pool = Objects.requireNonNull(pool, "pool must not be null");
    this.why = Objects.requireNonNull(why, "why must not be null");
    this.cause = Objects.requireNonNull(cause, "cause must not be null");
    this.retryAfter = Objects.requireNonNull(retryAfter, "retryAfter must not be null");
  }

  @Override
  public String getMessage() {
    String known = text;
    if (known == null) {
      known = "task shed by " + pool + ": " + (why == null ? cause.word() : why.text()) + retry();
      text = known;
    }
    return known;
  }

  /** Rounded up, since a client that comes too early comes in vain. */
  private String retry() {
    if (retryAfter.isZero()) {
      return "";
    }
    long millis = retryAfter.plusNanos(999_999).toMillis();
    return millis < 10_000
        ? "; try again in " + millis + " ms"
        : "; try again in " + (millis + 999) / 1000 + " s";
  }

  @Serial
  private void writeObject(ObjectOutputStream out) throws IOException {
    text = getMessage(); // the reason stays here
    out.defaultWriteObject();
  }

  /** The kind of reason. */
  public ShedCause shedCause() {
    return cause;
  }

  /**
   * In how long one like it would be let in, as far as one can tell; zero where it is not known.
   */
  public Duration retryAfter() {
    return retryAfter;
  }

  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
