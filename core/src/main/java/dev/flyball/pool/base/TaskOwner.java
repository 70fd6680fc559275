package dev.flyball.pool.base;

import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** The one who waits for a task, or hears of its exception where nobody does. */
public final class TaskOwner {

  private TaskOwner() {}

  /** Tells who waits for a task that it will not run; what that throws is returned, or null. */
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

  /** Tells the uncaught-exception handler of the current thread; one that fails is logged. */
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
      // there is nobody left to tell
    }
  }
}
