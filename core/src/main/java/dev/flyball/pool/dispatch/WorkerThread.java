package dev.flyball.pool.dispatch;

import org.jspecify.annotations.Nullable;

/**
 * A thread that our own factory makes for a worker. It knows its worker, so that a look at the
 * current thread tells whether a task of the pool is under way in it.
 *
 * <p>It inherits no thread-locals: it would have those of whichever thread hires it.
 */
public final class WorkerThread extends Thread {

  private static final ThreadLocal<@Nullable Worker> OF_OTHERS = new ThreadLocal<>();

  private final @Nullable Worker worker;

  /** Makes the thread of a worker; of another task it is a thread like any other. */
  public WorkerThread(Runnable task, String name) {
    super(null, task, name, 0, false);
    this.worker = task instanceof Worker its ? its : null;
  }

  /** Says that the current thread, of another factory, is that worker's. */
  static void isOf(Worker worker) {
    if (!(Thread.currentThread() instanceof WorkerThread)) {
      OF_OTHERS.set(worker);
    }
  }

  /** The worker of that dispatcher whose thread is the current one; null where it is none. */
  static @Nullable Worker current(Dispatcher dispatcher) {
    Worker its = null;
    if (Thread.currentThread() instanceof WorkerThread thread) {
      its = thread.worker;
    } else if (dispatcher.hasOtherThreads()) {
      its = OF_OTHERS.get();
    }
    return its != null && its.isOf(dispatcher) ? its : null;
  }
}
