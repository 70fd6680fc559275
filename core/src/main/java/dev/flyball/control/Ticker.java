package dev.flyball.control;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * A daemon thread that does one thing once per period until it is closed.
 *
 * <p>Ticks are planned on a fixed grid, so that the work's own time adds no drift; ticks that were
 * missed while the machine slept are skipped, not made up for.
 */
final class Ticker implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(Ticker.class.getName());

  private final Thread thread;
  private final long periodNanos;
  private final Runnable tick;
  private volatile boolean closed;

  Ticker(String threadName, Duration period, Runnable tick) {
    this.periodNanos = period.toNanos();
    this.tick = tick;
    this.thread = new Thread(this::run, threadName);
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  private void run() {
    long nextNanos = System.nanoTime() + periodNanos;
    while (!closed) {
      long leftNanos = nextNanos - System.nanoTime();
      if (leftNanos > 0) {
        LockSupport.parkNanos(this, leftNanos);
        Thread.interrupted(); // nobody may interrupt this thread to any end; park must not spin
        continue;
      }
      try {
        tick.run();
      } catch (Throwable e) {
        LOG.log(System.Logger.Level.ERROR, thread.getName() + ": a tick failed", e);
      }
      long now = System.nanoTime();
      nextNanos += periodNanos * Math.max(1, (now - nextNanos + periodNanos) / periodNanos);
    }
  }

  /** Ends the ticking; a tick that is under way is not waited for. */
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
  }
}
