package dev.flyball.dashboard.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who is interrupted, and when no more. */
@Timeout(60)
class RequestThreadsTest {

  /** Whoever is busy is late. */
  private final RequestThreads threads = new RequestThreads(1, -1_000);

  @AfterEach
  void end() {
    threads.shutdownNow();
  }

  /** Takes its deadline away while it is being interrupted. */
  private final class Turning extends Thread {
    private volatile boolean hurried;
    private volatile boolean interrupting;
    private volatile boolean turned;
    private boolean interruptedBefore;

    @Override
    public void run() {
      threads.hurried();
      hurried = true;
      while (!interrupting) {
        Thread.onSpinWait();
      }
      threads.unhurried();
      interruptedBefore = Thread.interrupted();
      turned = true;
    }

    /** Is slow: until the thread has its deadline no more, or cannot take it away. */
    @Override
    public void interrupt() {
      interrupting = true;
      while (!turned && getState() != State.BLOCKED) {
        Thread.onSpinWait();
      }
      super.interrupt();
    }
  }

  @Test
  void whoHasTurnedToSomethingElseIsNotInterrupted() throws Exception {
    Turning turning = new Turning();
    turning.start();
    while (!turning.hurried) {
      Thread.onSpinWait();
    }
    threads.interruptLate();
    turning.join();
    assertThat(turning.interruptedBefore).isTrue();
  }

  @Test
  void whoIsLateIsInterruptedOnce() throws Exception {
    Future<Boolean> again =
        threads.submit(() -> {
          while (!Thread.interrupted()) {
            Thread.onSpinWait();
          }
          threads.interruptLate(); // its deadline has gone with the interrupt
          return Thread.interrupted();
        });
    while (!again.isDone()) {
      threads.interruptLate();
    }
    assertThat(again.get()).isFalse();
  }
}
