package dev.flyball.control;

import dev.flyball.base.OneLine;
import dev.flyball.policy.PollInterval;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * A daemon thread that does one thing again and again until it is closed, at moments that can be
 * brought forward.
 *
 * <p>When the next tick is due, a {@link PollSchedule} says; the wish behind it is asked for before
 * each wait, by this thread.
 *
 * <p><b>Who may touch what.</b> The plan belongs to the thread. {@code alarmed} is set by whoever
 * rings and cleared by the thread before it ticks, so what comes during a tick counts for the next.
 * The thread sets {@code wakeable} before it reads {@code alarmed}, and who rings sets {@code
 * alarmed} before it reads {@code wakeable}: one of them sees the other, so no alarm is missed.
 *
 * <p><b>Progress.</b> Ringing takes no lock. The first of the rings between two ticks costs a
 * volatile write, and wakes the thread only where that brings the tick forward; every other costs a
 * volatile read.
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
   * A ticker that is not started yet.
   *
   * @param rhythm says when to tick next; must not throw
   * @param tick what is done; what it throws is logged
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

  /** Says that a task has to wait for a worker. */
  void alarm() {
    if (alarmed) {
      return;
    }
    alarmed = true;
    if (wakeable) {
      LockSupport.unpark(thread);
    }
  }

  /** Has the rhythm asked for again, out of a wait that may be long. */
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

  /** Waits until the tick is due, or the ticker closed. */
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
      Thread.interrupted(); // nobody may interrupt this thread to any end; park must not spin
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

  /** Ends the ticking; a tick that is under way is not waited for. */
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
  }
}
