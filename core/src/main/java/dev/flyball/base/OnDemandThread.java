package dev.flyball.base;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * A thread of the process that exists only while it is of use.
 *
 * <p><b>None is missed.</b> What it is wanted for is noted first, and then {@link #startIfStopped}
 * is called. The thread says that it has stopped and then looks whether it is wanted again, so one
 * of the two sees the other.
 *
 * <p>Where there is no memory for a thread, there is none, until the next call.
 */
public final class OnDemandThread {

  private final String name;
  private final boolean daemon;
  private final Runnable work;
  private final BooleanSupplier wantedAgain;
  private final AtomicBoolean started = new AtomicBoolean();

  /**
   * One that does not exist yet.
   *
   * @param name its name
   * @param daemon whether it lets the process end
   * @param work what it does, until it is of no use any more
   * @param wantedAgain whether it became of use just as it ended
   */
  public OnDemandThread(String name, boolean daemon, Runnable work, BooleanSupplier wantedAgain) {
    this.name = name;
    this.daemon = daemon;
    this.work = work;
    this.wantedAgain = wantedAgain;
  }

  /** Starts it, unless it exists. */
  public void startIfStopped() {
    if (!started.compareAndSet(false, true)) {
      return;
    }
    boolean runs = false;
    try {
      SharedThread.of(name, daemon, this::run).start();
      runs = true;
    } catch (OutOfMemoryError e) {
      // as said above
    } finally {
      if (!runs) {
        started.set(false);
      }
    }
  }

  /** Whether it does not exist; it may be about to end while it does. */
  public boolean isStopped() {
    return !started.get();
  }

  private void run() {
    try {
      work.run();
    } finally {
      started.set(false);
      if (wantedAgain.getAsBoolean()) {
        startIfStopped();
      }
    }
  }
}
