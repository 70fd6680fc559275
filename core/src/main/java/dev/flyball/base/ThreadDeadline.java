package dev.flyball.base;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The deadline of the task that a thread runs: one object per thread, so that a worker that keeps
 * it sets a deadline by one store.
 *
 * <p>Written by its thread; another thread may end it, such as one that releases a permit for it,
 * and is then seen at some later time.
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

  public void set(long deadlineNanos) {
    NANOS.setOpaque(this, deadlineNanos);
  }
}
