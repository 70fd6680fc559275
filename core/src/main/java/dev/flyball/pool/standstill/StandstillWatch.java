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
  private static final int QUICK_LOOKS = 10; // in the time of one look

  private final Set<Standstill> watched = ConcurrentHashMap.newKeySet();
  private final OnDemandThread thread =
      new OnDemandThread("flyball-standstill", true, this::run, () -> !watched.isEmpty());

  /** Has an executor looked at until it is of no use any more. */
  void add(Standstill executor) {
    watched.add(executor);
    thread.startIfStopped();
  }

  private void run() {
    int quick = 0;
    while (!watched.isEmpty()) {
      boolean hurries = watched.stream().anyMatch(Standstill::hurries);
      LockSupport.parkNanos(this, hurries ? LOOK_NANOS / QUICK_LOOKS : LOOK_NANOS);
      quick = hurries ? (quick + 1) % QUICK_LOOKS : 0;
      if (quick == 0) {
        look();
      } else {
        watched.forEach(Standstill::quickLook);
      }
    }
  }

  private void look() {
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
