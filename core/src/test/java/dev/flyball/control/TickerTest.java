package dev.flyball.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.base.Await;
import dev.flyball.policy.PollInterval;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class TickerTest {

  private static final Logger LOG = Logger.getLogger(Ticker.class.getName());

  private final BlockingQueue<Thread> threads = new LinkedBlockingQueue<>();
  private final List<String> messages = new CopyOnWriteArrayList<>();

  /** Starts one, and ends it as soon as it waits for its first tick; returns once it has ended. */
  private void run(Consumer<Ticker> end, Runnable handler) throws InterruptedException {
    Handler noting =
        new Handler() {
          @Override
          public void publish(LogRecord record) {
            messages.add(record.getMessage());
            handler.run();
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    LOG.addHandler(noting);
    try {
      Ticker ticker = new Ticker("ticker", () -> Ticker.work(this::rhythm, () -> {}));
      ticker.start();
      Thread its = threads.take();
      end.accept(ticker);
      its.join();
    } finally {
      LOG.removeHandler(noting);
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
    assertThat(messages).containsExactly("ticker ends: its governor was dropped, not closed");
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
}
