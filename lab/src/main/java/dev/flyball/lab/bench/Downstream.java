package dev.flyball.lab.bench;

import dev.flyball.sim.scenario.Behind;
import java.util.PriorityQueue;
import java.util.concurrent.locks.ReentrantLock;

/** The real downstream of a run's tasks: calls block the worker that makes them. */
interface Downstream {

  /**
   * Calls it with so much work, in nanoseconds: the duration of the call when nothing delays it.
   */
  void call(long nanos) throws InterruptedException;

  /** Sets its speed, for calls under way too: 1 as described, 0 for no progress at all. */
  void speed(double factor);

  /** Makes what was described. */
  static Downstream of(Behind behind, HostCalibration calibration) {
    if (behind instanceof Behind.Servers servers) {
      return new QueuedServers(servers.servers(), calibration);
    }
    if (behind instanceof Behind.Collapse collapse) {
      return new Collapsing(collapse, calibration);
    }
    if (behind instanceof Behind.Lock) {
      return new Locked(calibration);
    }
    return new Limited(((Behind.RateLimit) behind).perSecond(), calibration);
  }

  /**
   * Servers with one queue.
   *
   * <p>A server is not handed from call to call, which would cost a wake-up each time: in the order
   * of the calls each is given the reading of the clock at which its server will be free.
   */
  final class QueuedServers implements Downstream {
    private final Pace pace;
    private final PriorityQueue<Long> freeAt = new PriorityQueue<>(); // guarded by the pace's lock

    QueuedServers(int servers, HostCalibration calibration) {
      pace = new Pace(calibration, calls -> 1);
      for (int server = 0; server < servers; server++) {
        freeAt.add(0L);
      }
    }

    @Override
    public void call(long nanos) throws InterruptedException {
      pace.await(now -> {
        long end = Math.max(now, freeAt.remove()) + nanos;
        freeAt.add(end);
        return end;
      });
    }

    @Override
    public void speed(double factor) {
      pace.factor(factor);
    }
  }

  /** A downstream whose calls slow each other down; see {@link Behind.Collapse}. */
  final class Collapsing implements Downstream {
    private final Pace pace;

    Collapsing(Behind.Collapse law, HostCalibration calibration) {
      pace = new Pace(calibration, calls -> calls == 0 ? 1 : law.speed(calls));
    }

    @Override
    public void call(long nanos) throws InterruptedException {
      pace.await(now -> now + nanos);
    }

    @Override
    public void speed(double factor) {
      pace.factor(factor);
    }
  }

  /** A rate limit: each call is given the next slot, and its own time begins then. */
  final class Limited implements Downstream {
    private final HostCalibration calibration;
    private final Pace pace;
    private final double gapNanos;
    private double nextSlot; // guarded by the pace's lock

    Limited(double perSecond, HostCalibration calibration) {
      this.calibration = calibration;
      this.pace = new Pace(calibration, calls -> 1);
      this.gapNanos = 1e9 / perSecond;
    }

    @Override
    public void call(long nanos) throws InterruptedException {
      pace.await(now -> {
        double slot = Math.max(now, nextSlot);
        nextSlot = slot + gapNanos;
        return (long) slot;
      });
      calibration.pause(nanos);
    }

    @Override
    public void speed(double factor) {
      pace.factor(factor);
    }
  }

  /** A real lock, first come first served, whose holder really uses a processor. */
  final class Locked implements Downstream {
    private final ReentrantLock lock = new ReentrantLock(true);
    private final HostCalibration calibration;

    Locked(HostCalibration calibration) {
      this.calibration = calibration;
    }

    @Override
    public void call(long nanos) throws InterruptedException {
      lock.lockInterruptibly();
      try {
        calibration.spin(nanos);
      } finally {
        lock.unlock();
      }
    }

    @Override
    public void speed(double factor) {
      throw new UnsupportedOperationException("a lock has the speed of the processors");
    }
  }
}
