package dev.flyball.base;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The deadline of the task that a thread runs: one object per thread, so that a worker that keeps
 * it sets a deadline by one store.
 *
 * <p>{@link #set} is for what has the thread to itself: each task begins anew. Within a task, a
 * deadline may hold for a {@link Span}, such as while a permit is held. Spans may end in any order:
 * the deadline is that of the last one begun of those that have not ended, or the task's.
 *
 * <p>Written by its thread; another thread may begin or end a span, such as one that gives or
 * releases a permit, and is then seen at some later time.
 */
public final class ThreadDeadline {

  /** The deadline of a thread whose task has none. */
  public static final long NONE = Long.MAX_VALUE;

  private static final ThreadLocal<ThreadDeadline> OF_THREAD = new ThreadLocal<>();
  private static final VarHandle NANOS;

  static {
    try {
      NANOS = MethodHandles.lookup().findVarHandle(ThreadDeadline.class, "nanos", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @SuppressWarnings({"FieldCanBeFinal", "UnusedVariable"}) // through NANOS
  private long nanos = NONE;

  /** The last span begun; those at the end that have ended are taken off. Guarded by this. */
  private @Nullable Span last;

  /** A time during which a deadline holds in a thread. */
  public static final class Span {
    private final long nanos;
    private final long nanosBefore;
    private final @Nullable Span before;
    private boolean ended;

    private Span(long nanos, long nanosBefore, @Nullable Span before) {
      this.nanos = nanos;
      this.nanosBefore = nanosBefore;
      this.before = before;
    }
  }

  private ThreadDeadline() {}

  /** That of the current thread, which is made where there was none. */
  public static ThreadDeadline ofThread() {
    ThreadDeadline known = OF_THREAD.get();
    if (known != null) {
      return known;
    }
    ThreadDeadline made = new ThreadDeadline();
    OF_THREAD.set(made);
    return made;
  }

  /** The current thread's deadline, a reading of {@link System#nanoTime()}, or {@link #NONE}. */
  public static long current() {
    @Nullable ThreadDeadline known = OF_THREAD.get();
    return known == null ? NONE : known.get();
  }

  public long get() {
    return (long) NANOS.getOpaque(this);
  }

  /** Has that deadline hold from now on; spans that have not ended hold no more. */
  public void set(long deadlineNanos) {
    NANOS.setOpaque(this, deadlineNanos);
  }

  /** Has that deadline hold until the span is ended. */
  public synchronized Span begin(long deadlineNanos) {
    Span begun = new Span(deadlineNanos, get(), last);
    last = begun;
    NANOS.setOpaque(this, deadlineNanos);
    return begun;
  }

  /** Ends a span of this thread; what was set since then goes on to hold. */
  public synchronized void end(Span span) {
    span.ended = true;
    for (Span at = last; at != null && at.ended; at = last) {
      last = at.before;
      if (get() == at.nanos) {
        NANOS.setOpaque(this, at.nanosBefore);
      }
    }
  }
}
