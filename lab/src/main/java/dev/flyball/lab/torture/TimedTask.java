package dev.flyball.lab.torture;

import dev.flyball.lab.torture.TortureReport.Counted;
import dev.flyball.lab.torture.TortureWork.Deed;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A scheduled task of a round: one run after a delay, or a series, which ends after some runs.
 *
 * <p>Each run checks that it does not come early, beside another one, after one that threw, or
 * after the executor's end.
 *
 * <p><b>Threads.</b> The thread that runs it writes its history; it is read when all threads have
 * ended.
 */
final class TimedTask implements Callable<Integer>, Runnable {

  /** The way it is scheduled. */
  enum Timing {
    ONCE,
    AT_FIXED_RATE,
    WITH_FIXED_DELAY
  }

  final Timing timing;
  final TortureWork work;
  final AtomicInteger starts = new AtomicInteger();
  final AtomicInteger ends = new AtomicInteger();
  final AtomicInteger startsInPool = new AtomicInteger();
  volatile boolean threw;
  volatile boolean threwInPool;
  volatile @Nullable Future<?> future;

  private final TaskLedger ledger;
  private final long delayNanos;
  private final long periodNanos;
  private final int runsMax;
  private final long context = TortureContext.current();
  private final AtomicBoolean runs = new AtomicBoolean();
  private volatile long scheduledNanos;
  private volatile long endedNanos;

  /** A task of the calling thread's context. */
  TimedTask(Timing timing, TortureWork work, long delayNanos, long periodNanos, int runsMax) {
    this.timing = timing;
    this.work = work;
    this.ledger = work.submitter().ledger();
    this.delayNanos = delayNanos;
    this.periodNanos = periodNanos;
    this.runsMax = runsMax;
  }

  Future<?> schedule(ScheduledExecutorService at) {
    scheduledNanos = System.nanoTime();
    Future<?> its =
        switch (timing) {
          case ONCE -> at.schedule((Callable<Integer>) this, delayNanos, TimeUnit.NANOSECONDS);
          case AT_FIXED_RATE ->
              at.scheduleAtFixedRate(this, delayNanos, periodNanos, TimeUnit.NANOSECONDS);
          case WITH_FIXED_DELAY ->
              at.scheduleWithFixedDelay(this, delayNanos, periodNanos, TimeUnit.NANOSECONDS);
        };
    future = its;
    return its;
  }

  boolean isSeries() {
    return timing != Timing.ONCE;
  }

  @Override
  public Integer call() {
    run();
    return work.number();
  }

  @Override
  public void run() {
    boolean inCaller = work.submitter().isHandingIn();
    checkStart(System.nanoTime(), inCaller);
    int run = starts.incrementAndGet();
    if (!inCaller) {
      startsInPool.incrementAndGet();
      ledger.begins();
    }
    boolean well = false;
    try {
      perform(run, inCaller);
      well = true;
    } finally {
      threw = !well;
      threwInPool = threw && !inCaller;
      endedNanos = System.nanoTime();
      ends.incrementAndGet();
      if (!inCaller) {
        ledger.ends();
      }
      runs.set(false);
    }
  }

  private void perform(int run, boolean inCaller) {
    Deed deed = run < runsMax ? Deed.NOTHING : work.deed(); // a series throws in its last run only
    new TortureWork(work.number(), deed, work.draw(), work.submitter()).perform(inCaller);
    Future<?> own = future;
    if (isSeries() && run >= runsMax && own != null && own.cancel(false)) {
      ledger.count(Counted.CANCELLATIONS, 1);
    }
  }

  private void checkStart(long nowNanos, boolean inCaller) {
    require(!runs.getAndSet(true), "ran beside another run of it");
    require(!threw, "ran after a run that threw");
    require(!ledger.ended, "ran after the end");
    require(isSeries() || starts.get() == 0, "ran twice");
    long earlyNanos = dueNanos(starts.get()) - nowNanos;
    require(earlyNanos <= 0, "ran " + earlyNanos + " ns too early");
    boolean interrupted = !inCaller && Thread.currentThread().isInterrupted();
    require(!interrupted || ledger.plan.interruptsTasks(), "was interrupted by nobody");
    TortureContext.check(ledger, this, context);
  }

  /** When a run may begin, the earliest. */
  private long dueNanos(int runsBefore) {
    return switch (timing) {
      case ONCE -> scheduledNanos + delayNanos;
      case AT_FIXED_RATE -> scheduledNanos + delayNanos + runsBefore * periodNanos;
      case WITH_FIXED_DELAY ->
          runsBefore == 0 ? scheduledNanos + delayNanos : endedNanos + periodNanos;
    };
  }

  void require(boolean held, String otherwise) {
    if (!held) {
      ledger.fault(this + " " + otherwise);
    }
  }

  @Override
  public String toString() {
    return "task " + work.number() + " (" + timing + ", " + work.deed() + ", " + starts + " runs)";
  }
}
