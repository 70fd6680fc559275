package dev.flyball.pool.standstill;

import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * The thread that looks whether executors stand still whose tasks submit tasks to them.
 *
 * <p><b>States.</b> Stopped; running, from {@link #add} until none is left to be looked at. The
 * thread is a daemon and exists while it runs. An executor leaves when no task has been submitted
 * from within for a second and none waits.
 *
 * <p><b>None is missed.</b> {@code add} adds the executor and then looks whether the thread runs;
 * the thread says that it has stopped and then looks whether one was added.
 */
final class StandstillWatch {

  /** The one of this process. */
  static final StandstillWatch SHARED = new StandstillWatch();

  private static final long LOOK_NANOS = 25_000_000;

  private final Set<Standstill> watched = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean started = new AtomicBoolean();

  /** Has an executor looked at until it is of no use any more. */
  void add(Standstill executor) {
    watched.add(executor);
    startIfStopped();
  }

  private void startIfStopped() {
    if (!started.compareAndSet(false, true)) {
      return;
    }
    boolean runs = false;
    try {
      Thread thread = new Thread(null, this::run, "flyball-standstill", 0, false);
      thread.setDaemon(true);
      thread.setContextClassLoader(null);
      thread.start();
      runs = true;
    } catch (OutOfMemoryError e) {
      // the next inner task of an executor that is not watched tries again
    } finally {
      if (!runs) {
        started.set(false);
      }
    }
  }

  private void run() {
    try {
      while (!watched.isEmpty()) {
        LockSupport.parkNanos(this, LOOK_NANOS);
        Iterator<Standstill> executors = watched.iterator();
        while (executors.hasNext()) {
          Standstill executor = executors.next();
          if (executor.look()) {
            executors.remove();
            executor.left();
          }
        }
      }
    } finally {
      started.set(false);
      if (!watched.isEmpty()) {
        startIfStopped();
      }
    }
  }
}
