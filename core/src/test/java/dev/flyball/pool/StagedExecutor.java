package dev.flyball.pool;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * An executor with one worker, brought into one of the states that an executor can be in, and the
 * gate that its task waits at in some of them.
 */
final class StagedExecutor {

  /** The states. */
  enum State {
    /** Nothing was ever handed in. */
    NEW,
    /** The worker has run a task and waits for another. */
    IDLE,
    /** The worker is at the gate, deaf to interrupts, and two tasks wait behind it. */
    BUSY,
    /** The same, and then shut down. */
    SHUT_DOWN,
    /** The same, and then stopped: what waited was handed back, the worker is still at the gate. */
    STOPPED,
    /** Nothing runs any more. */
    TERMINATED;

    boolean runs() {
      return this == NEW || this == IDLE || this == BUSY;
    }
  }

  final ExecutorService executor;
  private final CountDownLatch gate = new CountDownLatch(1);

  StagedExecutor(ExecutorService executor, State state) throws Exception {
    this.executor = executor;
    switch (state) {
      case NEW -> {}
      case IDLE -> executor.submit(() -> {}).get();
      case BUSY -> occupy();
      case SHUT_DOWN -> {
        occupy();
        executor.shutdown();
      }
      case STOPPED -> {
        occupy();
        executor.shutdownNow();
      }
      case TERMINATED -> {
        executor.submit(() -> {}).get();
        executor.shutdown();
        executor.awaitTermination(120, TimeUnit.SECONDS);
      }
    }
  }

  private void occupy() throws InterruptedException {
    CountDownLatch running = new CountDownLatch(1);
    executor.execute(() -> {
      running.countDown();
      awaitGate();
    });
    running.await();
    executor.execute(() -> {});
    var unused = executor.submit(() -> "waited");
  }

  private void awaitGate() {
    boolean interrupted = false;
    while (gate.getCount() > 0) {
      try {
        gate.await();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  void openGate() {
    gate.countDown();
  }

  /**
   * Opens the gate as soon as this thread waits for something, or {@code over} says it need not.
   */
  Thread openGateWhenWaiting(Thread caller, CountDownLatch over) {
    Thread opener =
        new Thread(() -> {
          while (over.getCount() > 0) {
            Thread.State state = caller.getState();
            if (state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING) {
              break;
            }
            LockSupport.parkNanos(20_000);
          }
          if (over.getCount() > 0) {
            openGate();
          }
        });
    opener.start();
    return opener;
  }
}
