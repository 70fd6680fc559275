package dev.flyball.pool.standstill;

import dev.flyball.base.OnDemandThread;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * The thread that looks whether executors stand still whose tasks submit tasks to them.
 *
 * <p>It exists while there is one to be looked at. An executor leaves when no task has been
 * submitted from within for a second and none waits.
 */
final class StandstillWatch {

  /** The one of this process. */
  static final StandstillWatch SHARED = new StandstillWatch();

  private static final long LOOK_NANOS = 25_000_000;

  private final Set<Standstill> watched = ConcurrentHashMap.newKeySet();
  private final OnDemandThread thread =
      new OnDemandThread("flyball-standstill", true, this::run, () -> !watched.isEmpty());

  /** Has an executor looked at until it is of no use any more. */
  void add(Standstill executor) {
    watched.add(executor);
    thread.startIfStopped();
  }

  private void run() {
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
  }
}
