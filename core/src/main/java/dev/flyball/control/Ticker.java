package dev.flyball.control;

import dev.flyball.base.OneLine;
import dev.flyball.policy.PollInterval;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * A daemon thread that runs one action repeatedly until it is closed; an alarm can bring the next
 * run forward.
 *
 * <p>A {@link PollSchedule} says when the next tick is due. The thread asks for the poll interval
 * before each wait.
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

  private final Thread thread;
  private final Supplier<PollInterval> rhythm;
  private final Runnable tick;
  private volatile boolean alarmed;
  private volatile boolean wakeable;
  private volatile boolean rhythmChanged;
  private volatile boolean closed;

  /**
   * Makes a ticker that is not started yet.
   *
   * @param rhythm returns the poll interval; must not throw
   * @param tick the action; an exception from it is logged
   */
  Ticker(String threadName, Supplier<PollInterval> rhythm, Runnable tick) {
    this.rhythm = rhythm;
    this.tick = tick;
    this.thread = new Thread(this::run, threadName);
    thread.setDaemon(true);
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
    PollSchedule plan = PollSchedule.from(System.nanoTime(), rhythm.get());
    while (!closed) {
      plan = awaitTick(plan);
      if (!closed) {
        tickOnce();
        plan = plan.looked(System.nanoTime(), rhythm.get());
      }
    }
  }

  /** Waits until the tick is due, or the ticker is closed. */
  private PollSchedule awaitTick(PollSchedule planned) {
    PollSchedule plan = planned;
    while (!closed) {
      if (rhythmChanged) {
        rhythmChanged = false;
        plan = plan.with(rhythm.get());
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

  private void tickOnce() {
    wakeable = false;
    alarmed = false;
    try {
      tick.run();
    } catch (Throwable e) {
      LOG.log(System.Logger.Level.ERROR, OneLine.of(thread.getName()) + ": a tick failed", e);
    }
  }

  /** Stops ticking; does not wait for a running tick. */
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
  }
}
