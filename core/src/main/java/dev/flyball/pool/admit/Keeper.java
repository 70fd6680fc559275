package dev.flyball.pool.admit;

import dev.flyball.base.OnDemandThread;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * The thread that keeps the process from ending while limiters have tasks on virtual threads.
 *
 * <p><b>Why.</b> Virtual threads are daemons. When {@code main} returns, and no other ordinary
 * thread is left, the process ends, and with it every task that runs or waits; an executor with
 * ordinary threads does its tasks first.
 *
 * <p><b>States.</b> Stopped; running, from the first {@link #want} until no limiter has had a task
 * in {@value #IDLE_LOOKS} looks in a row. The thread exists while it runs, is no daemon, and does
 * nothing but look, ten times a second. So an idle limiter keeps no process, and the end comes two
 * looks late. A limiter without tasks is let go at the next look.
 *
 * <p><b>Guarantees.</b> A limiter with tasks is among those that are looked at, or a thread that
 * has just taken a task in is on its way to {@link #want}. A limiter that is let go is told first,
 * and then looked at once more: it takes a task in before it looks whether it is kept, so one of
 * the two sees the other. Where there is no memory for a thread, the tasks end with the process.
 * <b>Progress:</b> a limiter that is kept reads one field.
 */
final class Keeper {

  /** The one of this process. */
  static final Keeper SHARED = new Keeper();

  private static final long LOOK_NANOS = 100_000_000;
  private static final int IDLE_LOOKS = 2;

  private final Set<AdmissionControl> all = ConcurrentHashMap.newKeySet();
  private final OnDemandThread thread =
      new OnDemandThread("flyball-keeper", false, this::run, () -> !all.isEmpty());

  /** Keeps the process while that limiter has tasks. */
  void want(AdmissionControl limiter) {
    limiter.kept(true);
    all.add(limiter);
    thread.startIfStopped();
  }

  private void run() {
    for (int idleLooks = 0; idleLooks < IDLE_LOOKS; idleLooks++) {
      LockSupport.parkNanos(this, LOOK_NANOS);
      all.forEach(this::letGoIfIdle);
      if (!all.isEmpty()) {
        idleLooks = -1;
      }
    }
  }

  private void letGoIfIdle(AdmissionControl limiter) {
    if (limiter.hasTasks()) {
      return;
    }
    all.remove(limiter);
    limiter.kept(false);
    if (limiter.hasTasks()) {
      limiter.kept(true);
      all.add(limiter);
    }
  }
}
