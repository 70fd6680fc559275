package dev.flyball.pool.dispatch;

import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * The thread that looks whether pools stand still whose tasks submit tasks to them.
 *
 * <p><b>States.</b> Stopped; running, from {@link #add} until no pool is left to be looked at. The
 * thread is a daemon and exists while it runs. A pool leaves when no task has been submitted from
 * within for a second and none waits.
 *
 * <p><b>No pool is missed.</b> {@code add} adds the pool and then looks whether the thread runs;
 * the thread says that it has stopped and then looks whether a pool was added.
 */
final class StandstillWatch {

  /** The one of this process. */
  static final StandstillWatch SHARED = new StandstillWatch();

  private static final long LOOK_NANOS = 25_000_000;

  private final Set<Standstill> watched = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean started = new AtomicBoolean();

  /** Has a pool looked at until it is of no use any more. */
  void add(Standstill pool) {
    watched.add(pool);
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
      // the next inner task of a pool that is not watched tries again
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
        Iterator<Standstill> pools = watched.iterator();
        while (pools.hasNext()) {
          Standstill pool = pools.next();
          if (pool.look()) {
            pools.remove();
            pool.left();
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
