package dev.flyball.pool.adopt;

import dev.flyball.base.OnDemandThread;
import dev.flyball.measure.thread.ThreadCpu;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * The thread that polls adopted pools, each as often as all of them together may cost.
 *
 * <p>All are polled in turn, and then comes a pause, so long that the thread uses {@value #SHARE}
 * of one processor: {@code processor time of a round / }{@value #SHARE}, between {@value
 * #LEAST_NANOS} and {@value #MOST_NANOS} ns. The pauses differ by a quarter to both sides, so that
 * they do not keep in step with work that comes at regular intervals.
 *
 * <p>It holds on to the pools that it polls: an adopted pool is governed until it is closed, or its
 * owner ends it, whether or not anybody has kept it.
 */
public final class Poller {

  /** The one of this process. */
  public static final Poller SHARED = new Poller();

  private static final double SHARE = 0.005;
  private static final long LEAST_NANOS = 10_000_000;
  private static final long MOST_NANOS = 1_000_000_000;
  private static final double NEWEST = 0.1;
  private static final double USUAL_NANOS = 1e5;
  private static final double JITTER = 0.5;
  private static final double GOLDEN = 0.6180339887;

  private final Set<Runnable> polls = ConcurrentHashMap.newKeySet();
  private final OnDemandThread thread =
      new OnDemandThread("flyball-poller", true, this::run, () -> !polls.isEmpty());

  private Poller() {}

  /** Begins to poll. */
  public void add(Runnable poll) {
    polls.add(poll);
    thread.startIfStopped();
  }

  /** Polls it no more, but for a poll that is under way. */
  public void remove(Runnable poll) {
    polls.remove(poll);
  }

  /** How many there are. */
  public int size() {
    return polls.size();
  }

  private void run() {
    double costNanos = USUAL_NANOS;
    double turn = 0;
    long before = usedNanos();
    while (!polls.isEmpty()) {
      polls.forEach(Runnable::run);
      double pauseNanos = Math.max(LEAST_NANOS, Math.min(MOST_NANOS, costNanos / SHARE));
      turn = (turn + GOLDEN) % 1;
      LockSupport.parkNanos(this, (long) (pauseNanos * (1 + JITTER * (turn - 0.5))));
      long now = usedNanos();
      costNanos += NEWEST * (now - before - costNanos);
      before = now;
    }
  }

  /** Processor time of this thread, that of going to sleep and waking up included. */
  private static long usedNanos() {
    return ThreadCpu.ofCurrentThread().orElse(0);
  }
}
