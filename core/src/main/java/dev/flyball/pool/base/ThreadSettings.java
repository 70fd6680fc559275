package dev.flyball.pool.base;

import org.jspecify.annotations.Nullable;

/**
 * The settings of a worker's thread that a task may change, as they were before its first task:
 * name, priority, context class loader and uncaught-exception handler.
 *
 * <p>They are restored after each task rather than before the next one: an idle worker must not
 * keep the class loader of an application that is gone. Settings that are as they were cost a read
 * and a comparison each.
 *
 * <p>Only for the thread itself.
 */
public final class ThreadSettings {

  private final Thread thread;
  private final String name;
  private final int priority;
  private final Thread.@Nullable UncaughtExceptionHandler handler;
  private final @Nullable ClassLoader loader;
  private boolean refused;

  private ThreadSettings(Thread thread) {
    this.thread = thread;
    this.name = thread.getName();
    this.priority = thread.getPriority();
    this.handler = thread.getUncaughtExceptionHandler();
    this.loader = thread.getContextClassLoader();
  }

  /** Those of the current thread as they are now. */
  public static ThreadSettings ofCurrentThread() {
    return new ThreadSettings(Thread.currentThread());
  }

  /**
   * Gives the thread back what a task has changed. A thread that does not let itself be changed, by
   * a security manager or a method of its own, is left alone from then on.
   */
  public void restore() {
    if (!refused) {
      try {
        restoreChanged();
      } catch (RuntimeException e) {
        refused = true;
      }
    }
  }

  @SuppressWarnings({"ReferenceEquality", "ThreadPriorityCheck"}) // these very ones; back again
  private void restoreChanged() {
    if (thread.getContextClassLoader() != loader) {
      thread.setContextClassLoader(loader);
    }
    if (thread.getName() != name) {
      thread.setName(name);
    }
    if (thread.getPriority() != priority) {
      thread.setPriority(priority);
    }
    if (thread.getUncaughtExceptionHandler() != handler) {
      // A thread without one of its own answers with its group.
      thread.setUncaughtExceptionHandler(handler == thread.getThreadGroup() ? null : handler);
    }
  }
}
