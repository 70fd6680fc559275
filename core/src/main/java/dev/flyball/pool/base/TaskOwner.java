package dev.flyball.pool.base;

import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Reports to the owner of a task: to its future, or to the uncaught-exception handler. */
public final class TaskOwner {

  private TaskOwner() {}

  /** Cancels the future of a task that will not run; returns what that throws, or null. */
  public static @Nullable Throwable cancel(Runnable task) {
    try {
      if (task instanceof Future<?> future) {
        future.cancel(false);
      }
      return null;
    } catch (Throwable e) {
      return e;
    }
  }

  /** Passes an exception to the current thread's uncaught-exception handler; logs if that fails. */
  public static void tell(Throwable failure) {
    Thread thread = Thread.currentThread();
    try {
      thread.getUncaughtExceptionHandler().uncaughtException(thread, failure);
    } catch (Throwable inHandler) {
      logFailed(thread, inHandler);
    }
  }

  /** Memory may be short even for a message. */
  private static void logFailed(Thread thread, Throwable inHandler) {
    try {
      String handler = "the uncaught-exception handler of thread " + thread.getName();
      new SafeLog(TaskOwner.class, handler).log(System.Logger.Level.ERROR, "failed", inHandler);
    } catch (Throwable e) {
      // no other way to report it is left
    }
  }
}
