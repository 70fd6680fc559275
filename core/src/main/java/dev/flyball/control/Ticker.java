package dev.flyball.control;

import dev.flyball.base.OneLine;
import dev.flyball.policy.PollInterval;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A daemon thread that runs one action repeatedly until it is closed or the action's owner was
 * collected; an alarm can bring the next run forward.
 *
 * <p>A {@link PollSchedule} says when the next tick is due. The thread asks for the poll interval
 * before each wait. While it waits, it holds on to the owner only as its {@code work} does.
 *
 * <p><b>Shared state.</b> The schedule belongs to the thread. A caller of {@code alarm} sets {@code
 * alarmed}, and the thread clears it before it ticks, so an alarm during a tick counts for the
 * next. The thread sets {@code wakeable} before it reads {@code alarmed}, and the caller sets
 * {@code alarmed} before it reads {@code wakeable}: one of them sees the other, so no alarm is
 * missed.
 *
 * <p><b>Progress.</b> An alarm takes no lock. The first alarm between two ticks costs a volatile
 * write, and wakes the thread only if that brings the tick forward; every other costs a volatile
 * read.
 */
final class Ticker implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(Ticker.class.getName());

  /** Never waited for. */
  private static final PollInterval AT_THE_END = PollInterval.every(Duration.ofSeconds(1));

  /** Time after which it goes on where not even the next tick could be planned. */
  private static final long PAUSE_NANOS = 100_000_000;

  private final Thread thread;
  private final Supplier<? extends @Nullable Work> work;
  private volatile boolean alarmed;
  private volatile boolean wakeable;
  private volatile boolean rhythmChanged;
  private volatile boolean closed;
  private volatile boolean dropped; // closed for want of an owner

  /** What a ticker does. */
  interface Work {

    /** The poll interval; must not throw. */
    PollInterval rhythm();

    /** The action; an exception from it is logged. */
    void tick();
  }

  /** What a ticker does, of two parts. */
  static Work work(Supplier<PollInterval> rhythm, Runnable tick) {
    return new Work() {
      @Override
      public PollInterval rhythm() {
        return rhythm.get();
      }

      @Override
      public void tick() {
        tick.run();
      }
    };
  }

  /**
   * Makes a ticker that is not started yet.
   *
   * @param work returns what it does; null once there is nothing to do any more
   */
  Ticker(String threadName, Supplier<? extends @Nullable Work> work) {
    this.work = work;
    this.thread = new Thread(null, this::run, threadName, 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(Thread.currentThread().getContextClassLoader());
  }

  void start() {
    thread.start();
  }

  /** Reports that a task has to wait for a worker. */
  void alarm() {
    if (alarmed) {
      return;
    }
    alarmed = true;
    if (wakeable) {
      LockSupport.unpark(thread);
    }
  }

  /** Makes the thread ask for the poll interval again, even during a long wait. */
  void changeRhythm() {
    rhythmChanged = true;
    LockSupport.unpark(thread);
  }

  private void run() {
    PollSchedule plan = null;
    while (!closed) {
      try {
        plan = plan == null ? PollSchedule.from(System.nanoTime(), rhythm()) : turn(plan);
      } catch (Throwable e) { // memory is short: the thread must be there when it is not any more
        failed(e);
        LockSupport.parkNanos(this, PAUSE_NANOS);
        Thread.interrupted(); // as below
      }
    }
    if (dropped) { // here, where a log handler that fails or hangs does no harm
      LOG.log(
          System.Logger.Level.INFO,
          () -> OneLine.of(thread.getName()) + " ends: its governor was dropped, not closed");
    }
  }

  private PollSchedule turn(PollSchedule planned) {
    PollSchedule plan = awaitTick(planned);
    if (closed) {
      return plan;
    }
    tickOnce();
    return plan.looked(System.nanoTime(), rhythm());
  }

  /** Waits until the tick is due, or the ticker is closed. */
  private PollSchedule awaitTick(PollSchedule planned) {
    PollSchedule plan = planned;
    while (!closed) {
      if (rhythmChanged) {
        rhythmChanged = false;
        plan = plan.with(rhythm());
      }
      wakeable = plan.canBeBroughtForward();
      long leftNanos = plan.leftNanos(System.nanoTime(), alarmed);
      if (leftNanos <= 0) {
        break;
      }
      LockSupport.parkNanos(this, leftNanos);
      Thread.interrupted(); // an interrupt of this thread has no meaning; clear it, or park would
      // spin
    }
    return plan;
  }

  private PollInterval rhythm() {
    Work its = work.get();
    if (its == null) {
      drop();
      return AT_THE_END;
    }
    return its.rhythm();
  }

  private void tickOnce() {
    wakeable = false;
    alarmed = false;
    try {
      Work its = work.get();
      if (its != null) {
        its.tick();
      }
    } catch (Throwable e) {
      failed(e);
    }
  }

  /** Logs it; where the log fails, too, the thread goes on all the same. */
  private void failed(Throwable e) {
    try {
      LOG.log(System.Logger.Level.ERROR, OneLine.of(thread.getName()) + ": a tick failed", e);
    } catch (Throwable inLog) {
      // no other way to report it is left
    }
  }

  /** Closes it, unless it is closed, because its owner was collected. */
  void drop() {
    if (!closed) {
      dropped = true;
      close();
    }
  }

  /** Stops ticking; does not wait for a running tick. */
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
  }
}
