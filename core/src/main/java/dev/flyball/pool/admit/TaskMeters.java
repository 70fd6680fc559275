package dev.flyball.pool.admit;

import dev.flyball.measure.ArrivalMeter;
import dev.flyball.measure.ArrivalSampler;
import dev.flyball.measure.KindProfile;
import dev.flyball.measure.MeterSum;
import dev.flyball.measure.WorkerMeter;
import dev.flyball.pool.base.SpinLock;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The meters of a limiter.
 *
 * <p><b>Why stripes.</b> A worker has a meter of its own. Here every task has a new thread, and a
 * meter for each would cost more than the task. So there are a few stripes, each with a lock that
 * is held for some tens of nanoseconds; a submitter uses the stripe of its thread, or the next one
 * if that is taken.
 *
 * <p>All events of one task go to one stripe. So each stripe alone is consistent, in every order in
 * which they may be read: no task is seen to end that was not seen to start.
 *
 * <p><b>Why not every task is clocked.</b> Two readings of the clock and what is written with them
 * cost a quarter of an empty task on a virtual thread. So an {@link ArrivalSampler} of each stripe
 * chooses those that are clocked, among the tasks that start at once; tasks that wait are all
 * clocked. Counts of tasks are exact: a task that is not clocked is counted when it starts and when
 * it ends.
 */
final class TaskMeters {

  private static final int STRIPES_MAX = 16;

  /** 2^64 / the golden ratio: spreads numbers that follow one another (Knuth). */
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  /** Made at first use: a stripe takes 22 kB. */
  private final AtomicReferenceArray<@Nullable Stripe> stripes;

  private final int mask;

  /** Meters for a machine with so many processors. */
  TaskMeters(int processors) {
    int count = Math.min(STRIPES_MAX, Integer.highestOneBit(4 * Math.max(1, processors) - 1));
    this.stripes = new AtomicReferenceArray<>(count);
    this.mask = count - 1;
  }

  /** The stripe for a task that this thread hands over. */
  Stripe stripe() {
    int first = spread(idOf(Thread.currentThread()));
    for (int i = 0; i < mask; i++) {
      Stripe stripe = at((first + i) & mask);
      if (!stripe.isBusy()) {
        return stripe;
      }
    }
    return at((first + mask) & mask);
  }

  private static int spread(long id) {
    return (int) ((id * GOLDEN) >>> 40);
  }

  @SuppressWarnings("deprecation") // threadId() came with 19
  private static long idOf(Thread thread) {
    return thread.getId();
  }

  private Stripe at(int index) {
    Stripe stripe = stripes.get(index);
    if (stripe == null) {
      stripes.compareAndSet(index, null, new Stripe(index + 1));
      stripe = at(index);
    }
    return stripe;
  }

  /** Adds everything counted so far to two sums. */
  void addTo(MeterSum tasks, ArrivalMeter arrived) {
    for (int i = 0; i <= mask; i++) {
      Stripe stripe = stripes.get(i);
      if (stripe != null) {
        stripe.addTo(tasks, arrived);
      }
    }
  }

  /** Some tasks' meters. */
  static final class Stripe {

    private final SpinLock lock = new SpinLock();

    // Guarded by lock; the meter is read without it.
    private final ArrivalMeter arrivals = new ArrivalMeter();
    private final ArrivalSampler sampler;
    private final WorkerMeter meter = new WorkerMeter();

    // Of tasks that are not clocked. Made last, so that no cache line of the above is theirs, too.
    private final AtomicLong endedUnclocked = new AtomicLong();
    private final AtomicLong failedUnclocked = new AtomicLong();

    Stripe(long seed) {
      this.sampler = new ArrivalSampler(seed * GOLDEN);
    }

    boolean isBusy() {
      return lock.isHeld();
    }

    /** A task was taken in and starts at the same moment. */
    void arrivedAndStarted(RunningTask run) {
      lock.lock();
      try {
        run.stands = sampler.next(run.kind);
        if (run.stands == 0) {
          arrivals.arrived();
        } else {
          run.arrivalStamp = sampler.clocked(System.nanoTime());
          run.startStamp = run.arrivalStamp;
          arrivals.arrived(run.arrivalStamp, run.kind, run.stands);
          meter.began(run.startStamp, run.stands);
          meter.started(run.arrivalStamp, run.startStamp, run.stands);
        }
        meter.startsTask();
      } finally {
        lock.unlock();
      }
    }

    /** A task was taken in and waits; may be called with the lock of the slots held. */
    void arrived(RunningTask run) {
      lock.lockWithoutParking();
      try {
        run.stands = 1;
        arrivals.arrived(run.arrivalStamp, run.kind);
      } finally {
        lock.unlock();
      }
    }

    /** A task that waited starts. */
    void started(RunningTask run) {
      lock.lock();
      try {
        meter.started(run.arrivalStamp, run.startStamp);
      } finally {
        lock.unlock();
      }
    }

    /** A task that was clocked when it started has ended. */
    void ended(RunningTask run, long endStamp, boolean failed) {
      lock.lock();
      try {
        meter.done(endStamp, run.stands);
        long servedNanos = endStamp - run.startStamp - run.pausedNanos; // pauses are no service
        meter.served(run.stands * servedNanos);
        meter.ended(run.arrivalStamp, endStamp, known(run.kind), run.stands);
        if (failed) {
          meter.endsFailedTask();
        } else {
          meter.endsTask();
        }
      } finally {
        lock.unlock();
      }
    }

    /** A task that was not clocked has ended. */
    void endedUnclocked(boolean failed) {
      endedUnclocked.incrementAndGet();
      if (failed) {
        failedUnclocked.incrementAndGet();
      }
    }

    /**
     * A task that was clocked pauses, and those for which it stands. May be called with the lock of
     * the slots held, as the next one.
     */
    void pauses(RunningTask run, long stamp) {
      lock.lockWithoutParking();
      try {
        meter.done(stamp, run.stands);
      } finally {
        lock.unlock();
      }
    }

    /** It goes on, and those for which it stands. */
    void goesOn(RunningTask run, long stamp) {
      lock.lockWithoutParking();
      try {
        meter.began(stamp, run.stands);
      } finally {
        lock.unlock();
      }
    }

    private static long known(KindProfile kind) {
      return Math.max(0, kind.referenceNanos());
    }

    /** A task was said to start and did not: it has failed. */
    void notStarted(RunningTask run) {
      if (run.stands > 0) {
        ended(run, run.startStamp, true);
      } else {
        endedUnclocked(true);
      }
    }

    /** A task that waited will not start. */
    void withdrawn(long stamp) {
      lock.lock();
      try {
        arrivals.withdrawn(stamp);
      } finally {
        lock.unlock();
      }
    }

    /** Adds what ended first, so that no task is seen to end that was not seen to start. */
    private void addTo(MeterSum tasks, ArrivalMeter arrived) {
      tasks.addFailed(failedUnclocked.get());
      tasks.addCompleted(endedUnclocked.get());
      meter.addTo(tasks);
      lock.lock();
      try {
        sampler.look(System.nanoTime());
        arrived.add(arrivals);
      } finally {
        lock.unlock();
      }
    }
  }
}
