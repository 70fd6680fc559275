package dev.flyball.pool.base;

import dev.flyball.admission.Sheddable;
import dev.flyball.admission.TaskShedException;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Reports to the owner of a task: to its future, or to the uncaught-exception handler. */
public final class TaskOwner {

  private TaskOwner() {}

  /** Cancels the future of a task that will not run; returns what that throws, or null. */
  public static @Nullable Throwable cancel(Runnable task) {
    try {
      Submitter.leaves(task);
      if (task instanceof Future<?> future) {
        future.cancel(false);
      }
      return null;
    } catch (Throwable e) {
      return e;
    }
  }

  /**
   * Tells the owner of a task that had been let in that it was turned away: the future ends with
   * the reason, a {@link Sheddable} is called, another future is cancelled.
   */
  public static void shed(Runnable task, TaskShedException why) {
    try {
      if (task instanceof PoolFuture<?> future) {
        future.shed(why);
      } else if (task instanceof Sheddable sheddable) {
        sheddable.shed(why);
      } else if (task instanceof Future<?> future) {
        future.cancel(false);
      }
    } catch (Throwable e) {
      tell(e);
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
