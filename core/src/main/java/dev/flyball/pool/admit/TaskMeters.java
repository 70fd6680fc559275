package dev.flyball.pool.admit;

import dev.flyball.measure.ArrivalMeter;
import dev.flyball.measure.KindProfile;
import dev.flyball.measure.MeterSum;
import dev.flyball.measure.WorkerMeter;
import dev.flyball.pool.base.SpinLock;
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
 * cost a quarter of an empty task on a virtual thread. So where a stripe sees more than one task in
 * {@value Stripe#PACE_NANOS} ns, and they start at once, one in {@value Stripe#STRIDE} on average
 * is clocked and stands for those before it. How many those are is drawn anew each time, before
 * anything is known of the task: in the long run each task is as likely to be clocked as to be
 * stood for, whatever the pattern of tasks, and every sum has the expectation it had if all were
 * clocked. Tasks that wait, and those of slower streams, are all clocked. Counts of tasks remain
 * exact, but for the latest of a stripe, which a look at the figures completes ({@link
 * Stripe#settle}).
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

    /** How many tasks one that is clocked stands for, on average, in a quick stream. */
    static final int STRIDE = 16;

    /** A stream is quick when its tasks come at such a pace or a quicker one. */
    static final long PACE_NANOS = 5_000;

    private final SpinLock lock = new SpinLock();

    // Guarded by lock; the meter is read without it.
    private final ArrivalMeter arrivals = new ArrivalMeter();
    private final WorkerMeter meter = new WorkerMeter();
    private long dice;
    private int toSkip; // tasks that are not clocked before the next one that is
    private int skipped; // tasks that none stands for yet
    private long failedUnclocked;
    private long clockedStamp; // when the last one came that was clocked for others, too
    private KindProfile clockedKind = new KindProfile(""); // its kind
    private long clockedEndStamp; // its end
    private @Nullable RunningTask clocked; // itself, while it runs

    Stripe(long seed) {
      this.dice = seed * GOLDEN;
    }

    boolean isBusy() {
      return lock.isHeld();
    }

    /** A task was taken in and starts at the same moment. */
    void arrivedAndStarted(RunningTask run) {
      lock.lock();
      try {
        if (toSkip > 0) {
          toSkip--;
          skipped++;
        } else {
          clock(run);
        }
      } finally {
        lock.unlock();
      }
    }

    private void clock(RunningTask run) {
      long nowStamp = System.nanoTime();
      run.arrivalStamp = nowStamp;
      run.startStamp = nowStamp;
      run.stands = 1 + skipped;
      skipped = 0;
      toSkip = nowStamp - clockedStamp < PACE_NANOS * run.stands ? draw() : 0;
      clockedStamp = nowStamp;
      clockedKind = run.kind;
      clocked = run;
      startAt(nowStamp, run.stands);
    }

    private void startAt(long stamp, int tasks) {
      arrivals.allArrived(stamp, clockedKind, tasks);
      meter.allStarted(stamp, stamp, tasks);
    }

    /** From 0 to twice the mean, each as likely as the others: Marsaglia's xorshift (2003). */
    private int draw() {
      dice ^= dice << 13;
      dice ^= dice >>> 7;
      dice ^= dice << 17;
      return (int) (((dice >>> 33) * (2 * STRIDE - 1)) >>> 31);
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
        int failures = failed ? 1 : 0;
        long servedFrom = run.startStamp + run.pausedNanos; // pauses are no service
        meter.allEnded(
            run.arrivalStamp, servedFrom, endStamp, known(run.kind), run.stands, failures);
        if (clocked == run) {
          clocked = null;
          clockedEndStamp = endStamp;
        }
      } finally {
        lock.unlock();
      }
    }

    /**
     * A task that was clocked pauses; returns for how many it stands. May be called with the lock
     * of the slots held, as the next one.
     */
    int pauses(RunningTask run, long stamp) {
      lock.lockWithoutParking();
      try {
        meter.allPause(stamp, run.stands);
        return run.stands;
      } finally {
        lock.unlock();
      }
    }

    /** It goes on, and those for which it stood. */
    void goesOn(int tasks, long stamp) {
      lock.lockWithoutParking();
      try {
        meter.allGoOn(stamp, tasks);
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
        failedUnclocked();
      }
    }

    /** A task has failed that was not clocked. */
    void failedUnclocked() {
      lock.lock();
      try {
        failedUnclocked++;
      } finally {
        lock.unlock();
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

    /**
     * Has the tasks that none stands for yet stood for by the one before them; the next one is
     * clocked, for the stream may have become slow.
     */
    private void settle() {
      if (skipped > 0) {
        startAt(clockedStamp, skipped);
        if (clocked != null) {
          clocked.stands += skipped;
        } else {
          meter.allEnded(
              clockedStamp, clockedStamp, clockedEndStamp, known(clockedKind), skipped, 0);
        }
        skipped = 0;
      }
      toSkip = 0;
    }

    /** The longer part of reading is done without the lock, so that no task waits for it. */
    private void addTo(MeterSum tasks, ArrivalMeter arrived) {
      lock.lock();
      try {
        settle();
        tasks.addFailed(failedUnclocked);
      } finally {
        lock.unlock();
      }
      meter.addTo(tasks);
      lock.lock();
      try {
        arrived.add(arrivals);
      } finally {
        lock.unlock();
      }
    }
  }
}
