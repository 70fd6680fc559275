package dev.flyball.tools.cli;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C, or another wish that the process ends, while a thread works: that thread is interrupted,
 * and the process waits until it has put everything in order and closes this.
 */
final class Interruption implements AutoCloseable {

  private final CountDownLatch inOrder = new CountDownLatch(1);
  private final Duration patience;
  private final String late;
  private final Thread hook;
  private volatile boolean happened;

  private Interruption(Thread working, Duration patience, String late) {
    this.patience = patience;
    this.late = late;
    this.hook =
        new Thread(
            () -> {
              happened = true;
              working.interrupt();
              await();
            },
            "flyball-ctrl-c");
  }

  /**
   * From now on until it is closed, this thread is interrupted before the process ends.
   *
   * @param patience how long the process waits for it to be closed
   * @param late what is said when that was too short
   */
  static Interruption ofThisThread(Duration patience, String late) {
    Interruption interruption = new Interruption(Thread.currentThread(), patience, late);
    Runtime.getRuntime().addShutdownHook(interruption.hook);
    return interruption;
  }

  private void await() {
    try {
      if (!inOrder.await(patience.toNanos(), TimeUnit.NANOSECONDS)) {
        System.err.println("flyball: " + late);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  boolean happened() {
    return happened;
  }

  @Override
  public void close() {
    inOrder.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException stopping) {
      return; // it runs, and ends now
    }
  }
}
