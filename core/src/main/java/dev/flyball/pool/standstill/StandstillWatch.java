package dev.flyball.pool.standstill;

import dev.flyball.base.OnDemandThread;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

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
  private static final long QUICK_NANOS = LOOK_NANOS / 10;

  private final Set<Standstill> watched = ConcurrentHashMap.newKeySet();
  private final OnDemandThread thread =
      new OnDemandThread("flyball-standstill", true, this::run, () -> !watched.isEmpty());

  private volatile @Nullable Thread looking;

  /** Has an executor looked at until it is of no use any more. */
  void add(Standstill executor) {
    watched.add(executor);
    thread.startIfStopped();
  }

  /** Whether there is no thread that looks, so that an executor has to be added again. */
  boolean isStopped() {
    return thread.isStopped();
  }

  /** Has it look now, where it waits for the time of the next look. */
  void wake() {
    LockSupport.unpark(looking);
  }

  private void run() {
    looking = Thread.currentThread();
    long lookedNanos = System.nanoTime();
    while (!watched.isEmpty()) {
      long leftNanos = LOOK_NANOS - (System.nanoTime() - lookedNanos);
      if (leftNanos <= 0) {
        lookedNanos = System.nanoTime();
        look();
      } else {
        boolean hurries = watched.stream().anyMatch(Standstill::hurries);
        LockSupport.parkNanos(this, hurries ? Math.min(leftNanos, QUICK_NANOS) : leftNanos);
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
