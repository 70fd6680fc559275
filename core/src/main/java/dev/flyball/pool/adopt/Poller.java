package dev.flyball.pool.adopt;

import dev.flyball.base.OnDemandThread;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * The thread that polls adopted pools, each as often as all of them together may cost.
 *
 * <p>A pool is polled every {@code sum of what one poll of each costs / }{@value #SHARE}, between
 * {@value #LEAST_NANOS} and {@value #MOST_NANOS} ns. The cost is measured, as an average that
 * decays. The pauses differ by a quarter to both sides, so that they do not keep in step with work
 * that comes at regular intervals.
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
  private static final double OUTLIER = 4;
  private static final double FIRST_MOST_NANOS = 1e6;
  private static final double GOLDEN = 0.6180339887;
  private static final double JITTER = 0.5;

  private final Set<Polled> all = ConcurrentHashMap.newKeySet();
  private final OnDemandThread thread =
      new OnDemandThread("flyball-poller", true, this::run, () -> !all.isEmpty());

  private double turn; // of the polling thread

  private Poller() {}

  /** What is polled. */
  public abstract static class Polled {

    private double costNanos; // of the polling thread

    /** One that has lost its processor meanwhile counts little. */
    private void took(double nanos) {
      double most = costNanos == 0 ? FIRST_MOST_NANOS : OUTLIER * costNanos;
      costNanos += NEWEST * (Math.min(nanos, most) - costNanos);
    }

    /** Polls it; throws nothing. */
    protected abstract void poll();
  }

  /** Begins to poll. */
  public void add(Polled polled) {
    all.add(polled);
    thread.startIfStopped();
  }

  /** Polls it no more, but for a poll that is under way. */
  public void remove(Polled polled) {
    all.remove(polled);
  }

  /** How many there are. */
  public int size() {
    return all.size();
  }

  private void run() {
    while (!all.isEmpty()) {
      double costNanos = 0;
      for (Polled polled : all) {
        long beganNanos = System.nanoTime();
        polled.poll();
        polled.took(System.nanoTime() - beganNanos);
        costNanos += polled.costNanos;
      }
      double pauseNanos = Math.max(LEAST_NANOS, Math.min(MOST_NANOS, costNanos / SHARE));
      turn = (turn + GOLDEN) % 1;
      LockSupport.parkNanos(this, (long) (pauseNanos * (1 + JITTER * (turn - 0.5))));
    }
  }
}
