package dev.flyball.tools.cli.shared;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C, or another wish that the process ends, while a thread works: that thread is interrupted,
 * and the process waits until it has put everything in order, then until its files are written, and
 * then a moment for what it still has to say before it closes this; only a moment, for its output
 * may take no more.
 */
public final class Interruption implements AutoCloseable {

  /** The exit code of a command that Ctrl-C has ended, as shells have it: 128 + SIGINT. */
  public static final int EXIT_CODE = 130;

  private static final long FILES_SECONDS = 20;
  private static final long LAST_WORDS_SECONDS = 5;

  private final CountDownLatch inOrder = new CountDownLatch(1);
  private final CountDownLatch written = new CountDownLatch(1);
  private final CountDownLatch said = new CountDownLatch(1);
  private final Duration patience;
  private final String late;
  private final Thread hook;
  private volatile boolean happened;

  /** Whether the thread may be interrupted still; guarded by this. */
  private boolean interrupting = true;

  private Interruption(Thread working, Duration patience, String late) {
    this.patience = patience;
    this.late = late;
    this.hook =
        new Thread(
            () -> {
              interrupt(working);
              await();
            },
            "flyball-ctrl-c");
  }

  /**
   * From now on until it is closed, this thread is interrupted before the process ends.
   *
   * @param patience how long the process waits for {@link #inOrder}
   * @param late what is said when that was too short
   */
  public static Interruption ofThisThread(Duration patience, String late) {
    Interruption interruption = new Interruption(Thread.currentThread(), patience, late);
    Runtime.getRuntime().addShutdownHook(interruption.hook);
    return interruption;
  }

  private synchronized void interrupt(Thread working) {
    happened = true;
    if (interrupting) {
      working.interrupt();
    }
  }

  /**
   * From now on the calling thread, which is the one that works, is interrupted no more, and if it
   * has been, that is cleared: what is left to do must not be cut short.
   *
   * @return whether it has been, or there has been a wish that the process ends
   */
  public synchronized boolean interruptNoMore() {
    interrupting = false;
    boolean interrupted = Thread.interrupted();
    return interrupted || happened;
  }

  private void await() {
    try {
      if (!inOrder.await(patience.toNanos(), TimeUnit.NANOSECONDS)) {
        System.err.println("flyball: " + late);
        return;
      }
      if (!written.await(FILES_SECONDS, TimeUnit.SECONDS)) {
        System.err.println("flyball: files could not be written within " + FILES_SECONDS + " s");
        return;
      }
      said.await(LAST_WORDS_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Says that everything is in order, and there is nothing left but files and words. */
  public void inOrder() {
    inOrder.countDown();
  }

  /** Says that everything is in order and written, and there is nothing left but words. */
  public void written() {
    inOrder();
    written.countDown();
  }

  public boolean happened() {
    return happened;
  }

  @Override
  public void close() {
    written();
    said.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException stopping) {
      return; // it runs, and ends now
    }
  }
}
