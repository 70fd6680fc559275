package dev.flyball.control;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * A daemon thread that does one thing once per period until it is closed.
 *
 * <p>Ticks are planned on a fixed grid, so that the work's own time adds no drift; ticks that were
 * missed while the machine slept are skipped, not made up for. Closing waits for a tick that is
 * under way, unless it is that tick which closes.
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

  @Override
  @SuppressWarnings("ReferenceEquality") // whether it is this very thread
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
    if (Thread.currentThread() == thread) {
      return;
    }
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
