package dev.flyball.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.base.Await;
import dev.flyball.base.LoggedLines;
import dev.flyball.policy.PollInterval;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class TickerTest {

  private final BlockingQueue<Thread> threads = new LinkedBlockingQueue<>();
  private List<String> messages = List.of();

  /** Starts one, and ends it as soon as it waits for its first tick; returns once it has ended. */
  private void run(Consumer<Ticker> end, Runnable handler) throws InterruptedException {
    try (LoggedLines log = LoggedLines.of(Ticker.class, handler)) {
      Ticker ticker = new Ticker("ticker", () -> Ticker.work(this::rhythm, () -> {}));
      ticker.start();
      Thread its = threads.take();
      end.accept(ticker);
      its.join();
      messages = log.lines();
    }
  }

  private PollInterval rhythm() {
    threads.add(Thread.currentThread());
    return PollInterval.every(Duration.ofHours(1));
  }

  @Test
  void droppingItDoesNotWaitForTheLog() throws InterruptedException {
    CountDownLatch isDropped = new CountDownLatch(1);
    run(
        ticker -> {
          ticker.drop();
          isDropped.countDown();
        },
        () -> Await.on(isDropped));
    assertThat(messages).containsExactly("INFO ticker ends: its governor was dropped, not closed");
  }

  @Test
  void oneThatIsClosedIsNotDroppedAfterwards() throws InterruptedException {
    run(
        ticker -> {
          ticker.close();
          ticker.drop();
        },
        () -> {});
    assertThat(messages).isEmpty();
  }

  /** As where memory is short for a while: what fails once must not end a governor's thread. */
  @Test
  void itGoesOnAfterARhythmAndATickThatThrowAndALogThatFails() throws InterruptedException {
    AtomicInteger asked = new AtomicInteger();
    AtomicInteger ticks = new AtomicInteger();
    CountDownLatch goesOn = new CountDownLatch(3);
    Runnable failingLog =
        () -> {
          throw new OutOfMemoryError("on purpose, in the log");
        };
    try (LoggedLines log = LoggedLines.of(Ticker.class, failingLog)) {
      Ticker ticker =
          new Ticker(
              "ticker",
              () ->
                  Ticker.work(
                      () -> {
                        failsAtFirst(asked);
                        return PollInterval.every(Duration.ofMillis(1));
                      },
                      () -> {
                        failsAtFirst(ticks);
                        goesOn.countDown();
                      }));
      ticker.start();
      assertThat(goesOn.await(30, TimeUnit.SECONDS)).isTrue();
      ticker.close();
      assertThat(log.lines())
          .containsExactly("SEVERE ticker: a tick failed", "SEVERE ticker: a tick failed");
    }
  }

  private static void failsAtFirst(AtomicInteger times) {
    if (times.getAndIncrement() == 0) {
      throw new OutOfMemoryError("on purpose");
    }
  }
}
