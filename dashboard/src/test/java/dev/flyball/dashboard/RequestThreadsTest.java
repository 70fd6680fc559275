package dev.flyball.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who is interrupted, and when no more. */
@Timeout(120)
class RequestThreadsTest {

  private static final int TURNS = 100_000;
  private static final int LOOKS = 50;

  /** Always late, and interrupted at any moment: but never once it has no deadline any more. */
  @Test
  void whoHasNoDeadlineIsNotInterrupted() throws Exception {
    RequestThreads threads = new RequestThreads(1, -1_000);
    try {
      Future<Integer> turns = threads.submit(() -> interruptsWithoutDeadline(threads));
      while (!turns.isDone()) {
        threads.interruptLate();
      }
      assertThat(turns.get()).isZero();
    } finally {
      threads.shutdownNow();
    }
  }

  private static int interruptsWithoutDeadline(RequestThreads threads) {
    int interrupts = 0;
    for (int turn = 0; turn < TURNS; turn++) {
      threads.hurried();
      threads.unhurried();
      Thread.interrupted(); // which came in time
      for (int look = 0; look < LOOKS; look++) {
        interrupts += Thread.interrupted() ? 1 : 0;
      }
    }
    return interrupts;
  }

  @Test
  void whoIsLateIsInterruptedOnce() throws Exception {
    RequestThreads threads = new RequestThreads(1, -1_000);
    try {
      Future<Boolean> late =
          threads.submit(() -> {
            while (!Thread.interrupted()) {
              Thread.onSpinWait();
            }
            threads.interruptLate(); // its deadline has gone with the interrupt
            return Thread.interrupted();
          });
      while (!late.isDone()) {
        threads.interruptLate();
      }
      assertThat(late.get()).isFalse();
    } finally {
      threads.shutdownNow();
    }
  }
}
