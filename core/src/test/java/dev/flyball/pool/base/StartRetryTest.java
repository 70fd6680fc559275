package dev.flyball.pool.base;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.base.LoggedLines;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(120)
class StartRetryTest {

  private final SafeLog log = new SafeLog(StartRetryTest.class, "pool 'a'");

  @ParameterizedTest
  @CsvSource({"0, 100", "1, 200", "2, 400", "5, 3200", "6, 6400", "7, 6400", "1000000, 6400"})
  void theDelayDoublesUpToABound(int retries, long millis) {
    assertThat(StartRetry.delayMillis(retries)).isEqualTo(millis);
  }

  @Test
  void aRetryForWhichMemoryEndsIsFollowedByAnother() throws InterruptedException {
    CountDownLatch tries = new CountDownLatch(3);
    StartRetry retry =
        new StartRetry(
            log,
            () -> {
              tries.countDown();
              if (tries.getCount() > 0) {
                throw new OutOfMemoryError("on purpose");
              }
            });
    retry.plan();
    tries.await();
  }

  @Test
  void logsRarelyAndHowManyStartsHaveFailed() {
    List<String> messages;
    try (LoggedLines lines = LoggedLines.of(StartRetryTest.class)) {
      StartRetry retry = new StartRetry(log, () -> {});
      for (int start = 0; start < 7; start++) {
        retry.failed("no thread", new IllegalStateException("on purpose"));
      }
      retry.succeeded();
      retry.failed("no thread", new IllegalStateException("on purpose"));
      messages = lines.lines();
    }
    assertThat(messages)
        .containsExactly(
            "WARNING pool 'a' no thread",
            "WARNING pool 'a' no thread, 2 starts have failed in a row",
            "WARNING pool 'a' no thread, 4 starts have failed in a row",
            "WARNING pool 'a' no thread");
  }
}
